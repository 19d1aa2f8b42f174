import type { Boot } from '@/api/boot'
import type { Platform } from '@/platform/Platform'
import { APPEARANCE_KEY } from '@/stores/shell/AppearanceStore'
import { colourEdges } from './colourEdges'
import { KEPT_KEY, type Kept } from './kept'

/** The rows that came with the page, and what its screen is styled with. */
export interface Drawing {
  body: Element
  style: string
}

/** As `Header` and `Skeleton` draw them. */
const header =
  '<div class="screen-header"><div class="header"><div class="header-bar" style="height:48px"></div></div></div>'
const skeleton = '<div class="screen-body"><div class="skeleton" style="height:512px"></div></div>'

/**
 * Draws the screen of a list before the app does: the rows that came with the page, else what was there at the last
 * visit of the same user, else rows to come.
 */
export function paint(shell: Element, boot: Boot, storage: Platform['storage'], rows: Drawing | null): void {
  const isDark = darkIsWanted(storage)
  const kept = storage.read<Kept>(KEPT_KEY)
  const { lang } = document.documentElement
  const isSame =
    kept && kept.userId === boot.base_info.user_info?.id && kept.path === location.pathname && kept.language === lang
  const screen = document.createElement('div')
  screen.className = `screen${isDark ? ' theme-dark' : ''}`
  screen.innerHTML = rows ? header : isSame ? kept.html : header + skeleton
  screen.style.cssText = rows?.style ?? (isSame ? kept.style : '')
  if (rows) screen.append(rows.body)
  shell.replaceChildren(screen)
  colourEdges(isDark)
}

function darkIsWanted(storage: Platform['storage']): boolean {
  const choice = storage.read<string>(APPEARANCE_KEY)
  return choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
}

import type { Boot } from '@/api/boot'
import type { Platform } from '@/platform/Platform'
import { APPEARANCE_KEY } from '@/stores/shell/AppearanceStore'
import { colourEdges } from './colourEdges'
import { KEPT_KEY, type Kept } from './kept'

/** As `Header` and `Skeleton` draw them. */
const header =
  '<div class="screen-header"><div class="header"><div class="header-bar" style="height:48px"></div></div></div>'
const skeleton = '<div class="screen-body"><div class="skeleton" style="height:512px"></div></div>'

/** Draws the screen of a list before the app does: what was there at the last visit of the same user, else rows to come. */
export function paint(shell: Element, boot: Boot, storage: Platform['storage']): void {
  const isDark = darkIsWanted(storage)
  const kept = storage.read<Kept>(KEPT_KEY)
  const { lang } = document.documentElement
  const isSame =
    kept && kept.userId === boot.base_info.user_info?.id && kept.path === location.pathname && kept.language === lang
  shell.innerHTML = `<div class="screen${isDark ? ' theme-dark' : ''}">${isSame ? kept.html : header + skeleton}</div>`
  if (isSame) (shell.firstChild as HTMLElement).style.cssText = kept.style
  colourEdges(isDark)
}

function darkIsWanted(storage: Platform['storage']): boolean {
  const choice = storage.read<string>(APPEARANCE_KEY)
  return choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
}

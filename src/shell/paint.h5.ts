import type { JsonStorage } from '@/platform/jsonStorage'
import { APPEARANCE_KEY } from '@/stores/shell/AppearanceStore'
import { colourEdges } from './colourEdges'
import type { Seen } from './kept'

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
 * Draws the screen of a list before the app does: the rows that came with the page, else what was seen last there, else rows to come.
 */
export function paint(storage: JsonStorage, rows: Drawing | null, seen?: Seen): void {
  const isDark = darkIsWanted(storage)
  const screen = document.createElement('div')
  screen.className = `screen${isDark ? ' theme-dark' : ''}`
  screen.innerHTML = rows ? header : seen ? seen.html : header + skeleton
  screen.style.cssText = (rows ?? seen)?.style ?? ''
  if (rows) screen.append(rows.body)
  document.getElementById('shell')!.replaceChildren(screen)
  colourEdges(isDark)
}

function darkIsWanted(storage: JsonStorage): boolean {
  const choice = storage.read<string>(APPEARANCE_KEY)
  return choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
}

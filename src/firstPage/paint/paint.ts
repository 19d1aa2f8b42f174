import { startStorage as storage } from '@/platform/h5/storage'
import { APPEARANCE_KEY } from '@/stores/app/AppearanceStore'
import { colourEdges } from './elements'
import type { Seen } from '../keep/kept'
import type { Drawn } from './paintRows'

/** Preloaded rows, and the style of their screen. */
export interface Drawing extends Drawn {
  style: string
}

/** The number of rows drawn in the first frame, and in each later one. More rows at once would delay the first frame and block taps. */
export const FIRST_ROWS = 4
/** The number of rows drawn first when the list of the last visit is shown. */
const SEEN_ROWS = 2

/** As `Header` and `Skeleton` draw them. */
const header =
  '<div class="screen-header"><div class="header"><div class="header-bar" style="height:48px"></div></div></div>'
const skeleton =
  '<div class="screen-body"><div class="skeleton" style="height:512px"></div></div><div class="foot-bar"></div>'

/** Draws the screen of a list before the app does: the preloaded rows, else the list shown last there, else a skeleton. */
export function paint(rows: Drawing | null, seen?: Seen): void {
  const isDark = darkIsWanted()
  const screen = document.createElement('div')
  screen.className = `screen plain${isDark ? ' theme-dark' : ''}`
  screen.innerHTML = rows ? header : seen ? seen.html : header + skeleton
  screen.style.cssText = (rows ?? seen)?.style ?? ''
  if (rows) screen.append(rows.body, rows.bar)
  const first = rows ? FIRST_ROWS : SEEN_ROWS
  const below = [...screen.querySelectorAll('.row')].slice(first)
  for (const row of below) row.remove()
  document.getElementById('shell')!.replaceChildren(screen)
  colourEdges(isDark)
  const more = rows?.more ?? ((from: number) => below.slice(from - first, from - first + FIRST_ROWS))
  const next = (from: number) =>
    requestAnimationFrame(() =>
      setTimeout(() => {
        screen.classList.remove('plain')
        const drawn = more(from)
        screen.querySelector('.virtual-list-body')?.append(...drawn)
        if (drawn[0]) next(from + FIRST_ROWS)
      }),
    )
  next(first)
}

export function darkIsWanted(): boolean {
  const choice = storage.read<string>(APPEARANCE_KEY)
  return choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
}

import type { Page } from 'playwright-core'
import { measureInk, type Ink, type Place } from './iconInk'

export interface DrawnIcon extends Place {
  ink: Ink
}

/** The icons that can be seen on the page on top, and their ink. @param scale device pixels per CSS px */
export async function drawnIcons(page: Page, scale: number): Promise<DrawnIcon[]> {
  const places = await page.evaluate(seenIcons)
  await page.evaluate(showOnlyIcons)
  const picture = await page.screenshot({ animations: 'disabled' })
  await page.evaluate(() => void document.adoptedStyleSheets.pop())
  const ink = await measureInk(picture, places, scale)
  return places.map((place, index) => ({ ...place, ink: ink[index]! }))
}

function seenIcons(): Place[] {
  return [...document.querySelectorAll('.icon')].flatMap((icon) => {
    const { x, y, width, height } = icon.getBoundingClientRect()
    const isSeen = [
      [0.5, 0.5],
      [0.1, 0.1],
      [0.9, 0.1],
      [0.1, 0.9],
      [0.9, 0.9],
    ].every(([across = 0, down = 0]) => {
      const top = document.elementFromPoint(x + across * width, y + down * height)
      return top !== null && (icon.contains(top) || top.contains(icon))
    })
    const name = [...icon.classList].find((each) => each.startsWith('icon-')) ?? 'icon'
    return isSeen && icon.checkVisibility({ visibilityProperty: true }) ? [{ name, x, y, width, height }] : []
  })
}

/** Black icons on white. A style sheet of the document's own is no matter of its policy. */
function showOnlyIcons(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
    *, ::before, ::after { color: transparent !important; border-color: transparent !important;
      box-shadow: none !important; text-shadow: none !important; outline: none !important; opacity: 1 !important;
      transition: none !important; filter: none !important; backdrop-filter: none !important }
    *:not(.icon), ::before, ::after { background: #fff !important }
    img, canvas, svg, video, iframe { visibility: hidden !important }
    input, textarea { caret-color: transparent !important }
    ::placeholder { color: transparent !important }
    .icon { background-color: #000 !important }`)
  document.adoptedStyleSheets.push(sheet)
}

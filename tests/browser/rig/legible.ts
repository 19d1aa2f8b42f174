import type { Page } from 'playwright-core'
import { shown } from './screen'

/** Doubles the text size, as WeChat on iPhones does: it sets the body's size once the page is there. */
export async function enlargeText(page: Page): Promise<void> {
  const enlarge = () => {
    const wait = new MutationObserver(() => {
      document.body?.style.setProperty('-webkit-text-size-adjust', '200%')
      if (document.body) wait.disconnect()
    })
    wait.observe(document, { childList: true, subtree: true })
  }
  await page.addInitScript(enlarge)
  await page.evaluate(() => document.body.style.setProperty('-webkit-text-size-adjust', '200%'))
}

/**
 * The illegible texts on the page on top, and why: cut by their container without dots; beyond the edge of the screen; or overlapping. Scrolled
 * containers may hide them.
 */
export async function illegibleTexts(page: Page): Promise<string[]> {
  // The helper that tsx wraps around named functions.
  await page.evaluate('globalThis.__name ??= (made) => made')
  return shown(page).evaluate(illegible)
}

/** The illegible texts below an element, in the browser. */
export function illegible(root: Element): string[] {
  interface Line {
    text: string
    element: Element
    box: { top: number; bottom: number; left: number; right: number }
  }
  const found: string[] = []
  const lines: Line[] = []

  /** The lines of a text, each as high as its letters. */
  function linesOf(node: Text): Line[] {
    const element = node.parentElement!
    const size = parseFloat(getComputedStyle(element).fontSize)
    const range = document.createRange()
    range.selectNodeContents(node)
    return [...range.getClientRects()]
      .filter(({ width }) => width > 1)
      .map(({ top, bottom, left, right }) => {
        const middle = (top + bottom) / 2
        const box = { top: middle - size / 2, bottom: middle + size / 2, left, right }
        return { text: node.data.trim(), element, box }
      })
  }

  /** What is wrong with a line; null where an ancestor hides all of it on purpose, or scrolls. */
  function fault({ element, box }: Line): string | null | undefined {
    for (let holder: Element | null = element; holder && holder !== root; holder = holder.parentElement) {
      const { overflowX, overflowY, textOverflow, display, visibility } = getComputedStyle(holder)
      if (visibility === 'hidden' || display === 'inline') continue
      const edge = holder.getBoundingClientRect()
      if (/auto|scroll/.test(overflowY)) {
        // A pixel of a line is not a line that is cut.
        if (box.bottom <= edge.top + 1 || box.top >= edge.bottom - 1) return null
        box.top = Math.max(box.top, edge.top)
        box.bottom = Math.min(box.bottom, edge.bottom)
      } else if (overflowY !== 'visible') {
        if (box.top >= edge.bottom - 1 || box.bottom <= edge.top + 1)
          return holder.classList.contains('screen-body') ? 'out of what is shown' : null
        if (box.top < edge.top - 1 || box.bottom > edge.bottom + 1) return `cut by .${holder.className}`
      }
      // A container that scrolls downwards does not also scroll sideways.
      if (/auto|scroll/.test(overflowX) && !/auto|scroll/.test(overflowY)) {
        if (box.right <= edge.left || box.left >= edge.right) return null
        box.left = Math.max(box.left, edge.left)
        box.right = Math.min(box.right, edge.right)
      } else if (overflowX !== 'visible' && (box.right > edge.right + 1 || box.left < edge.left - 1)) {
        // The end of a name, cut behind the dots of its beginning.
        if (holder.classList.contains('row-tail') && box.right <= edge.right + 1) box.left = edge.left
        else if (textOverflow !== 'ellipsis') return `cut at the side by .${holder.className}`
        if (box.left >= edge.right) return null
        box.right = edge.right
      }
    }
    const isInside = box.left >= -1 && box.right <= innerWidth + 1
    return isInside ? undefined : 'beyond the edge'
  }

  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node as Text
    if (text.data.trim() === '' || !text.parentElement?.checkVisibility({ visibilityProperty: true })) continue
    for (const line of linesOf(text)) {
      const wrong = fault(line)
      if (wrong) found.push(`${line.text}: ${wrong}`)
      if (wrong === undefined && isOnTop(line)) lines.push(line)
    }
  }

  function isOnTop({ element, box }: Line): boolean {
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    return top !== null && (top.contains(element) || element.contains(top))
  }

  lines.forEach((one, at) => {
    for (const other of lines.slice(at + 1)) {
      // A text that ends in dots has a second box for the hidden part.
      if (one.element === other.element) continue
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      if (across > 1 && down > 2) found.push(`${one.text}: over ${other.text}`)
    }
  })
  return [...new Set(found)]
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Matcher, Step } from './steps'

type Root = Document | Element
type Found = Element[]
interface Library {
  queryAllByRole(root: Element, role: string, options: object): Found
  queryAllByLabelText(root: Element, matches: (text: string) => boolean): Found
}

/** The reason why an element cannot be pressed yet, or the point at which to press it, in CSS px of the viewport. */
export type Aim = { why: string; isFatal?: boolean } | { x: number; y: number }

export interface Finder {
  find(steps: readonly Step[]): Element[]
  isVisible(element: Element): boolean
  aim(steps: readonly Step[]): Promise<Aim>
  fill(element: Element, text: string): void
}

const library = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)

/** The script that finds elements in a page, run by the driver: a policy of the page does not stop it. */
export const finderScript = () => `${library};(${installFinder})();`

/** Runs in the page, so it uses nothing outside of itself. */
function installFinder(): void {
  const page = globalThis as unknown as { TestingLibraryDom: Library; engineFinder: Finder }
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
  const elementsOf = (root: Root) => (root instanceof Document ? root.documentElement : root)

  function matches(text: string, expected: Matcher): boolean {
    if ('source' in expected) return new RegExp(expected.source, expected.flags).test(plain(text))
    const wanted = plain(expected.text)
    return expected.isExact ? plain(text) === wanted : plain(text).toLowerCase().includes(wanted.toLowerCase())
  }

  /** Playwright's rule: the smallest elements whose text matches. */
  function byText(root: Root, expected: Matcher): Found {
    const all = [...root.querySelectorAll('*:not(script, style, head, head *)')]
    const found = new Set(all.filter((element) => matches(element.textContent ?? '', expected)))
    return [...found].filter((element) => ![...element.children].some((child) => found.has(child)))
  }

  function below(root: Root, step: Step): Found {
    const { TestingLibraryDom } = page
    if ('css' in step) return [...root.querySelectorAll(step.css)]
    if ('text' in step) return byText(root, step.text)
    if ('placeholder' in step)
      return [...root.querySelectorAll('[placeholder]')].filter((element) =>
        matches(element.getAttribute('placeholder') ?? '', step.placeholder),
      )
    if ('label' in step)
      return TestingLibraryDom.queryAllByLabelText(elementsOf(root), (text) => matches(text, step.label))
    if ('role' in step) {
      const { name } = step
      const named = name ? { name: (text: string) => matches(text, name) } : {}
      return TestingLibraryDom.queryAllByRole(elementsOf(root), step.role, { ...step.state, ...named })
    }
    return []
  }

  function inOrder(elements: Iterable<Element>): Found {
    return [...new Set(elements)].sort((one, other) =>
      one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    )
  }

  function follow(roots: readonly Root[], steps: readonly Step[]): Found {
    let found: readonly Root[] = roots
    const kept = (keeps: (element: Element) => boolean) => (found as Found).filter(keeps)
    for (const step of steps) {
      if ('nth' in step) found = [found.at(step.nth)].filter((element) => element !== undefined)
      else if ('hasText' in step)
        found = kept((element) => matches(element.textContent ?? '', step.hasText) !== (step.isNot ?? false))
      else if ('has' in step)
        found = kept((element) => follow([element], step.has).length > 0 !== (step.isNot ?? false))
      else if ('or' in step) found = inOrder([...(found as Found), ...find(step.or)])
      else if ('and' in step) {
        const others = new Set(find(step.and))
        found = kept((element) => others.has(element))
      } else found = inOrder(found.flatMap((root) => below(root, step)))
    }
    return found as Found
  }

  const find = (steps: readonly Step[]) => follow([document], steps)

  function isVisible(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
  }

  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

  /** An element is pressed once it is alone, visible, enabled, at rest and on top. */
  async function aim(steps: readonly Step[]): Promise<Aim> {
    const found = find(steps)
    const [element] = found
    if (!element) return { why: 'there is no such element' }
    if (found.length > 1) return { why: `there are ${found.length} such elements`, isFatal: true }
    if (!isVisible(element)) return { why: 'it is not visible' }
    if (element.matches(':disabled, [aria-disabled=true]')) return { why: 'it is disabled' }
    const middle = () => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return { x: left + width / 2, y: top + height / 2 }
    }
    const top = ({ x, y }: { x: number; y: number }) => document.elementFromPoint(x, y)
    const isHit = (hit: Element | null) =>
      hit !== null && (element.contains(hit) || hit.closest('label')?.control === element)
    if (!isHit(top(middle()))) element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const before = middle()
    await frame()
    await frame()
    const point = middle()
    if (before.x !== point.x || before.y !== point.y) return { why: 'it moves' }
    const hit = top(point)
    return isHit(hit)
      ? point
      : { why: `${hit ? `<${hit.localName} class="${hit.className}">` : 'nothing'} is above it` }
  }

  function fill(element: Element, text: string): void {
    const field = element as HTMLInputElement
    field.focus()
    field.select()
    const isTyped = document.execCommand(text === '' ? 'delete' : 'insertText', false, text)
    if (isTyped && field.value === text) return
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
    set?.call(field, text)
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }

  page.engineFinder = { find, isVisible, aim, fill }
}

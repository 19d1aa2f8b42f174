import type { Gestures } from './Gestures'
import { attributesOf } from './nodes'
import type { OpenPage, PageStack } from './PageStack'
import type { Trace } from './Trace'

const tag = 'wx-page-container'

/** `<page-container>`: opened by its `show`; the back gesture closes it instead of the page. A page may show one. */
export class PageContainers {
  /** The containers that the user sees. */
  private readonly shown = new WeakSet<Element>()
  /** Containers that the back gesture closed while the app's `show` is still true. */
  private readonly dismissed = new WeakSet<Element>()

  constructor(
    private readonly pages: PageStack,
    private readonly gestures: Gestures,
    private readonly trace: Trace,
  ) {}

  /** False for the elements inside which nothing is visible. */
  isVisible = (element: Element): boolean => element.tagName.toLowerCase() !== tag || this.shown.has(element)

  /** Checks every container after a drawing, and fires the resulting events. */
  refresh(): void {
    for (const page of this.pages.list) {
      const containers = this.of(page)
      for (const element of containers) this.follow(element)
      if (containers.filter((element) => this.shown.has(element)).length > 1)
        this.trace.report(new Error(`two page-containers are shown on ${page.route}; WeChat has room for one`))
    }
  }

  /** The back gesture: closes the container of the page on top and returns whether there was one. */
  leave(): boolean {
    const open = this.of(this.pages.top).find((element) => this.shown.has(element))
    if (!open) return false
    this.dismissed.add(open)
    this.close(open)
    return true
  }

  /** Whether the page has a container that the user sees. */
  get isOpen(): boolean {
    return this.of(this.pages.top).some((element) => this.shown.has(element))
  }

  private of(page: OpenPage): Element[] {
    return [...page.root.querySelectorAll(tag)]
  }

  private follow(element: Element): void {
    const wanted = Boolean(attributesOf(element).show)
    if (!wanted) this.dismissed.delete(element)
    if (wanted && !this.shown.has(element) && !this.dismissed.has(element)) {
      this.shown.add(element)
      this.fire(element, ['beforeenter', 'enter', 'afterenter'])
    }
    if (!wanted && this.shown.has(element)) this.close(element)
  }

  private close(element: Element): void {
    this.shown.delete(element)
    this.fire(element, ['beforeleave', 'leave', 'afterleave'])
  }

  private fire(element: Element, events: string[]): void {
    events.forEach((name) => setImmediate(() => element.isConnected && this.gestures.fire(element, name)))
  }
}

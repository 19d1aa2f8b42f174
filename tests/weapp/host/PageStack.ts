import path from 'node:path'
import type { AppConfig } from './AppConfig'
import type { Device } from './Device'
import type { Renderer, RootView, ViewInstance } from './parts'
import type { Definition, Drawn, Registry } from './Registry'
import { WxFailure } from './WxFailure'

const stackLimit = 10

export interface OpenPage {
  route: string
  /** As onLoad received it: WeChat decodes nothing. */
  query: Record<string, string>
  definition: Definition
  /** The app's own page object. */
  instance: Record<string, unknown>
  view: RootView
  root: HTMLElement
  /** Title, bar and background as the app last set them. */
  chrome: Record<string, unknown>
}

/** Parses an address as WeChat does: drops what follows a second `?` or `=`, and decodes nothing. */
export function parseUrl(url: string): { route: string; query: Record<string, string> } {
  const [route = '', search = ''] = url.split('?')
  const pairs = search.split('&').filter(Boolean)
  const query = Object.fromEntries(pairs.map((pair) => [pair.split('=')[0] ?? '', pair.split('=')[1] ?? '']))
  return { route: route.replace(/^\//, ''), query }
}

/** `/path?a=b` for an entry into the app; values stay as they are. */
export function addressOf({ path: route, query }: { path: string; query: Record<string, string> }): string {
  const search = Object.entries(query).map(([name, value]) => `${name}=${value}`)
  return `/${route.replace(/^\//, '')}${search.length ? `?${search.join('&')}` : ''}`
}

/** The open pages, at most ten. */
export class PageStack {
  readonly list: OpenPage[] = []

  constructor(
    private readonly config: AppConfig,
    private readonly registry: Registry,
    private readonly renderer: Renderer,
    private readonly device: Device,
    private readonly body: HTMLElement,
    private readonly drawn: Drawn,
  ) {}

  get top(): OpenPage {
    const page = this.list.at(-1)
    if (!page) throw new Error('no page is open')
    return page
  }

  /** Makes an address of the app absolute; relative ones start from the page on top. */
  resolve(url: string): string {
    if (url.startsWith('/') || !this.list.length) return url
    const [route = '', ...rest] = url.split('?')
    return [path.posix.join('/', path.posix.dirname(this.top.route), route), ...rest].join('?')
  }

  push(url: string): void {
    if (this.list.length >= stackLimit) throw new WxFailure(`webview count limit exceed`)
    const { route, query } = this.find(url)
    this.hideTop()
    this.open(route, query)
  }

  replace(url: string): void {
    const { route, query } = this.find(url)
    this.closeTop()
    this.open(route, query)
  }

  restart(url: string): void {
    const { route, query } = this.find(url)
    while (this.list.length) this.closeTop()
    this.open(route, query)
  }

  /** Closes as many pages as asked, but never the last. */
  pop(delta: number): void {
    const count = Math.min(delta, this.list.length - 1)
    if (count < 1) throw new WxFailure('cannot navigate back at first page.')
    for (let i = 0; i < count; i++) this.closeTop()
    this.top.root.hidden = false
    this.tell(this.top, 'onShow')
  }

  /** Calls a lifecycle function or handler of a page, when it has one. */
  tell(page: OpenPage, name: string, ...args: unknown[]): unknown {
    const handler = page.instance[name]
    return typeof handler === 'function' ? this.device.call(handler.bind(page.instance), ...args) : undefined
  }

  private find(url: string): { route: string; query: Record<string, string> } {
    const found = parseUrl(url)
    if (!this.config.pages.includes(found.route)) throw new WxFailure(`page "${found.route}" is not found`)
    return found
  }

  private hideTop(): void {
    if (!this.list.length) return
    this.tell(this.top, 'onHide')
    this.top.root.hidden = true
  }

  private closeTop(): void {
    const page = this.list.pop() as OpenPage
    this.tell(page, 'onUnload')
    page.view.detach()
    page.root.remove()
  }

  private open(route: string, query: Record<string, string>): void {
    const { definition, viewId } = this.registry.page(route)
    const view = this.renderer.create(viewId)
    const root = this.body.ownerDocument.createElement('div')
    this.body.appendChild(root)
    view.attach(root)
    const page: OpenPage = {
      route,
      query,
      definition,
      instance: this.device.realm.make.object(),
      view,
      root,
      chrome: {},
    }
    this.fill(page)
    this.registry.bind(view.instance, page.instance)
    this.list.push(page)
    this.tell(page, 'onLoad', query)
    this.tell(page, 'onShow')
    setImmediate(() => this.list.includes(page) && this.tell(page, 'onReady'))
  }

  /** Adds WeChat's own properties to the app's page. */
  private fill(page: OpenPage): void {
    const { route, query, definition, view } = page
    const { instance } = view
    Object.assign(page.instance, definition, {
      is: route,
      route,
      __route__: route,
      options: this.device.realm.toApp(query),
      data: this.device.realm.toApp(view.data),
      setData: (data: unknown, done?: () => void) => this.setData(page, data, done),
      selectComponent: (selector: string) => instance.selectComponent(selector),
      selectAllComponents: (selector: string) => instance.selectAllComponents(selector),
      createSelectorQuery: () => instance.createSelectorQuery(),
      createIntersectionObserver: (options?: unknown) => instance.createIntersectionObserver(options),
    } satisfies Partial<Record<keyof ViewInstance | string, unknown>>)
  }

  private setData(page: OpenPage, data: unknown, done?: () => void): void {
    if (!this.list.includes(page)) return
    page.view.setData(this.registry.send(page.route, data))
    page.instance.data = page.view.data
    this.drawn()
    if (done) this.device.later(done.bind(page.instance))
  }
}

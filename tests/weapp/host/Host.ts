import type { AppInstance } from './AppInstance'
import type { Device } from './Device'
import type { Gestures } from './Gestures'
import type { Network } from './Network'
import { HostNode, visibleText } from './nodes'
import type { NetworkType, Theme } from './options'
import type { PageContainers } from './PageContainers'
import { addressOf, type OpenPage, type PageStack } from './PageStack'
import { attempt, poll, reasonOf } from './poll'
import type { OpenedDocument, SentData, SentRequest, Trace } from './Trace'
import type { Timers } from './Timers'
import type { Pick } from './wx/media'
import type { AppEntry } from './wx/system'
import type { Families } from './wx/table'

export interface HostParts {
  app: AppInstance
  containers: PageContainers
  device: Device
  families: Families
  gestures: Gestures
  missingPackages: Set<string>
  network: Network
  pages: PageStack
  timers: Timers
  trace: Trace
  /** Ends everything that the host holds. */
  release(): void
}

export interface PageView {
  route: string
  query: Record<string, string>
  /** Title, bar and background as the app last set them. */
  chrome: Record<string, unknown>
}

export interface WaitOptions {
  /** ms */
  timeout?: number
}

/** ms */
const defaultWait = 5000

function viewOf(page: OpenPage): PageView {
  const { $taroTimestamp: _stamp, ...query } = page.query
  return { route: page.route, query, chrome: page.chrome }
}

/** A phone with the mini-program open on it: what its user sees and does, and what the app did. */
export class Host {
  private readonly typed = new WeakMap<Element, string>()
  private readonly scrolled = new WeakMap<Element, number>()

  constructor(private readonly parts: HostParts) {}

  /* What has happened. */

  get errors(): Error[] {
    return this.parts.trace.errors
  }

  /** Every line of the app's console and the renderer's. */
  get logs(): string[] {
    return this.parts.trace.logs
  }

  get requests(): SentRequest[] {
    return this.parts.trace.requests
  }

  /** One entry per setData call, of pages and components. */
  get setDataLog(): SentData[] {
    return this.parts.trace.setData
  }

  get openedDocuments(): OpenedDocument[] {
    return this.parts.trace.openedDocuments
  }

  /** How often WeChat's page of the privacy guide was opened. */
  get privacyContracts(): number {
    return this.parts.trace.privacyContracts
  }

  get mediaSources(): string[] {
    return this.parts.trace.mediaSources
  }

  get previewedImages(): { urls: string[]; current: string }[] {
    return this.parts.trace.previewedImages
  }

  /** Cards of `share()` and of share buttons. */
  get shared(): Record<string, unknown>[] {
    return this.parts.trace.shared
  }

  /** Everything in storage; pass it to the next launch to start the app again on the same phone. */
  get storage(): Record<string, unknown> {
    return this.parts.families.storage.contents()
  }

  /** The files in the app's own folder, by name. */
  get files(): Record<string, Uint8Array> {
    return this.parts.device.files.own
  }

  /** Whether no file of the app has room to grow. */
  set isFull(value: boolean) {
    this.parts.device.files.isFull = value
  }

  get clipboard(): string {
    return this.parts.families.clipboard.text
  }

  /** Files that left the app, into chats and into the album. */
  get left(): Families['leaving']['left'] {
    return this.parts.families.leaving.left
  }

  /** Pictures that were passed to WeChat's menu for pictures. */
  get sentPictures(): Buffer[] {
    return this.parts.families.pictures.sent
  }

  /** Telephone numbers that the app offered to call. */
  get dialled(): string[] {
    return this.parts.families.phone.offered
  }

  get keepsScreenOn(): boolean {
    return this.parts.families.system.keepsScreenOn
  }

  /** Sound players and the recorder. */
  get audio(): Families['audio'] {
    return this.parts.families.audio
  }

  get updates(): Families['updates'] {
    return this.parts.families.updates
  }

  /* What is on the screen. */

  /** The open pages, the one on top last. */
  get pages(): PageView[] {
    return this.parts.pages.list.map(viewOf)
  }

  get page(): PageView {
    return viewOf(this.parts.pages.top)
  }

  /** Whether the user sees a page-container on the page on top. */
  get containerShown(): boolean {
    return this.parts.containers.isOpen
  }

  /** The first node on the top page that matches. */
  $(selector: string): HostNode | null {
    return this.root.$(selector)
  }

  $$(selector: string): HostNode[] {
    return this.root.$$(selector)
  }

  /** The text of the first node that matches, or of the whole page. Throws when nothing matches. */
  text(selector?: string): string {
    return selector === undefined ? this.root.text : this.need(selector).text
  }

  /** The innermost visible node with exactly this text. Throws when there is none. */
  withText(text: string): HostNode {
    const [found] = this.root.withText(text)
    if (!found) throw new Error(`nothing on the page says "${text}"\n${this.describe()}`)
    return found
  }

  /** px. */
  get window(): { width: number; height: number } {
    const { windowWidth: width, windowHeight: height } = this.parts.device.window
    return { width, height }
  }

  /** The page on top as a document, with the attributes of its templates. */
  get html(): string {
    this.$$('*')
    return this.parts.pages.top.root.outerHTML
  }

  /** Makes a missing sub-package available from now on. */
  packageComes(root: string): void {
    this.parts.missingPackages.delete(root)
  }

  /* What the user does. */

  tap(target: string | HostNode): void {
    const node = this.touchable(target)
    const openType = node.attr('open-type')
    this.parts.families.leaving.tapped()
    this.parts.gestures.tap(node.element)
    if (openType === 'share') this.share(node)
    if (openType === 'agreePrivacyAuthorization') {
      this.parts.families.privacy.agreed(node.id)
      this.fire(node, 'agreeprivacyauthorization')
    }
  }

  longPress(target: string | HostNode): void {
    this.parts.gestures.longPress(this.touchable(target).element)
  }

  /** Replaces the text of a field. */
  input(target: string | HostNode, value: string): void {
    const node = this.touchable(target)
    this.typed.set(node.element, value)
    this.fire(node, 'focus', { value: String(node.attr('value') ?? ''), height: 300 })
    this.fire(node, 'input', { value, cursor: value.length, keyCode: 0 })
  }

  /** Presses the keyboard's "done", with the text typed last. */
  confirm(target: string | HostNode): void {
    const node = this.touchable(target)
    this.fire(node, 'confirm', { value: this.typed.get(node.element) ?? String(node.attr('value') ?? '') })
  }

  /** Puts fingers on the first places, moves them over the next ones, and lifts them at the last. */
  fingers(target: string | HostNode, ...ways: readonly (readonly { x: number; y: number }[])[]): void {
    const { element } = this.need(target)
    const [first = [], ...others] = ways
    this.parts.gestures.touch(element, 'touchstart', first)
    for (const points of others) this.parts.gestures.touch(element, 'touchmove', points)
    this.parts.gestures.touch(element, 'touchend', [])
  }

  /** Any event of a component: `change`, `blur`, `scrolltolower`, `refresherrefresh`, `error` … */
  fire(target: string | HostNode, event: string, detail: object = {}): void {
    this.parts.gestures.fire(this.need(target).element, event, detail)
  }

  /** Scrolls a scroll-view to `top` px. Nothing is laid out: heights come from inline styles of its children. */
  scroll(target: string | HostNode, top: number): void {
    const { element } = this.touchable(target)
    const before = this.scrolled.get(element) ?? 0
    this.scrolled.set(element, top)
    const scrollHeight = [...element.children].reduce(
      (sum, child) => sum + (parseFloat((child as HTMLElement).style.height) || 0),
      0,
    )
    const detail = { scrollTop: top, scrollLeft: 0, scrollHeight, scrollWidth: 0, deltaX: 0, deltaY: before - top }
    this.parts.gestures.fire(element, 'scroll', detail)
  }

  /** The back gesture: closes a shown page-container, else the page, else leaves the app. */
  back(): void {
    const { containers, pages } = this.parts
    if (containers.leave()) return
    if (pages.list.length > 1) pages.pop(1)
    else this.hide()
  }

  /** How many timers wait exactly so many ms. */
  waits(ms: number): number {
    return this.parts.timers.waits(ms)
  }

  /** Runs the timers of exactly so many ms now. @returns how many there were */
  due(ms: number): number {
    return this.parts.timers.due(ms)
  }

  /** Leaves the app. `interrupt`: long enough for WeChat to end every running transfer. */
  hide({ interrupt = false } = {}): void {
    const { app, families, network, pages } = this.parts
    pages.tell(pages.top, 'onHide')
    app.tell('onHide')
    families.system.appHidden()
    if (interrupt) network.interrupt('interrupted')
  }

  /** Comes back; with a `path`, by another entry whose page replaces the stack. */
  show(entry: Partial<AppEntry> = {}): void {
    const { app, families, pages } = this.parts
    const next = { ...families.system.entered, ...entry }
    families.system.appShown(next)
    app.tell('onShow', next)
    if (entry.path === undefined) pages.tell(pages.top, 'onShow')
    else pages.restart(addressOf(next))
  }

  /** "Send to a friend" from the menu, or a share button; returns the card that the page made. */
  share(button?: HostNode): Record<string, unknown> {
    const { families, pages, trace } = this.parts
    if (!button && !families.sharing.menuShown) throw new Error('the app has hidden the share menu')
    if (typeof pages.top.instance.onShareAppMessage !== 'function')
      throw new Error(`${pages.top.route} cannot be shared`)
    const from = button ? { from: 'button', target: { id: button.id, dataset: button.dataset } } : { from: 'menu' }
    const card = (pages.tell(pages.top, 'onShareAppMessage', from) ?? {}) as Record<string, unknown>
    trace.shared.push({ ...card, menu: families.sharing.menu })
    return card
  }

  /* What the phone does. */

  setTheme(theme: Theme): void {
    if (this.parts.families.system.setTheme(theme)) this.parts.app.tell('onThemeChange', { theme })
  }

  /** Changes the text size in WeChat's settings; the app receives it when it is shown again. */
  setTextScale(scale: number): void {
    this.parts.families.system.setTextScale(scale)
  }

  setNetwork(type: NetworkType): void {
    this.parts.families.system.setNetwork(type)
  }

  setWeakNetwork(weak: boolean): void {
    this.parts.families.system.setWeakNetwork(weak)
  }

  /** `refuse`: the guide is still to be accepted, and the user says no to WeChat's own dialog. */
  setPrivacy(state: 'granted' | 'needed' | 'refuse'): void {
    this.parts.families.privacy.set(state)
  }

  /** What the user picks when the app opens a picker next; calls queue up. */
  pick(files: Pick): void {
    this.parts.families.media.pick(files)
  }

  /** Fetches an address as an `<image>` or a background does: through the same mapping, no headers, no cookies. */
  fetchMedia(url: string): ReturnType<Network['fetchMedia']> {
    return this.parts.network.fetchMedia(url)
  }

  /* Waiting and ending. */

  /** Polls until a selector matches a visible node or a function returns a truthy value; returns that. Ends at once when the app fails. */
  async waitFor(selector: string, options?: WaitOptions): Promise<HostNode>
  async waitFor<T>(condition: () => T, options?: WaitOptions): Promise<NonNullable<T>>
  async waitFor(condition: string | (() => unknown), { timeout = defaultWait }: WaitOptions = {}): Promise<unknown> {
    const look = () => {
      this.check()
      return typeof condition === 'string' ? this.$$(condition).find((node) => node.visible) : attempt(condition)
    }
    const found = await poll(look, timeout)
    if (found !== undefined) return found
    const missing = typeof condition === 'string' ? condition : reasonOf(condition)
    throw new Error(`not within ${timeout} ms: ${missing}\n${this.describe()}`)
  }

  /** Throws when something forbidden has happened. */
  check(): void {
    if (!this.errors.length) return
    throw new Error(`the app failed:\n${this.errors.map((error) => error.stack ?? error.message).join('\n')}`, {
      cause: this.errors[0],
    })
  }

  /** Ends the app and everything it holds; throws when something forbidden has happened. */
  async close(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    this.parts.release()
    this.check()
  }

  private get root(): HostNode {
    return new HostNode(this.parts.pages.top.root, this.parts.containers.isVisible)
  }

  private need(target: string | HostNode): HostNode {
    if (typeof target !== 'string') return target
    const found = this.$(target)
    if (!found) throw new Error(`nothing on the page fits "${target}"\n${this.describe()}`)
    return found
  }

  /** A node that a finger can reach: on the page on top, visible, not disabled. */
  private touchable(target: string | HostNode): HostNode {
    const node = this.need(target)
    const name = typeof target === 'string' ? target : `<${node.tag}>`
    if (!this.parts.pages.top.root.contains(node.element))
      throw new Error(`${name} is not on the page any more\n${this.describe()}`)
    if (!node.visible) throw new Error(`${name} lies in a page-container that is not shown`)
    if (node.attr('disabled')) throw new Error(`${name} is disabled`)
    return node
  }

  private describe(): string {
    const { containers, pages, trace } = this.parts
    const text = visibleText(pages.top.root, containers.isVisible)
    const lines = trace.logs.filter((line) => /^\w+ (error|warn)/.test(line)).slice(-3)
    const asked = trace.requests
      .slice(-6)
      .map(({ method, url, status, failure }) => `${method} ${url}: ${status ?? failure ?? 'under way'}`)
    return [`--- ${pages.top.route}`, text || '(no text)', ...lines, ...asked].join('\n')
  }
}

import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Language, Wording } from '@/contract/entities'
import type { PackageName, PhraseKey, PhraseParams } from '@/i18n/Phrase'
import { createWords, type Words } from '@/i18n/words'
import { allOf, overlays as wordings } from '../i18n/catalogues'
import { client, password } from '../support/client'
import { type Host, type HostNode, launch, type LaunchOptions } from './host'
import { origin, type Site } from './site'

/** The output folder of `npm run build:weapp`. */
export const build = process.env.WEAPP_BUILD ?? fileURLToPath(new URL('../../dist/weapp', import.meta.url))

/** ms until a wait fails; no test waits for its own sake */
const patience = 20_000

/** The words of the mini-program, all packages. */
export function wordsOf(language: Language, wording: Wording = 'default'): Words<PackageName> {
  return createWords(...allOf(language), ...(wording === 'education' ? [wordings[language]] : []))
}

/** Opens the built mini-program on a phone of its own, which ends with the test and fails it when the app has failed. */
export async function openPhone(
  t: TestContext,
  server: { url: string },
  options: Partial<LaunchOptions> = {},
): Promise<Phone> {
  const host = await launch(build, { origin, serverUrl: server.url, ...options })
  t.after(() => host.close())
  return new Phone(host)
}

/** Opens the app of a user who signed in earlier, at the page of `options`, else at the frequent space. */
export async function openSignedIn(
  t: TestContext,
  server: { url: string },
  { login }: { login: string },
  options: Partial<LaunchOptions> = {},
): Promise<Phone> {
  const { headers } = await client(server).asApplet(login)
  return openPhone(t, server, {
    ...options,
    storage: { authToken: JSON.stringify(headers['auth-token']), ...options.storage },
  })
}

/** Opens the app of a signed-in user at their own files. */
export async function openOwn(
  t: TestContext,
  server: { url: string },
  user: { login: string },
  options: Partial<LaunchOptions> = {},
): Promise<Phone> {
  const phone = await openSignedIn(t, server, user, { query: { space: 'own' }, ...options })
  await phone.until(() => phone.host.$('.row, .empty'))
  return phone
}

/** Taps a file of one's own and waits for its preview. */
export async function openFile(t: TestContext, site: Site, name: string, content: Buffer | string): Promise<Phone> {
  const user = await site.make.user()
  await site.make.file({ owner: user }, { name, content })
  const phone = await openOwn(t, site.wire, user)
  await phone.open(name)
  await phone.at('preview')
  return phone
}

/** What a user does with the app and reads on it, in their language. */
export class Phone {
  /** The words in the user's current language. */
  words = wordsOf('zh-CN')

  constructor(readonly host: Host) {}

  t(key: PhraseKey<PackageName>, params?: PhraseParams): string {
    return this.words(key, params) || assert.fail(`no words for ${key}`)
  }

  /** Waits for a selector, or for a function that neither throws nor returns nothing. */
  until(selector: string): Promise<HostNode>
  until<T>(look: () => T): Promise<NonNullable<T>>
  until(condition: string | (() => unknown)): Promise<unknown> {
    return this.host.waitFor(condition as string, { timeout: patience })
  }

  /** Waits until that page is on top, and returns its query. */
  async at(
    page:
      | 'files'
      | 'login'
      | 'preview'
      | 'search'
      | 'pick'
      | 'share'
      | 'people'
      | 'people/members'
      | 'message'
      | 'account/me'
      | 'comments',
    query: Record<string, string> = {},
  ): Promise<Record<string, string>> {
    const route =
      page === 'files'
        ? 'pages/files/index'
        : page === 'login'
          ? 'packages/account/login/index'
          : `packages/${page}/index`
    return this.until(() => {
      const { page: top } = this.host
      const isThere = top.route === route && Object.entries(query).every(([name, value]) => top.query[name] === value)
      if (!isThere)
        throw new Error(`at ${top.route} ${JSON.stringify(top.query)}, not at ${route} ${JSON.stringify(query)}`)
      return this.host.$('.screen .header') && top.query
    })
  }

  /** Waits until the page on top has that title. */
  async titled(name: string): Promise<void> {
    await this.until(() => this.title === name || missing(name))
  }

  /** Waits until the page shows the text. */
  async reads(text: string): Promise<void> {
    await this.until(() => this.host.text().includes(text) || missing(text))
  }

  async readsNot(text: string): Promise<void> {
    await this.until(() => !this.host.text().includes(text) || missing(`not ${text}`))
  }

  /** Waits for an exact text that can be pressed, and presses it; the topmost where there are several. */
  async press(text: string): Promise<void> {
    const isOpen = isWhole(text)
    const node = await this.until(() =>
      this.host
        .$$('page-container, view, text, button')
        .filter((one) => isOpen(one) && !one.attr('disabled'))
        .pop(),
    )
    this.host.tap(node)
  }

  async signIn(login: string, secret = password): Promise<void> {
    const submit = await this.until('.login-submit button')
    this.fill(0, login)
    this.fill(1, secret)
    this.host.tap(submit)
  }

  /** Types into the page's field of that number. */
  fill(at: number, value: string): void {
    this.host.input(this.host.$$('.field-input')[at] ?? assert.fail(`no field ${at}`), value)
  }

  /** Opens the navigation panel. */
  async openPlaces(): Promise<void> {
    this.host.tap(await this.until('.header-press'))
    await this.until('.navigation .navigation-row')
  }

  /** Presses an entry of the bar at the foot. */
  async tapBar(entry: 'home' | 'files' | 'add' | 'messages' | 'me'): Promise<void> {
    this.host.tap(await this.until(`.foot-${entry}`))
  }

  /** Opens the account by the bar at the foot. */
  async openMe(): Promise<void> {
    await this.tapBar('me')
    await this.until('.segmented')
  }

  /** Waits for a button with that icon. */
  icon(name: string): Promise<HostNode> {
    return this.until(() => this.host.$$('.icon-button').find((button) => button.$(`.icon-${name}`)) ?? missing(name))
  }

  /** Goes to a place by the navigation panel, unfolding the departments on the way. */
  async goTo(name: string, { through = [] }: { through?: string[] } = {}): Promise<void> {
    await this.openPlaces()
    for (const department of through) {
      const toggle = (await this.place(department)).$('.navigation-toggle')
      this.host.tap(toggle ?? assert.fail(`${department} has nothing below`))
    }
    this.host.tap((await this.place(name)).$('.navigation-place')!)
    await this.titled(name)
  }

  /** The line of a place in the open navigation panel. */
  place(name: string): Promise<HostNode> {
    return this.until(() => this.host.$$('.navigation-row').find((row) => row.text === name) ?? missing(name))
  }

  get title(): string {
    return this.host.text('.header-text')
  }

  /** The names of the drawn rows, from the top. */
  get names(): string[] {
    return this.rows.map(nameOf)
  }

  get rows(): HostNode[] {
    const topOf = (row: HostNode) => parseFloat((row.element as HTMLElement).style.top)
    return this.host.$$('.row').sort((a, b) => topOf(a) - topOf(b))
  }

  row(name: string): Promise<HostNode> {
    return this.until(() => this.rows.find((row) => nameOf(row) === name) ?? missing(name))
  }

  async rowGone(name: string): Promise<void> {
    await this.until(() => this.names.length > 0 && !this.names.includes(name))
  }

  /** The number of rows in the list, drawn or not. */
  get listLength(): number {
    return parseFloat((this.host.$('.virtual-list-body')!.element as HTMLElement).style.height) / 64
  }

  async open(name: string): Promise<void> {
    this.host.tap((await this.row(name)).$('.row-open')!)
  }

  /** Opens the menu of a row. */
  async menu(name: string): Promise<void> {
    await this.until(() => !this.host.$('.sheet'))
    await this.row(name)
    this.host.tap(await this.until(() => this.rows.find((row) => nameOf(row) === name)?.$('.row-more')))
    await this.until('.sheet .menu-entry')
  }

  /** Waits for an entry of the open menu and presses it. */
  async choose(key: PhraseKey<PackageName>): Promise<void> {
    const label = this.t(key)
    this.host.tap(
      await this.until(() => this.host.$$('.menu-entry').find((entry) => entry.text === label) ?? missing(label)),
    )
  }

  /** Opens the sheet of what can be added here and presses one entry. */
  async add(
    key: 'upload.camera' | 'upload.media' | 'upload.chat' | 'upload.scan.title' | 'name.newFolder',
  ): Promise<void> {
    this.host.tap(await this.until('.foot-add'))
    const label = this.t(key)
    this.host.tap(
      await this.until(() => this.host.$$('.action-grid-cell').find((cell) => cell.text === label) ?? missing(label)),
    )
  }

  /** Waits until the phone is connected to the server's events, two seconds after the first page. @param others streams of other clients */
  async listens({ live }: { live: { size(): number } }, others = 0): Promise<void> {
    await this.until(() => {
      this.host.due(2000)
      return live.size() === others + 1 || missing('the stream')
    })
  }

  /** Waits for the toast. */
  async toast(key: PhraseKey<PackageName>, params?: PhraseParams): Promise<void> {
    const text = this.t(key, params)
    await this.until(() => this.host.text('.toast-text') === text || missing(text))
  }

  /** Waits for a dialog and returns its title, text and buttons. */
  async dialog(): Promise<{ title: string; text: string; buttons: string[] }> {
    await this.until('.dialog')
    const textOf = (part: string) => this.host.$(`.dialog-${part}`)?.text ?? ''
    return {
      title: textOf('title'),
      text: textOf('text'),
      buttons: this.host.$$('.dialog-buttons button').map((button) => button.text),
    }
  }

  /** Presses a button of the dialog and waits until the dialog is gone. */
  async answer(key: PhraseKey<PackageName>): Promise<void> {
    await this.until('.dialog')
    const label = this.t(key)
    this.host.tap(
      this.host.$$('.dialog-buttons button').find((button) => button.text === label) ??
        assert.fail(`no button ${label}`),
    )
  }

  /** The address of the picture laid over a tile; null where there is none. */
  static pictureOf(node: HostNode): string | null {
    const style = node.$('.tile')?.element.getAttribute('style') ?? ''
    return /--picture:\s*url\("([^"]+)"\)/.exec(style)?.[1] ?? null
  }

  /** Requests of one call so far, by a part of their address. */
  asked(part: string): string[] {
    return this.host.requests.filter(({ url }) => url.includes(part)).map(({ url }) => url.slice(origin.length))
  }
}

function missing(what: string): never {
  throw new Error(`missing: ${what}`)
}

function isWhole(text: string) {
  return (node: HostNode) => node.visible && node.text === text
}

function nameOf(row: HostNode): string {
  return ['.row-head', '.row-tail'].map((part) => row.$(part)?.text ?? '').join('')
}

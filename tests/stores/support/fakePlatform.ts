import type { DocumentRequest, Navigator, OverlayHost, PickedFile, Place, Platform } from '@/platform/Platform'
import { createOwnedStorage } from '@/platform/ownedStorage'
import { createOverlayHost } from '@/platform/weapp/overlays'
import { FakeServer } from './fakeServer'
import { ManualClock } from './manualClock'

const home: Place = { page: 'files', space: 'frequent' }

function addressOf(place: Place): string {
  if (place.page === 'files') return `/files/${place.space}${place.id ? `/${place.id}` : ''}`
  return `/${place.page}`
}

/** Records where it was led. */
export class FakeNavigator implements Navigator {
  stack: Place[] = [home]
  readonly visits: string[] = []
  restarts = 0
  readonly overlays: OverlayHost = createOverlayHost()

  async push(place: Place) {
    this.visits.push(`push ${addressOf(place)}`)
    this.stack.push(place)
  }

  async replace(place: Place) {
    this.visits.push(`replace ${addressOf(place)}`)
    this.stack.splice(-1, 1, place)
  }

  async relaunch(place: Place) {
    this.visits.push(`relaunch ${addressOf(place)}`)
    this.stack = [place]
  }

  async back() {
    this.visits.push('back')
    this.stack.pop()
  }

  depth() {
    return this.stack.length - 1
  }

  here() {
    return addressOf(this.top)
  }

  async resume(address: string) {
    this.visits.push(`resume ${address}`)
  }

  placeOf() {
    return undefined
  }

  leave(url: string) {
    this.visits.push(`leave ${url}`)
  }

  restart() {
    this.restarts += 1
  }

  overlaysOfPage() {
    return this.overlays
  }

  get top(): Place {
    return this.stack[this.stack.length - 1] ?? home
  }
}

/** A phone without a phone: scripted answers, a manual clock, a stack of places. */
export class FakePlatform implements Platform {
  readonly server = new FakeServer()
  readonly clock = new ManualClock()
  readonly navigate = new FakeNavigator()
  readonly kept = new Map<string, string>()
  readonly released: PickedFile[] = []
  /** The px per side that `readBase64` was asked for. */
  readonly sides: (number | undefined)[] = []
  readonly documents: DocumentRequest[] = []
  clipboard: string | Error = ''
  look: Platform['look'] = { wework: false }
  readonly origin = ''
  readonly name: Platform['name']
  readonly can: Platform['can']
  chosenLanguage: ReturnType<Platform['language']['read']> = {}
  theme: 'light' | 'dark' = 'light'
  picked: PickedFile[] | Error = []
  bootValue: unknown = undefined
  messages?: Platform['messages']
  preloaded?: Platform['preloaded']
  canRead = async (_file: PickedFile) => true
  /** An error makes it reject, as a phone does whose file is gone. */
  base64: string | Error = ''
  openDocument = async (document: DocumentRequest) => void this.documents.push(document)
  private readonly themeListeners: ((theme: 'light' | 'dark') => void)[] = []

  constructor(name: Platform['name'] = 'h5') {
    const isWeb = name === 'h5'
    this.name = name
    this.can = {
      cookies: isWeb,
      openDocument: !isWeb,
      saveByAddress: isWeb,
      pick: isWeb ? ['media', 'files'] : ['media', 'chat'],
      leave: isWeb,
      privacy: !isWeb,
      announcesCopy: !isWeb,
    }
  }

  /** The characters for which its storage has room. */
  room = Infinity

  readonly storage: Platform['storage'] = this.anotherTab()

  /** The same phone's storage, as another page of the app has it. */
  anotherTab(): Platform['storage'] {
    return createOwnedStorage(
      {
        get: (key) => this.kept.get(key) ?? '',
        set: (key, text) => {
          if (text.length > this.room) throw new Error('exceeds the limit')
          this.kept.set(key, text)
        },
        remove: (key) => void this.kept.delete(key),
        keys: () => [...this.kept.keys()],
      },
      () => undefined,
    )
  }

  readonly language: Platform['language'] = {
    read: () => this.chosenLanguage,
    write: (choice) => {
      this.chosenLanguage = { ...this.chosenLanguage, ...choice }
    },
  }

  request: Platform['request'] = (request) => this.server.answer(request)
  upload: Platform['upload'] = (upload) => this.server.take(upload)
  sendPart: Platform['sendPart'] = (request) => this.server.takePart(request)
  firstPartSize = 1024 * 1024
  partSize = 1024 * 1024
  /** Whether the screen is kept on. */
  isAwake = false

  keepAwake(on: boolean) {
    this.isAwake = on
  }

  async pickFiles() {
    if (this.picked instanceof Error) throw this.picked
    return this.picked
  }

  async readBase64(_file: PickedFile, side?: number) {
    this.sides.push(side)
    if (this.base64 instanceof Error) throw this.base64
    return this.base64
  }

  releaseFile(file: PickedFile) {
    this.released.push(file)
  }

  readonly saved: string[] = []

  saveByAddress(address: string) {
    this.saved.push(address)
  }

  async copyText(text: string) {
    if (this.clipboard instanceof Error) throw this.clipboard
    this.clipboard = text
  }

  dialled: string[] = []

  dial(number: string) {
    this.dialled.push(number)
  }

  window() {
    return { width: 375, height: 667, statusBar: 0, capsuleSpace: 0, headerHeight: 48, textScale: 1 }
  }

  onResize() {
    return () => {}
  }

  systemTheme() {
    return this.theme
  }

  onSystemTheme(listener: (theme: 'light' | 'dark') => void) {
    this.themeListeners.push(listener)
    return () => {}
  }

  turnTheme(theme: 'light' | 'dark') {
    this.theme = theme
    for (const listener of this.themeListeners) listener(theme)
  }

  private readonly showListeners: (() => void)[] = []

  onShow(listener: () => void) {
    this.showListeners.push(listener)
    return () => {}
  }

  /** Brings the app back to the foreground. */
  comesBack() {
    for (const listener of this.showListeners) listener()
  }

  readonly boot = () => this.bootValue
}

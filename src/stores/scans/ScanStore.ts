import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { splitExtension } from '@/domain/items/extension'
import type { Look } from '@/domain/scans/clean'
import { COPY_SIDE, PAGE_SIDE, SCAN_PAGES, SHOWN_QUALITY, SHOWN_SIDE, SOURCE_SIDE } from '@/domain/scans/limits'
import type { Pixels } from '@/domain/scans/pixels'
import type { UploadTarget } from '@/domain/uploads/uploads'
import type { PickedFile, PickSource, Platform, Scanner, ScannerPart } from '@/platform/Platform'
import { FileUnreadable } from '@/platform/fileFailures'
import { PrivacyUndeclared } from '@/platform/privacyFailures'
import { ActionLog } from '@/stores/app/ActionLog'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'
import { makeLazy, type HasLazy } from '@/stores/app/LazyStores'
import { reportError } from '@/stores/app/reportError'
import { isPickFailure, pickMessage } from '@/stores/uploads/uploadFaults'
import { drawPage } from './drawPage'
import { makePdf } from './makePdf'
import { readPage } from './readPage'
import type { ScanPage } from './ScanPage'

interface Dependencies {
  api: Api
  feedback: FeedbackStore
  platform: Pick<Platform, 'pickFiles' | 'releaseFile' | 'clock'>
  lazy: { scanner?: ScannerPart }
}

/** The queue that receives the PDF. */
interface Queue {
  add(files: readonly PickedFile[], target: UploadTarget): void
}

/** Why work on a page ends early: the page, or the whole scan, is gone. */
class Stopped extends Error {}

/** The app's only scan. It stays when its screen is left, until it is saved or discarded. */
export function scanOf(app: Dependencies & HasLazy<{ scan: ScanStore }>): ScanStore {
  return makeLazy<'scan', ScanStore>(app, 'scan', () => new ScanStore(app))
}

/** Photos of paper that become one PDF on the phone (AH-44). */
export class ScanStore {
  pages: readonly ScanPage[] = []
  /** The page that is edited. */
  currentId = 0
  /** How much is done of reading photos or of saving; null while neither runs. */
  progress: { kind: 'reading' | 'saving'; done: number; total: number } | null = null
  /** The name that the user typed; null for the suggested one. */
  name: string | null = null
  private look: Look = 'colour'
  private lastId = 0
  /** Counts the ends of scans, so that work for an ended one stops. */
  private generation = 0
  private opened: Promise<Scanner> | null = null
  /** Pictures are drawn one after another, for the phone's memory. */
  private drawing: Promise<void> = Promise.resolve()

  constructor(private readonly deps: Dependencies) {
    makeAutoObservable<this, 'deps' | 'look' | 'lastId' | 'generation' | 'opened' | 'drawing'>(this, {
      pages: observable.ref,
      progress: observable.ref,
      deps: false,
      look: false,
      lastId: false,
      generation: false,
      opened: false,
      drawing: false,
    })
  }

  get current(): ScanPage | null {
    return this.pages.find(({ id }) => id === this.currentId) ?? this.pages[0] ?? null
  }

  get room(): number {
    return SCAN_PAGES - this.pages.length
  }

  /** Lets the user take or choose photos. Call this in the handler of the user's tap. */
  async pick(source: PickSource) {
    const { api, feedback, platform } = this.deps
    const { generation } = this
    if (this.progress) return
    try {
      const files = await platform.pickFiles(source, this.room)
      if (generation === this.generation) await this.add(files)
      else this.releaseFiles(files)
    } catch (error) {
      if (error instanceof PrivacyUndeclared) new ActionLog(api).privacyUndeclared(error)
      if (!isPickFailure(error)) reportError(platform.clock, error)
      void feedback.alert(pickMessage(error))
    }
  }

  /** Adds photos as pages and finds the corners of each. */
  async add(files: readonly PickedFile[]) {
    const { feedback } = this.deps
    const { generation, room } = this
    const isWanted = () => generation === this.generation
    const taken = files.slice(0, room)
    this.releaseFiles(files.slice(room))
    let unreadable = 0
    for (const [done, file] of taken.entries()) {
      if (isWanted()) this.setProgress({ kind: 'reading', done, total: taken.length })
      const page = isWanted() ? await this.read(file) : null
      if (page && isWanted()) this.append(page)
      else {
        unreadable += 1
        this.releaseFiles(page?.files ?? [file])
      }
    }
    if (!isWanted()) return
    this.setProgress(null)
    if (unreadable > 0) void feedback.alert({ key: 'upload.scan.unreadable', params: { n: unreadable } })
    if (files.length > room) void feedback.alert({ key: 'upload.scan.tooMany', params: { n: SCAN_PAGES } })
  }

  setCurrent(page: ScanPage) {
    this.currentId = page.id
  }

  turn(page: ScanPage) {
    page.turn()
    this.draw(page)
  }

  /** Further photos get the same look. */
  setLook(page: ScanPage, look: Look) {
    this.look = look
    page.setLook(look)
    this.draw(page)
  }

  /** Moves a page by one place. */
  move(page: ScanPage, by: -1 | 1) {
    const from = this.pages.indexOf(page)
    const pages = this.pages.filter((other) => other !== page)
    if (from + by < 0 || from + by > pages.length) return
    pages.splice(from + by, 0, page)
    this.pages = pages
  }

  remove(page: ScanPage) {
    const at = this.pages.indexOf(page)
    this.pages = this.pages.filter((other) => other !== page)
    this.currentId = (this.pages[at] ?? this.pages[at - 1])?.id ?? 0
    this.releaseFiles(page.files)
    if (this.pages.length === 0) this.end()
  }

  setName(name: string) {
    this.name = name
  }

  /** Asks, then removes all pages. */
  async discard() {
    const isSure = await this.deps.feedback.confirm(
      { key: 'upload.scan.discardText' },
      { title: { key: 'upload.scan.discardTitle' }, confirm: { key: 'upload.scan.discard' }, isDanger: true },
    )
    if (isSure) this.forget()
  }

  /**
   * Makes the PDF and queues it. After a failure all pages are as before.
   * @param name with its extension
   * @returns whether it is queued
   */
  async save(name: string, target: UploadTarget, queue: Queue): Promise<boolean> {
    const { feedback, platform } = this.deps
    const { generation, pages } = this
    const isWanted = () => generation === this.generation
    if (pages.length === 0 || this.progress) return false
    try {
      const scanner = await this.scanner()
      const parts = await makePdf(pages, {
        scanner,
        title: splitExtension(name).stem,
        draw: (page) => this.drawn(page.photo, page, SOURCE_SIDE, PAGE_SIDE, isWanted),
        release: (picture) => platform.releaseFile(picture),
        onPage: (done) => {
          if (isWanted()) this.setProgress({ kind: 'saving', done, total: pages.length })
        },
      })
      const file = await scanner.join(name, parts)
      if (!isWanted()) {
        platform.releaseFile(file)
        return false
      }
      this.forget()
      queue.add([file], target)
      return true
    } catch (error) {
      // The pages may be gone already.
      if (error instanceof Stopped || !isWanted()) return false
      if (!(error instanceof FileUnreadable)) reportError(platform.clock, error)
      this.setProgress(null)
      void feedback.alert({ key: 'upload.scan.failed' })
      return false
    }
  }

  /** Ends the scan and removes what the phone holds for it. */
  forget() {
    const { pages } = this
    this.pages = []
    this.releaseFiles(pages.flatMap(({ files }) => files))
    this.end()
  }

  private end() {
    this.generation += 1
    this.name = null
    this.progress = null
    this.guard()
  }

  private append(page: ScanPage) {
    this.pages = [...this.pages, page]
    this.currentId = page.id
    this.guard()
    this.draw(page)
  }

  /** A reload would lose the pages. */
  private guard() {
    void this.opened?.then(
      (scanner) => scanner.askBeforeLeaving(this.pages.length > 0),
      () => undefined,
    )
  }

  private releaseFiles(files: readonly PickedFile[]) {
    for (const file of files) this.deps.platform.releaseFile(file)
  }

  /** Null for a file that is no picture. */
  private async read(file: PickedFile): Promise<ScanPage | null> {
    try {
      this.lastId += 1
      return await readPage(await this.scanner(), file, this.lastId, this.look)
    } catch (error) {
      if (!(error instanceof FileUnreadable)) reportError(this.deps.platform.clock, error)
      return null
    }
  }

  /** Draws the straightened page that is shown, unless it changes again first. Call it when corners have been moved. */
  draw(page: ScanPage) {
    const { state } = page
    const isWanted = () => page.state === state && this.pages.includes(page)
    this.drawing = this.drawing.then(async () => {
      try {
        const pixels = await this.drawn(page.copy, page, COPY_SIDE, SHOWN_SIDE, isWanted)
        const shown = await (await this.scanner()).write(pixels, SHOWN_QUALITY)
        if (!isWanted()) return this.deps.platform.releaseFile(shown)
        if (page.shown) this.deps.platform.releaseFile(page.shown)
        page.setShown(shown)
      } catch (error) {
        // Its files may be gone already.
        if (error instanceof Stopped || !isWanted()) return
        if (!(error instanceof FileUnreadable)) reportError(this.deps.platform.clock, error)
        void this.deps.feedback.alert({ key: 'upload.scan.failed' })
      }
    })
  }

  /** @param isWanted whether to go on */
  private async drawn(
    file: PickedFile,
    { quad, look }: ScanPage,
    side: number,
    longest: number,
    isWanted: () => boolean,
  ): Promise<Pixels> {
    if (!isWanted()) throw new Stopped()
    const { clock } = this.deps.platform
    const photo = await (await this.scanner()).read(file, side)
    return drawPage(photo, { quad, look }, longest, async () => {
      await new Promise<void>((resolve) => clock.after(0, resolve))
      if (!isWanted()) throw new Stopped()
    })
  }

  private setProgress(progress: ScanStore['progress']) {
    this.progress = progress
  }

  /** Loaded once, unless loading fails. */
  private scanner(): Promise<Scanner> {
    const { scanner } = this.deps.lazy
    if (!scanner) throw new FileUnreadable()
    this.opened ??= scanner.open().catch((error: unknown) => {
      this.opened = null
      throw error
    })
    return this.opened
  }
}

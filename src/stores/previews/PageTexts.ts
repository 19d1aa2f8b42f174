import { computed, makeAutoObservable } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import type { PageLine } from '@/contract/previews/pageTexts'
import type { PreviewError } from '@/domain/previews/generation'
import { boxOfLine, findOnPage, type PageBox, type PageMark } from '@/domain/previews/pageWords'
import { PAGE_PORTION } from '@/domain/previews/pdfPages'
import type { ReadingPlace } from '@/domain/previews/readingColumn'
import type { Found } from '@/domain/previews/readingFind'
import type { Canceler, Platform } from '@/platform/Platform'
import { createCanceler } from '@/platform/canceler'
import { ReadingFind } from './reading/ReadingFind'
import type { PreviewTarget } from './representationRequest'
import { previewErrorOf } from './previewError'

interface Dependencies {
  api: Api
  platform: Pick<Platform, 'clock'>
}

/** The pages on the screen. */
interface ShownPages {
  /** 0 before the pages are known */
  readonly total: number
  /** From 1. */
  readonly current: number
  /** @param page from 0 */
  showSpot(page: number, box: PageBox): void
}

/** Portions that are stored; a phone needs no more than those around the reader. */
const STORED = 6
/** Requests for a portion, and ms between them, while the server makes the texts; it holds each request itself. */
const TRIES = 5
const PAUSE = 1000

/** The words on the pages of a document: found, marked and shown (AH-38). */
export class PageTexts {
  readonly find: ReadingFind
  /** Whether the pages turned out to have no text, such as those of a scan. */
  hasNoText = false
  /** By portion, the oldest first. */
  private readonly stored = new Map<number, PageLine[][]>()
  private readonly asked = new Map<number, Promise<PageLine[][] | null>>()
  /** The words whose boxes are stored. */
  private finder: RegExp | null = null
  private readonly boxes = new Map<string, PageBox[]>()
  private readonly canceler: Canceler = createCanceler()

  constructor(
    private readonly deps: Dependencies,
    private readonly target: PreviewTarget,
    private readonly pages: ShownPages,
    private readonly fail: (reason: PreviewError) => void,
  ) {
    this.find = new ReadingFind(this, deps.platform.clock)
    makeAutoObservable<
      this,
      'deps' | 'target' | 'pages' | 'fail' | 'stored' | 'asked' | 'finder' | 'boxes' | 'canceler'
    >(this, {
      find: false,
      marks: computed,
      pieceCount: false,
      place: false,
      deps: false,
      target: false,
      pages: false,
      fail: false,
      stored: false,
      asked: false,
      finder: false,
      boxes: false,
      canceler: false,
    })
  }

  /** The found places by page, from 0. */
  get marks(): ReadonlyMap<number, readonly PageMark[]> {
    const { found, at } = this.find
    const marks = new Map<number, PageMark[]>()
    for (const [index, { piece, block, nth }] of found.entries()) {
      const page = piece * PAGE_PORTION + block
      const boxes = this.boxes.get(`${page} ${nth}`) ?? []
      marks.set(page, [...(marks.get(page) ?? []), { boxes, isCurrent: index === at }])
    }
    return marks
  }

  get pieceCount(): number {
    return Math.ceil(this.pages.total / PAGE_PORTION)
  }

  get place(): ReadingPlace {
    const page = this.pages.current - 1
    return { piece: Math.floor(page / PAGE_PORTION), block: page % PAGE_PORTION }
  }

  /** For the search. A piece is a portion of the pages, a block is a page of it. */
  async findIn(piece: number, finder: RegExp, most: number): Promise<Found[] | null> {
    if (finder !== this.finder) this.boxes.clear()
    this.finder = finder
    const pages = await this.fetch(piece)
    // Other words are searched meanwhile.
    if (finder !== this.finder) return []
    if (pages === null) return null
    const found: Found[] = []
    for (const [block, lines] of pages.entries()) {
      for (const [nth, boxes] of findOnPage(lines, finder, most - found.length).entries()) {
        this.boxes.set(`${piece * PAGE_PORTION + block} ${nth}`, boxes)
        found.push({ piece, block, nth })
      }
    }
    return found
  }

  reveal({ piece, block }: ReadingPlace, nth: number) {
    const page = piece * PAGE_PORTION + block
    const [box] = this.boxes.get(`${page} ${nth}`) ?? []
    if (box) this.pages.showSpot(page, box)
  }

  /** The lines of a page, from 0; null while they are unknown. They are requested then. */
  linesOf(page: number): readonly PageBox[] | null {
    const portion = Math.floor(page / PAGE_PORTION)
    const lines = this.stored.get(portion)?.[page % PAGE_PORTION]
    if (!lines) void this.fetch(portion)
    return lines ? lines.map(boxOfLine) : null
  }

  dispose() {
    this.canceler.cancel()
    this.find.stop()
  }

  /** Several requests for a portion are one. */
  private fetch(portion: number): Promise<PageLine[][] | null> {
    if (this.hasNoText) return Promise.resolve([])
    const stored = this.stored.get(portion)
    if (stored) return Promise.resolve(stored)
    const running = this.asked.get(portion)
    if (running) return running
    const request = this.ask(portion).finally(() => this.asked.delete(portion))
    this.asked.set(portion, request)
    return request
  }

  /** null for a portion that cannot be fetched, or whose text is left out */
  private async ask(portion: number): Promise<PageLine[][] | null> {
    const { fileId, versionId, file, encoding } = this.target
    const place = { file_id: fileId, file_version_id: versionId, entry: file?.entry, encoding, portion }
    const { canceler } = this
    try {
      for (let tried = 1; tried <= TRIES && !canceler.canceled; tried += 1) {
        const answer = await this.deps.api.call('GET /apps/representations/page_texts', place, {
          quiet: true,
          canceler,
        })
        if (canceler.canceled) return null
        if (answer.reason !== null) return this.without(answer.reason)
        if (answer.pages.length > 0) return this.store(portion, answer.pages)
        if (answer.is_cut) return null
        await new Promise<void>((resolve) => void this.deps.platform.clock.after(PAUSE, resolve))
      }
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (!canceler.canceled) this.refused(error)
    }
    return null
  }

  private store(portion: number, pages: PageLine[][]): PageLine[][] {
    this.stored.set(portion, pages)
    for (const oldest of this.stored.keys()) if (this.stored.size > STORED) this.stored.delete(oldest)
    return pages
  }

  private without(reason: PreviewError): PageLine[][] | null {
    if (reason === 'server_error') return null
    this.hasNoText = true
    return []
  }

  /** Without the right, nothing of the document stays on the screen. */
  private refused(error: ApiFailure) {
    const reason = previewErrorOf(error)
    if (reason === 'permission_denied' || reason === 'file_deleted') this.fail(reason)
  }
}

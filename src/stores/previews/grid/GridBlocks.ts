import { computed, makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import type { GridBlock, GridSheet } from '@/contract/previews/grid'
import type { PreviewError } from '@/domain/previews/generation'
import type { Clock, Canceler } from '@/platform/Platform'
import { createCanceler } from '@/platform/canceler'
import { previewErrorOf } from '../previewError'
import type { PreviewTarget } from '../representationRequest'
import { Retries } from '../Retries'

interface Listener {
  /** The table was made anew: its rows may be others. */
  onRenewed(): void
  failed(reason: PreviewError): void
}

/** Blocks that are requested at a time when all are needed. */
const ABREAST = 4

/** The rows of a block; null if it could not be loaded; `renewed` if the table was made anew meanwhile, so that the block is none of it. */
type Fetched = readonly string[] | null | 'renewed'

const nameOf = (sheet: number, block: number) => `${sheet}:${block}`

/** The sheets of a table, and the blocks of their rows that the phone has (AH-37). */
export class GridBlocks {
  sheets: readonly GridSheet[] = []
  isCut = false
  /** False while only the beginning of the table is made. */
  isWhole = false
  watermark: string | null = null
  private rendition: string | null = null
  private readonly loaded = observable.map<string, readonly string[]>([], { deep: false })
  private readonly failedBlocks = observable.set<string>()
  private readonly asked = new Map<string, Promise<Fetched>>()
  private readonly retries: Retries
  private readonly canceler: Canceler = createCanceler()

  constructor(
    private readonly api: Api,
    clock: Clock,
    private readonly target: PreviewTarget,
    first: GridBlock,
    private readonly listener: Listener,
  ) {
    this.retries = new Retries(clock)
    makeAutoObservable<
      this,
      | 'api'
      | 'target'
      | 'listener'
      | 'starts'
      | 'rendition'
      | 'loaded'
      | 'failedBlocks'
      | 'asked'
      | 'retries'
      | 'canceler'
    >(this, {
      sheets: observable.ref,
      // Searching and sorting ask for every row.
      starts: computed({ keepAlive: true }),
      api: false,
      target: false,
      listener: false,
      rendition: false,
      loaded: false,
      failedBlocks: false,
      asked: false,
      retries: false,
      canceler: false,
    })
    this.received(first)
  }

  /** A packed row; null if it is not loaded. */
  rowOf(sheet: number, row: number): string | null {
    const place = this.placeOf(sheet, row)
    return place === null ? null : (this.loaded.get(nameOf(sheet, place.block))?.[place.at] ?? null)
  }

  /** Whether a block of these rows could not be loaded. */
  hasFailed(sheet: number): boolean {
    for (const name of this.failedBlocks) if (name.startsWith(`${sheet}:`)) return true
    return false
  }

  /** Loads the blocks of rows. @param end not included */
  fetchRows(sheet: number, start: number, end: number) {
    for (const block of this.blocksOf(sheet, start, end)) {
      const name = nameOf(sheet, block)
      if (!this.loaded.has(name) && !this.failedBlocks.has(name)) void this.load(sheet, block)
    }
  }

  /** Loads the blocks of rows, a few at a time. @returns whether all rows are there */
  async fetchAll(sheet: number, start: number, end: number): Promise<boolean> {
    const missing = this.blocksOf(sheet, start, end).filter((block) => !this.loaded.has(nameOf(sheet, block)))
    const fetchNext = async (): Promise<boolean> => {
      const block = missing.shift()
      if (block === undefined) return true
      return (await this.load(sheet, block)) && fetchNext()
    }
    const fetched = await Promise.all(Array.from({ length: ABREAST }, fetchNext))
    return fetched.every(Boolean) && !this.canceler.canceled
  }

  /** Requests again what could not be loaded. */
  retry(sheet: number) {
    for (const name of [...this.failedBlocks]) {
      if (!name.startsWith(`${sheet}:`)) continue
      this.failedBlocks.delete(name)
      void this.load(sheet, Number(name.slice(name.indexOf(':') + 1)))
    }
  }

  dispose() {
    this.canceler.cancel()
    this.retries.stop()
  }

  /** The first row of each block of a sheet, and the number of all rows. */
  private get starts(): readonly (readonly number[])[] {
    return this.sheets.map(({ blocks }) => {
      const starts = [0]
      for (const rows of blocks) starts.push(starts[starts.length - 1]! + rows)
      return starts
    })
  }

  private placeOf(sheet: number, row: number): { block: number; at: number } | null {
    const starts = this.starts[sheet]
    if (!starts || row < 0 || row >= starts[starts.length - 1]!) return null
    let [low, high] = [0, starts.length - 2]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (starts[middle]! <= row) low = middle
      else high = middle - 1
    }
    return { block: low, at: row - starts[low]! }
  }

  private blocksOf(sheet: number, start: number, end: number): number[] {
    const first = this.placeOf(sheet, start)
    const last = this.placeOf(sheet, Math.min(end, this.sheets[sheet]?.rows ?? 0) - 1)
    if (!first || !last) return []
    return Array.from({ length: last.block - first.block + 1 }, (_, at) => first.block + at)
  }

  /** @returns whether the block is there */
  private async load(sheet: number, block: number): Promise<boolean> {
    const rows = await this.fetch(sheet, block)
    if (this.canceler.canceled || rows === 'renewed') return false
    this.arrived(nameOf(sheet, block), rows)
    return rows !== null
  }

  private arrived(name: string, rows: readonly string[] | null) {
    if (rows !== null) this.loaded.set(name, rows)
    else if (!this.loaded.has(name)) this.failedBlocks.add(name)
  }

  /** Several requests for a block are one. */
  private fetch(sheet: number, block: number): Promise<Fetched> {
    const name = nameOf(sheet, block)
    const running = this.asked.get(name)
    if (running) return running
    const request = this.ask(sheet, block).finally(() => this.asked.delete(name))
    this.asked.set(name, request)
    return request
  }

  private async ask(sheet: number, block: number): Promise<Fetched> {
    try {
      const answer = await this.call(sheet, block, false)
      if (this.canceler.canceled || answer.rendition === null) return null
      if (answer.rendition === this.rendition) return answer.rows
      // The table was made anew, and its blocks may be others.
      const first = await this.call(0, 0, false)
      if (this.canceler.canceled || first.rendition === null) return null
      this.received(first)
      return 'renewed'
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      this.refused(error)
      return null
    }
  }

  private async askWhole() {
    try {
      const answer = await this.call(0, 0, true)
      if (this.canceler.canceled) return
      if (answer.rendition !== null && answer.is_whole) return this.received(answer)
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      this.refused(error)
    }
    if (!this.canceler.canceled) this.waitForWhole()
  }

  /** After the last retry the reader learns that this is only the beginning. */
  private waitForWhole() {
    if (!this.retries.again('whole', () => void this.askWhole())) this.isCut = true
  }

  private call(sheet: number, block: number, whole: boolean): Promise<GridBlock> {
    const { fileId, versionId, file, encoding } = this.target
    const place = { file_id: fileId, file_version_id: versionId, entry: file?.entry, encoding }
    return this.api.call(
      'GET /apps/representations/grid',
      { ...place, sheet, block, ...(whole && { whole }) },
      { quiet: true, canceler: this.canceler },
    )
  }

  /** The first block of another rendition arrived; the rows of the earlier one do not fit. */
  private received({ rendition, sheets, is_whole: isWhole, is_cut: isCut, watermark, rows }: GridBlock) {
    if (rendition === this.rendition) return
    const isAnother = this.rendition !== null
    this.rendition = rendition
    this.sheets = sheets ?? []
    this.isWhole = isWhole
    this.isCut = isCut
    this.watermark = watermark
    this.loaded.clear()
    this.failedBlocks.clear()
    if (rows.length > 0) this.loaded.set(nameOf(0, 0), rows)
    if (!isWhole) void this.askWhole()
    if (isAnother) this.listener.onRenewed()
  }

  /** Without the right, nothing of the table stays on the screen. */
  private refused(error: ApiFailure) {
    if (this.canceler.canceled) return
    const reason = previewErrorOf(error)
    if (reason === 'permission_denied' || reason === 'file_deleted') this.listener.failed(reason)
  }
}

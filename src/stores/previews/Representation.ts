import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { answerOrNull, ApiFailure } from '@/api/ApiFailure'
import { codeOf } from '@/api/readFailure'
import type { GridBlock } from '@/contract/previews/grid'
import type { ReadingPiece } from '@/contract/previews/reading'
import type { PreviewInfo, PreviewKind, TextEncoding } from '@/contract/previews/previews'
import { PREVIEW_CLEAR_DELAY } from '@/domain/previews/limits'
import {
  answered,
  askOf,
  beginGeneration,
  failedWith,
  reasonOf,
  type Generation,
  type MediaPhase,
  type PreviewError,
} from '@/domain/previews/generation'
import type { PreviewMode } from '@/domain/previews/officeFrame'
import type { Canceler, Clock } from '@/platform/Platform'

/** The representation to request, and its options. */
export interface RepresentationRequest {
  fileId: number
  versionId?: number
  /** Id of an entry in an archive. */
  entry?: number
  encoding?: TextEncoding
  kind: PreviewKind | 'unsupported'
  mode: PreviewMode
  /** As pictures of the document's pages. */
  pages: boolean
  /** As text, where the server sends the text to this user. */
  reading: boolean
  /** As a table, where the server sends the table to this user. */
  grid: boolean
  /** With the picture, or the first page, in the answer. */
  firstPicture: boolean
  /** The phone opens the file itself: no representation is awaited. */
  opensOriginal: boolean
}

interface Outcomes {
  ready(): void
  failed(reason: PreviewError): void
  /** There was no answer, or a refusal without words of its own. */
  refused(error: unknown, canceler: Canceler): void
}

/** The representation of a file, polled until the server has rendered it (PREV-02 to PREV-04). */
export class Representation {
  /** The answer that the viewer shows; null until ready. */
  info: PreviewInfo | null = null
  /** Address of the editor of a collaborative document, once ready (PREV-11). */
  editorAddress: string | null = null
  /** The beginning of a collaborative document's text, where no editor opens (DOC-01). */
  text: ReadingPiece | null = null
  /** The beginning of a collaborative workbook, likewise. */
  table: GridBlock | null = null
  /** Signed address of the file itself; null without the right, and before the first answer. */
  downloadAddress: string | null = null
  /** The server's last word on whether another mode exists. */
  canSwitchMode = false
  private generation: Generation = beginGeneration()
  private last: { request: RepresentationRequest; canceler: Canceler } | null = null
  private stopTimer: (() => void) | null = null

  constructor(
    private readonly api: Api,
    private readonly clock: Clock,
    private readonly outcomes: Outcomes,
  ) {
    makeAutoObservable<this, 'generation' | 'last' | 'stopTimer' | 'api' | 'clock' | 'outcomes'>(this, {
      info: observable.ref,
      text: observable.ref,
      table: observable.ref,
      generation: observable.ref,
      last: false,
      stopTimer: false,
      api: false,
      clock: false,
      outcomes: false,
    })
  }

  /** 0 to 100 */
  get percent(): number {
    return this.generation.percent
  }

  /** Progress of a video or sound while it is awaited (1§4). */
  get media(): MediaPhase | null {
    return this.generation.media
  }

  /** Polls until the outcome is known; resolves with the first answer. */
  async open(request: RepresentationRequest, how: 'first' | 'forced', canceler: Canceler) {
    this.generation = beginGeneration(how)
    this.last = { request, canceler }
    await (request.kind === 'yiqixie' ? this.askEditor(request, canceler) : this.ask(request, canceler))
  }

  /**
   * Fetches the answer again, because its addresses may have expired.
   * @returns `gone`: the representation must be rendered anew
   * @throws ApiFailure
   */
  async renew(): Promise<'fresh' | 'gone' | 'canceled'> {
    const { request, canceler } = this.last!
    try {
      const info = await this.call(request, canceler)
      if (canceler.canceled) return 'canceled'
      if (answered(this.generation, info).phase !== 'generated') return 'gone'
      this.replace(info)
      return 'fresh'
    } catch (error) {
      if (canceler.canceled) return 'canceled'
      throw error
    }
  }

  fail(reason: PreviewError) {
    this.generation = failedWith(this.generation, reason)
  }

  stop() {
    this.stopTimer?.()
  }

  reset() {
    this.info = null
    this.editorAddress = null
    this.text = null
    this.table = null
  }

  /** A refusal with words of its own is shown like any other; other failures, as for a representation. */
  private async askEditor({ fileId, grid }: RepresentationRequest, canceler: Canceler) {
    try {
      const answer = await this.api.call('GET /yiqixie/get_access_url', { file_id: fileId }, { quiet: true, canceler })
      if (!canceler.canceled) this.framed(answer.access_url)
    } catch (error) {
      const reason = error instanceof ApiFailure && !canceler.canceled ? reasonOf(codeOf(error.failure)) : null
      if (reason === 'not_support') await (grid ? this.askTable(fileId, canceler) : this.askText(fileId, canceler))
      else if (reason) this.outcomes.failed(reason)
      else this.outcomes.refused(error, canceler)
    }
  }

  /** Without an editor, the text can be read by those who could download another file in its place. */
  private async askText(fileId: number, canceler: Canceler) {
    const options = { handledCodes: 'all', canceler } as const
    const piece = await answerOrNull(this.api.call('GET /apps/representations/reading', { file_id: fileId }, options))
    if (canceler.canceled) return
    if (piece === null || piece.reason !== null) return this.outcomes.failed('not_support')
    this.readable(piece)
  }

  private async askTable(fileId: number, canceler: Canceler) {
    const options = { handledCodes: 'all', canceler } as const
    const block = await answerOrNull(this.api.call('GET /apps/representations/grid', { file_id: fileId }, options))
    if (canceler.canceled) return
    if (block === null || block.reason !== null) return this.outcomes.failed('not_support')
    this.tabular(block)
  }

  private async ask(request: RepresentationRequest, canceler: Canceler) {
    try {
      const info = await this.call(request, canceler)
      if (!canceler.canceled) this.told(info, request, canceler)
    } catch (error) {
      this.outcomes.refused(error, canceler)
    }
  }

  private call(request: RepresentationRequest, canceler: Canceler) {
    const { fileId, versionId, entry, encoding, kind, mode, pages, reading, grid, firstPicture } = request
    const query = {
      file_id: fileId,
      file_version_id: versionId,
      entry,
      encoding,
      ...(kind !== 'unsupported' && askOf(this.generation, kind, mode)),
      ...(pages && { pages }),
      ...(reading && { reading }),
      ...(grid && { grid }),
    }
    // An answer that came with the app's page has no picture in it; its picture is on its way already.
    const takesPicture = firstPicture && this.api.preloaded('GET /apps/representations/info', query) === undefined
    const asked = takesPicture ? { ...query, first_picture: true } : query
    return this.api.call('GET /apps/representations/info', asked, { quiet: true, canceler })
  }

  /** Shows, waits or ends; the full bar stays for a moment (1§4), unless the answer itself holds what is seen first. */
  private told(info: PreviewInfo, request: RepresentationRequest, canceler: Canceler) {
    this.canSwitchMode = info.change_mode_available
    this.downloadAddress = info.download_url
    if (request.opensOriginal && info.download_url !== null) return this.ready(info)
    this.generation = answered(this.generation, info)
    const { phase, reason, wait } = this.generation
    if (phase === 'failed') return this.outcomes.failed(reason ?? 'unknown')
    const holdsFirst = info.first_picture || info.first_piece || info.first_block
    if (phase === 'generated' && holdsFirst) return this.ready(info)
    if (phase === 'generated') return this.later(PREVIEW_CLEAR_DELAY, () => this.ready(info))
    this.later(wait ?? 0, () => void this.ask(request, canceler))
  }

  private later(milliseconds: number, run: () => void) {
    this.stopTimer = this.clock.after(milliseconds, run)
  }

  private ready(info: PreviewInfo) {
    this.info = info
    this.outcomes.ready()
  }

  private replace(info: PreviewInfo) {
    this.info = info
    this.downloadAddress = info.download_url
  }

  private readable(text: ReadingPiece) {
    this.text = text
    this.outcomes.ready()
  }

  private tabular(table: GridBlock) {
    this.table = table
    this.outcomes.ready()
  }

  private framed(address: string) {
    this.editorAddress = address
    this.outcomes.ready()
  }
}

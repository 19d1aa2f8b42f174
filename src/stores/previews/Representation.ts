import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import { codeOf } from '@/api/readFailure'
import type { PreviewInfo, PreviewKind } from '@/contract/previews/previews'
import { PREVIEW_CLEAR_DELAY } from '@/domain/previews/limits'
import {
  answered,
  askOf,
  beginGeneration,
  failedWith,
  reasonOf,
  type Generation,
  type MediaPhase,
  type PreviewTrouble,
} from '@/domain/previews/generation'
import type { PreviewMode } from '@/domain/previews/officeFrame'
import type { Canceler, Clock } from '@/platform/Platform'

/** What is to be shown, and how. */
export interface RepresentationRequest {
  fileId: number
  versionId?: number
  /** Of a file in an archive. */
  entry?: number
  kind: PreviewKind | 'unsupported'
  mode: PreviewMode
  /** Pictures of a document's pages. */
  pages: boolean
  /** The phone opens the file itself: no representation is waited for. */
  opensOriginal: boolean
}

interface Outcomes {
  ready(): void
  failed(reason: PreviewTrouble): void
  /** There was no answer, or a refusal that has no words of its own. */
  refused(error: unknown, canceler: Canceler): void
}

/** What a viewer shows of a file, asked for until the server has made it (PREV-02 to PREV-04). */
export class Representation {
  /** The answer that the viewer shows; null until it is ready. */
  info: PreviewInfo | null = null
  /** Where the editor of a collaborative document is, once ready (PREV-11). */
  editorAddress: string | null = null
  /** Where the file itself is had, signed; null without the right, and until the server was asked. */
  downloadAddress: string | null = null
  /** What the server said last of another mode. */
  canSwitchMode = false
  private generation: Generation = beginGeneration()
  private stopTimer: (() => void) | null = null

  constructor(
    private readonly api: Api,
    private readonly clock: Clock,
    private readonly outcomes: Outcomes,
  ) {
    makeAutoObservable<this, 'generation' | 'stopTimer' | 'api' | 'clock' | 'outcomes'>(this, {
      info: observable.ref,
      generation: observable.ref,
      stopTimer: false,
      api: false,
      clock: false,
      outcomes: false,
    })
  }

  /** 0 to 100. */
  get percent(): number {
    return this.generation.percent
  }

  /** How far a video or sound is, while it is waited for (1§4). */
  get media(): MediaPhase | null {
    return this.generation.media
  }

  /** Asks until the outcome is known; resolves with the first answer. */
  async open(request: RepresentationRequest, how: 'first' | 'forced', canceler: Canceler) {
    this.generation = beginGeneration(how)
    await (request.kind === 'yiqixie' ? this.askEditor(request.fileId, canceler) : this.ask(request, canceler))
  }

  fail(reason: PreviewTrouble) {
    this.generation = failedWith(this.generation, reason)
  }

  stop() {
    this.stopTimer?.()
  }

  reset() {
    this.info = null
    this.editorAddress = null
  }

  /** A refusal that has words as a reason is shown like any other; all else is as when the representation cannot be had. */
  private async askEditor(fileId: number, canceler: Canceler) {
    try {
      const answer = await this.api.call('GET /yiqixie/get_access_url', { file_id: fileId }, { quiet: true, canceler })
      if (!canceler.canceled) this.framed(answer.access_url)
    } catch (error) {
      const reason = error instanceof ApiFailure && !canceler.canceled ? reasonOf(codeOf(error.failure)) : null
      if (reason) this.outcomes.failed(reason)
      else this.outcomes.refused(error, canceler)
    }
  }

  private async ask(request: RepresentationRequest, canceler: Canceler) {
    const { fileId, versionId, entry, kind, mode, pages } = request
    const query = {
      file_id: fileId,
      file_version_id: versionId,
      entry,
      ...(kind !== 'unsupported' && askOf(this.generation, kind, mode)),
      ...(pages && { pages }),
    }
    try {
      const info = await this.api.call('GET /apps/representations/info', query, { quiet: true, canceler })
      if (!canceler.canceled) this.told(info, request, canceler)
    } catch (error) {
      this.outcomes.refused(error, canceler)
    }
  }

  /** Goes on, waits, or ends; the full bar stays for a moment (1§4). */
  private told(info: PreviewInfo, request: RepresentationRequest, canceler: Canceler) {
    this.canSwitchMode = info.change_mode_available
    this.downloadAddress = info.download_url
    if (request.opensOriginal && info.download_url !== null) return this.ready(info)
    this.generation = answered(this.generation, info)
    const { phase, reason, wait } = this.generation
    if (phase === 'failed') return this.outcomes.failed(reason ?? 'unknown')
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

  private framed(address: string) {
    this.editorAddress = address
    this.outcomes.ready()
  }
}

import { makeAutoObservable } from 'mobx'
import type { PreviewError } from '@/domain/previews/generation'
import type { Representation } from './Representation'

/** seconds that a player must have played between two failures; a damaged file fails again at once */
const LEAST_PROGRESS = 10

/** The position of a video or sound, and its continuation after an interruption (PREV-09). */
export class Playback {
  /** Rises when the player must load its address again. */
  attempt = 0
  /** Seconds played last. */
  seconds = 0
  /** Where the present attempt begins, seconds; null for the first. */
  resumesAt: number | null = null
  isPlaying = false
  private failedAt: number | null = null

  constructor() {
    makeAutoObservable<this, 'failedAt'>(this, { seconds: false, resumesAt: false, isPlaying: false, failedAt: false })
  }

  /** The player failed. Returns whether another address may help. */
  mayContinue(): boolean {
    const mayContinue = this.failedAt === null || this.seconds - this.failedAt >= LEAST_PROGRESS
    this.failedAt = this.seconds
    this.resumesAt = this.seconds
    return mayContinue
  }

  restart() {
    this.attempt += 1
  }

  /** Another file or version begins. */
  forget() {
    this.seconds = 0
    this.resumesAt = null
    this.isPlaying = false
    this.failedAt = null
  }
}

/** The parts of a preview that continue a video or sound. */
interface Played {
  playback: Playback
  representation: Pick<Representation, 'renew'>
  fail(reason: PreviewError): void
  reload(): Promise<void>
  handleError(error: unknown): void
}

/**
 * Continues after a player failed, perhaps because its address has expired. Fetches a new address; the player goes on at the same second. A video
 * that fails again at once cannot be played.
 */
export async function continuePlayback(preview: Played): Promise<void> {
  const { playback, representation } = preview
  if (!playback.mayContinue()) return preview.fail('media_not_support')
  try {
    const outcome = await representation.renew()
    if (outcome === 'fresh') playback.restart()
    else if (outcome === 'gone') await preview.reload()
  } catch (error) {
    preview.handleError(error)
  }
}

import { keepPosition, positionWorth, type PlaybackPosition } from '@/domain/previews/playing'
import type { Platform } from '@/platform/Platform'

const KEY = 'playPlaces'
/** Versions whose place is kept. */
const MOST = 50
/** Seconds between two places that are written down: a player tells of its time four times a second. */
const STEP = 5

/** Where videos and sounds were left on this phone, to go on there. */
export class PlaybackPositions {
  private written: { version: number; seconds: number | null } | null = null

  constructor(private readonly storage: Pick<Platform['storage'], 'read' | 'write'>) {}

  /** Seconds; 0 for the beginning. @param version its id */
  of(version: number): number {
    return this.read().find((place) => place.version === version)?.seconds ?? 0
  }

  /** @param length seconds of the whole */
  left(version: number, seconds: number, length: number) {
    const worth = positionWorth(seconds, length)
    if (this.isWritten(version, worth)) return
    this.written = { version, seconds: worth }
    const places = this.read()
    if (worth === null && !places.some((place) => place.version === version)) return
    this.storage.write(KEY, keepPosition(places, version, worth, MOST))
  }

  private isWritten(version: number, worth: number | null): boolean {
    if (this.written?.version !== version) return false
    const { seconds } = this.written
    return worth === null || seconds === null ? worth === seconds : Math.abs(worth - seconds) < STEP
  }

  /** What is no list of ours is none. */
  private read(): PlaybackPosition[] {
    const kept = this.storage.read<unknown>(KEY)
    return Array.isArray(kept) ? (kept as PlaybackPosition[]) : []
  }
}

import { keepPosition, positionWorth, type PlaybackPosition } from '@/domain/previews/playing'
import type { Platform } from '@/platform/Platform'

const KEY = 'playPlaces'
/** versions remembered */
const MOST = 50
/** seconds between two stored positions: a player reports its time four times a second */
const STEP = 5

/** Where videos and sounds were stopped on this phone, to resume there. */
export class PlaybackPositions {
  private written: { version: number; seconds: number | null } | null = null

  constructor(private readonly storage: Pick<Platform['storage'], 'read' | 'write'>) {}

  /** Seconds; 0 for the beginning. @param version its id */
  of(version: number): number {
    return this.read().find((place) => place.version === version)?.seconds ?? 0
  }

  /** @param length seconds in total */
  save(version: number, seconds: number, length: number) {
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

  /** Ignores stored data that is no list of ours. */
  private read(): PlaybackPosition[] {
    const kept = this.storage.read<unknown>(KEY)
    return Array.isArray(kept) ? (kept as PlaybackPosition[]) : []
  }
}

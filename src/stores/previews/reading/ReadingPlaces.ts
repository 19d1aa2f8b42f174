import type { ReadingPlace } from '@/domain/previews/readingColumn'
import { keepReadingPlace, keptPlaceOf, type KeptPlace, type ReadText } from '@/domain/previews/readingPlaces'
import { readLook, type ReadingLook } from '@/domain/previews/readingLook'
import type { Platform } from '@/platform/Platform'

const PLACES = 'readPlaces'
const LOOK = 'readLook'
/** texts remembered */
const MOST = 50

/** Where texts were left on this phone, and how they look there. */
export class ReadingPlaces {
  constructor(private readonly storage: Pick<Platform['storage'], 'read' | 'write'>) {}

  /** null at the beginning */
  of(text: ReadText): ReadingPlace | null {
    return keptPlaceOf(this.read(), text)
  }

  save(text: ReadText, place: ReadingPlace) {
    const before = this.read()
    const after = keepReadingPlace(before, text, place, MOST)
    if (before.length > 0 || after.length > 0) this.storage.write(PLACES, after)
  }

  get look(): ReadingLook {
    return readLook(this.storage.read<unknown>(LOOK))
  }

  saveLook(look: ReadingLook) {
    this.storage.write(LOOK, look)
  }

  /** Ignores stored data that is no list of ours. */
  private read(): KeptPlace[] {
    const kept = this.storage.read<unknown>(PLACES)
    return Array.isArray(kept) ? (kept as KeptPlace[]).filter(isPlace) : []
  }
}

function isPlace(kept: unknown): boolean {
  const { version, piece, block } = (kept ?? {}) as Partial<KeptPlace>
  return [version, piece, block].every((value) => Number.isSafeInteger(value) && value! >= 0)
}

interface Place {
  /** The index among all ids, also the deleted ones. */
  order: number
  /** Shown ids before this one. */
  before: number
  isShown: boolean
}

/** Indices among the shown ids; the ends are included. */
interface Span {
  first: number
  last: number
}

/**
 * The rows or the columns of a sheet, by their ids in their order. A deleted one keeps its place, so that ranges and insertions beside it still know
 * theirs. Two people can give an id back; only its first place counts.
 */
export class Axis {
  /** Those that are shown. */
  readonly ids: readonly string[]
  private readonly places = new Map<string, Place>()

  /** @param all ids, also of those that are deleted */
  constructor(all: Iterable<string>, isDeleted: (id: string) => boolean) {
    const ids: string[] = []
    for (const id of all) {
      if (this.places.has(id)) continue
      const isShown = !isDeleted(id)
      this.places.set(id, { order: this.places.size, before: ids.length, isShown })
      if (isShown) ids.push(id)
    }
    this.ids = ids
  }

  get length(): number {
    return this.ids.length
  }

  /** The index among those that are shown; null for others. */
  indexOf(id: string): number | null {
    const place = this.places.get(id)
    return place?.isShown ? place.before : null
  }

  /** The index at which a range from or to an id begins and ends. null if no such id ever was. */
  spanOf(id: string): Span | null {
    const place = this.places.get(id)
    return place ? { first: place.before, last: place.isShown ? place.before : place.before - 1 } : null
  }

  /** The range from one id to another, in either order; null if none of it is shown. */
  between(from: string, to: string): (Span & { isBackwards: boolean }) | null {
    const isBackwards = (this.places.get(from)?.order ?? 0) > (this.places.get(to)?.order ?? 0)
    const [start, end] = isBackwards ? [this.spanOf(to), this.spanOf(from)] : [this.spanOf(from), this.spanOf(to)]
    if (start === null || end === null || start.first > end.last) return null
    return { first: start.first, last: end.last, isBackwards }
  }
}

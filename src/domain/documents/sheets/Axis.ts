/**
 * The rows or the columns of a sheet, by their ids in their order. A deleted one keeps its place, so that ranges and insertions beside it still know
 * theirs. Two people can give an id back; only its first place counts.
 */
export class Axis {
  /** Those that are shown. */
  readonly ids: readonly string[]
  private readonly places = new Map<string, { /** Shown ones before it. */ before: number; isShown: boolean }>()

  /** @param all ids, also of those that are deleted */
  constructor(all: Iterable<string>, isDeleted: (id: string) => boolean) {
    const ids: string[] = []
    for (const id of all) {
      if (this.places.has(id)) continue
      const isShown = !isDeleted(id)
      this.places.set(id, { before: ids.length, isShown })
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

  /** The index at which a range from or to an id begins and ends; the end is included. null if no such id ever was. */
  spanOf(id: string): { first: number; last: number } | null {
    const place = this.places.get(id)
    return place ? { first: place.before, last: place.isShown ? place.before : place.before - 1 } : null
  }
}

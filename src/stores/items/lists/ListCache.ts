import { sameAt, type CachedList } from './cachedList'
import type { ListSource } from './listSources'

/** places */
const MOST = 12

/** The first pages of the last 12 places of this visit. Shown when a place cannot be opened because the network is down (AH-19). */
export class ListCache {
  private lists: readonly CachedList[] = []

  keep(list: CachedList) {
    if (list.at.space === 'search') return
    this.lists = [list, ...this.lists.filter(({ at }) => !sameAt(at, list.at))].slice(0, MOST)
  }

  of(place: ListSource): CachedList | null {
    return this.lists.find(({ at }) => sameAt(at, place)) ?? null
  }

  /** The entries belong to the user who leaves. */
  forget() {
    this.lists = []
  }
}

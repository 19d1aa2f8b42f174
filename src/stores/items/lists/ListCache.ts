import { sameAt, type CachedList } from './cachedList'
import type { ListSource } from './listSources'

/** places */
const MOST = 12

/** First pages of this visit for the places seen last, shown when opening one fails for lack of a network (AH-19). */
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

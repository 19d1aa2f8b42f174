import type { UserInfo } from '@/contract/entities'
import { LIST_PAGE_SIZE } from '@/domain/listLimits'
import type { Platform } from '@/platform/Platform'
import type { ListAnswer, ListSource } from './listSources'

type Storage = Platform['storage']
type CacheOwner = Pick<UserInfo, 'id'> | null

export interface CachedList {
  userId: number
  at: ListSource
  answer: ListAnswer
  /** When the rows were fetched, ms since 1970. */
  time: number
}

export const CACHED_LIST_KEY = 'lastList'
/** Storage key of `uploadNotes`, which is not part of the first page. */
export const UPLOADS_KEY = 'uploads'

/** The stored first rows of a place, if it is the place that this user saw last: a new visit shows them at once. */
export function readCachedList(storage: Storage, user: CacheOwner, at: ListSource): CachedList | null {
  const kept = storage.read<CachedList>(CACHED_LIST_KEY)
  return kept && kept.userId === user?.id && sameAt(kept.at, at) ? kept : null
}

/** Compares places; not for searches, which are never stored. */
export function sameAt(one: ListSource, other: ListSource): boolean {
  return one.space === other.space && one.id === other.id
}

/** Stores a first page; only its own user will see it. */
export function writeCachedList(storage: Storage, { answer: { rows, total, head }, ...where }: CachedList) {
  if (where.at.space === 'search') return
  const answer = {
    rows: rows.slice(0, LIST_PAGE_SIZE),
    total,
    head: { ...head, frequent: head.frequent.slice(0, LIST_PAGE_SIZE) },
  }
  storage.write(CACHED_LIST_KEY, { ...where, answer })
}

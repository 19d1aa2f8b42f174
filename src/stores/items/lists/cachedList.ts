import type { UserInfo } from '@/contract/entities'
import { LIST_PAGE_SIZE } from '@/domain/limits'
import type { Platform } from '@/platform/Platform'
import type { ListAnswer, ListSource } from './listSources'

type Storage = Platform['storage']
type CacheOwner = Pick<UserInfo, 'id'> | null

export interface CachedList {
  userId: number
  at: ListSource
  answer: ListAnswer
  /** When it was fetched, ms since 1970. */
  time: number
}

export const CACHED_LIST_KEY = 'lastList'
/** Of `uploadNotes`, which the first page does without. */
export const UPLOADS_KEY = 'uploads'

/** The first rows of a place, if it is the one seen last and by this user: so that a next visit shows something at once. */
export function readCachedList(storage: Storage, user: CacheOwner, at: ListSource): CachedList | null {
  const kept = storage.read<CachedList>(CACHED_LIST_KEY)
  return kept && kept.userId === user?.id && sameAt(kept.at, at) ? kept : null
}

/** Of places; searches are never kept. */
export function sameAt(one: ListSource, other: ListSource): boolean {
  return one.space === other.space && one.id === other.id
}

/** Keeps a first page; only its own user will see it. */
export function writeCachedList(storage: Storage, { answer: { rows, total, head }, ...where }: CachedList) {
  if (where.at.space === 'search') return
  const answer = {
    rows: rows.slice(0, LIST_PAGE_SIZE),
    total,
    head: { ...head, frequent: head.frequent.slice(0, LIST_PAGE_SIZE) },
  }
  storage.write(CACHED_LIST_KEY, { ...where, answer })
}

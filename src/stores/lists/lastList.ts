import type { UserInfo } from '@/contract/entities'
import { LIST_PAGE_SIZE } from '@/domain/limits'
import type { Platform } from '@/platform/Platform'
import type { ListAnswer, ListAt } from './listSources'
import { RECENTS_KEY } from './recents'

type Storage = Platform['storage']
type Who = Pick<UserInfo, 'id'> | null

export interface LastList {
  userId: number
  at: ListAt
  answer: ListAnswer
  /** When it was fetched, ms since 1970. */
  time: number
}

export const LAST_LIST_KEY = 'lastList'
/** Of `uploadNotes`, which the first page does without. */
export const UPLOADS_KEY = 'uploads'

/** The first rows of a place, if it is the one seen last and by this user: so that a next visit shows something at once. */
export function readLastList(storage: Storage, user: Who, at: ListAt): LastList | null {
  const kept = storage.read<LastList>(LAST_LIST_KEY)
  return kept && kept.userId === user?.id && sameAt(kept.at, at) ? kept : null
}

/** Of places; searches are never kept. */
export function sameAt(one: ListAt, other: ListAt): boolean {
  return one.space === other.space && one.id === other.id
}

/** Keeps a first page; only its own user will see it. */
export function writeLastList(storage: Storage, { answer: { rows, total, head }, ...where }: LastList) {
  if (where.at.space === 'search') return
  const answer = {
    rows: rows.slice(0, LIST_PAGE_SIZE),
    total,
    head: { ...head, frequent: head.frequent.slice(0, LIST_PAGE_SIZE) },
  }
  storage.write(LAST_LIST_KEY, { ...where, answer })
}

/** On sign-out, and when another user comes. */
export function eraseLastList(storage: Storage) {
  storage.remove(LAST_LIST_KEY)
  storage.remove(RECENTS_KEY)
  storage.remove(UPLOADS_KEY)
}

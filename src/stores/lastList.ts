import type { UserInfo } from '@/contract/entities'
import { LIST_PAGE_SIZE } from '@/domain/limits'
import type { Platform } from '@/platform/Platform'
import type { ListAnswer, ListAt } from './listSources'
import { RECENTS_KEY } from './recents'

type Storage = Platform['storage']
type Who = Pick<UserInfo, 'id'> | null

interface LastList {
  userId: number
  at: ListAt
  answer: ListAnswer
}

export const LAST_LIST_KEY = 'lastList'

/** The first rows of a place, if it is the one seen last and by this user: so that a next visit shows something at once. */
export function readLastList(storage: Storage, user: Who, { space, id }: ListAt): ListAnswer | null {
  const kept = storage.read<LastList>(LAST_LIST_KEY)
  return kept && kept.userId === user?.id && kept.at.space === space && kept.at.id === id ? kept.answer : null
}

/** Keeps a first page; only its own user will see it. */
export function writeLastList(storage: Storage, user: Who, at: ListAt, { rows, total, head }: ListAnswer) {
  if (!user || at.space === 'search') return
  const answer = { rows: rows.slice(0, LIST_PAGE_SIZE), total, head: { ...head, frequent: head.frequent.slice(0, LIST_PAGE_SIZE) } }
  storage.write(LAST_LIST_KEY, { userId: user.id, at, answer })
}

/** On sign-out, and when another user comes. */
export function eraseLastList(storage: Storage) {
  storage.remove(LAST_LIST_KEY)
  storage.remove(RECENTS_KEY)
}

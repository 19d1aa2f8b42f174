import type { Platform } from '@/platform/Platform'

type Storage = Platform['storage']

/** The first rows of the list seen last, kept so that the next visit shows something at once. Only its own user sees it. */
export interface LastList<Answer> {
  userId: number
  space: string
  id?: number
  answer: Answer
}

export const LAST_LIST_KEY = 'lastList'

/** The kept answer of a place, if it is the one seen last and by this user. */
export function readLastList<Answer>(storage: Storage, userId: number, place: { space: string, id?: number }): Answer | undefined {
  const kept = storage.read<LastList<Answer>>(LAST_LIST_KEY)
  return kept?.userId === userId && kept.space === place.space && kept.id === place.id ? kept.answer : undefined
}

export function writeLastList<Answer>(storage: Storage, list: LastList<Answer>) {
  storage.write(LAST_LIST_KEY, list)
}

/** On sign-out, and when another user comes. */
export function eraseLastList(storage: Storage) {
  storage.remove(LAST_LIST_KEY)
}

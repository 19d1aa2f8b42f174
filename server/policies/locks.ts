/** Online editing: does not block (1§4). */
const editing = 3

interface Lock {
  lock_user_id: number | null
  lock_kind: number | null
  name: string
}

/** Whose locks stand in a user's way, one name an item. */
export function blockingLockers(locks: readonly Lock[], userId: number): string[] {
  return locks.filter((lock) => lock.lock_user_id !== userId && lock.lock_kind !== editing).map(({ name }) => name)
}

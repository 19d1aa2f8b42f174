/** Online editing: does not block (1§4). */
const editing = 3

interface Lock {
  lock_user_id: number | null
  lock_kind: number | null
  name: string
}

/** Whose lock stands in a user's way; undefined when none does. */
export function blockingLocker(locks: readonly Lock[], userId: number): string | undefined {
  return locks.find((lock) => lock.lock_user_id !== userId && lock.lock_kind !== editing)?.name
}

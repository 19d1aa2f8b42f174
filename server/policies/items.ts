import type { Role } from '@/contract/entities'
import { isAtLeast } from '@/domain/items/roles'

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

export function mayLock(role: Role | null): boolean {
  return isAtLeast(role ?? 'reset', 'editor')
}

/** Owners and coowners release any lock, others their own. */
export function mayReleaseAnyLock(role: Role | null): boolean {
  return isAtLeast(role ?? 'reset', 'coowner')
}

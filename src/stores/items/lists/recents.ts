import type { Item, UserInfo } from '@/contract/entities'
import type { Platform } from '@/platform/Platform'

type Storage = Platform['storage']
type CacheOwner = Pick<UserInfo, 'id'> | null

export const RECENTS_KEY = 'recents'

/** The recently used files that this user saw last. */
export function readRecents(storage: Storage, user: CacheOwner): readonly Item[] {
  const kept = storage.read<{ userId: number; items: readonly Item[] }>(RECENTS_KEY)
  return kept && kept.userId === user?.id ? kept.items : []
}

export function writeRecents(storage: Storage, user: CacheOwner, items: readonly Item[]) {
  if (user) storage.write(RECENTS_KEY, { userId: user.id, items })
}

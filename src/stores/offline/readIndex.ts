import type { SessionContext } from '@/api/SessionContext'
import type { Item } from '@/contract/entities'
import type { KeptIndex } from '@/domain/offline/kept'
import { mayKeep } from '@/domain/offline/mayKeep'
import type { Platform } from '@/platform/Platform'
import { KEPT_KEY } from './storageKeys'

/**
 * The index in the phone's storage; an empty one for another user. Without a network a mini-program does not know its user: its storage belongs to
 * the last one.
 */
export function readIndex(storage: Platform['storage'], { user }: Pick<SessionContext, 'user'>): KeptIndex {
  const stored = storage.read<KeptIndex>(KEPT_KEY)
  const userId = user?.id ?? stored?.userId ?? 0
  return stored?.userId === userId ? stored : { userId, items: [] }
}

/** Whether the signed-in user may keep an item. */
export function mayUserKeep({ enterprise, user, viewFlags: flags }: SessionContext, item: Item): boolean {
  const context = { flags, isApplet: false, isOpenPreview: false, isDownloadLimited: false }
  return mayKeep({ item, user: { id: user?.id ?? null, enterprise }, context }) === 'yes'
}

import type { Boot } from '@/api/boot'
import { startStorage as storage } from '@/platform/h5/storage'
import { CACHED_LIST_KEY } from '@/stores/items/lists/cachedList'
import { KEPT_KEY, type Kept } from './kept'

/** When the session ended elsewhere, or belongs to another user: erases and removes what is left of the former user. */
export function forgetOthers({ base_info: { user_info: user } }: Boot): void {
  if (storage.read<Kept>(KEPT_KEY)?.userId === user?.id) return
  storage.remove(KEPT_KEY)
  storage.remove(CACHED_LIST_KEY)
  document.getElementById('shell')!.replaceChildren()
}

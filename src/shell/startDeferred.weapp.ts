import { onNetwork } from '@/platform/weapp/connection'
import { createPictures } from '@/platform/weapp/pictures'
import { onUpdate } from '@/platform/weapp/updates'
import type { AppStore } from '@/stores/shell/AppStore'
import { makeLazy } from '@/stores/shell/LazyStores'
import { createDeferredStores } from './createDeferredStores'

/** What begins once the first page stands. */
export function startDeferred(app: AppStore): void {
  createDeferredStores(app, { onNetwork, build: '' })
  const { outgoing } = app.platform
  if (outgoing) makeLazy(app, 'pictures', () => createPictures(wx, outgoing))
  onUpdate((apply) => void app.lazy.update?.ready(apply))
}

import { onNetwork } from '@/platform/weapp/connection'
import { onUpdate } from '@/platform/weapp/updates'
import type { AppStore } from '@/stores/shell/AppStore'
import { createDeferredStores } from './createDeferredStores'

/** What begins once the first page stands. */
export function startDeferred(app: AppStore): void {
  createDeferredStores(app, { onNetwork, build: '' })
  onUpdate((apply) => void app.lazy.update?.ready(apply))
}

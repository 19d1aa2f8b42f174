import { onNetwork } from '@/platform/weapp/connection'
import { onUpdate } from '@/platform/weapp/updates'
import type { AppStore } from '@/stores/shell/AppStore'
import { beginLate } from './beginLate'

/** What begins once the first page stands. */
export function startLate(app: AppStore): void {
  beginLate(app, { onNetwork, build: '' })
  onUpdate((apply) => void app.lazy.update?.ready(apply))
}

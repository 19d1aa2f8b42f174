import type { AppStore } from '@/stores/AppStore'
import { onNetwork } from '@/platform/h5/connection'
import { isGone, ownBuild } from '@/platform/h5/updates'
import { beginLate } from './beginLate'
import { keepShell } from './keepShell.h5'

/** What begins once the first page stands. */
export function startLate(app: AppStore): void {
  beginLate(app, { onNetwork, build: ownBuild(), isGone })
  keepShell(app)
}

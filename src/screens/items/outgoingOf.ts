import type { Outgoing } from '@/platform/Platform'
import type { AppStore } from '@/stores/app/AppStore'

/** How a file leaves this phone; undefined as long as nothing is known of it. */
export function outgoingOf({ platform, lazy }: Pick<AppStore, 'platform' | 'lazy'>): Outgoing | undefined {
  return platform.outgoing ?? lazy.outgoing
}

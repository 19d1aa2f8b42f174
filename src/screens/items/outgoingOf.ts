import type { Outgoing } from '@/platform/Platform'
import type { AppStore } from '@/stores/app/AppStore'

/** The phone's way to send files out of the app; undefined until it is loaded. */
export function outgoingOf({ platform, lazy }: Pick<AppStore, 'platform' | 'lazy'>): Outgoing | undefined {
  return platform.outgoing ?? lazy.outgoing
}

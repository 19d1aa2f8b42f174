import type { PushKind } from '@/contract/push'

/** The events that can notify users outside of the app, in the order of the settings (AH-30). */
export const pushKinds: readonly PushKind[] = ['mention', 'invitation', 'first_visit']

import type { OutsideKind } from '@/contract/push'

/** What users may hear of outside of the app, in the order in which they choose (AH-30). */
export const outsideKinds: readonly OutsideKind[] = ['mention', 'invitation', 'first_visit']

import type { ErrorCode } from '@/contract/errors'

/** Codes after which the link accepts nothing more: the page shows why. */
export const endings: readonly (ErrorCode | undefined)[] = [
  'collect_link_closed',
  'collect_link_ended',
  'collect_link_full',
  'collect_link_not_found',
]

import type { BaseInfo, SpaceInfo } from '@/contract/entities'

/** The data that the server writes into the page, so that the first screen needs no request: the replies of three calls (CTX-04). */
export interface Boot {
  is_user_logged_in: boolean
  base_info: BaseInfo
  space_info: SpaceInfo | null
}

/** Validates the data; null if the page has none, as on a foreign server and in the mini-program. */
export function readBoot(value: unknown): Boot | null {
  if (typeof value !== 'object' || value === null) return null
  const { is_user_logged_in: isSignedIn, base_info: base, space_info: space } = value as Partial<Boot>
  if (typeof isSignedIn !== 'boolean' || typeof base !== 'object' || base === null) return null
  return { is_user_logged_in: isSignedIn, base_info: base, space_info: space ?? null }
}

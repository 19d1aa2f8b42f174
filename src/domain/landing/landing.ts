import type { ErrorCode } from '@/contract/errors'
import type { PreviewKind } from '@/contract/previews/previews'
import type { ShareProcess } from '@/contract/shares/shares'
import { linkPath } from '../addresses'
import { isPasswordEmpty, isPasswordTooLong } from '../shares/password'

/** Why a link cannot be opened. Each denial has its own words; `other` shows the server's message. `receiver`: a private message to somebody else. */
export type Denial = 'closed' | 'expired' | 'waiting' | 'refused' | 'limit' | 'forbidden' | 'receiver' | 'other'

/** The page of a link in place of its content (2§4, 2§8). */
export type Landing =
  | { phase: 'password'; isWrong: boolean }
  | { phase: 'notFound' }
  | { phase: 'needLogin' }
  | { phase: 'denied'; denial: Denial }
  /** The server did not answer; a retry is possible. */
  | { phase: 'failed' }

/** The codes that can end a visit during any call. */
const landings: Partial<Record<ErrorCode, Landing>> = {
  share_link_not_found: { phase: 'notFound' },
  action_need_login: { phase: 'needLogin' },
  process_share_link_closed: { phase: 'denied', denial: 'closed' },
  share_link_expired: { phase: 'denied', denial: 'expired' },
  share_link_waiting: { phase: 'denied', denial: 'waiting' },
  share_link_refused: { phase: 'denied', denial: 'refused' },
}

/** After one of these codes from any call, the link is no longer open. */
export const endingCodes = Object.keys(landings) as readonly ErrorCode[]

/** The landing for a refusal of `share_links/info`. @param code undefined: no reply @param isTried a password was sent */
export function landingOf(code: ErrorCode | undefined, isTried: boolean): Landing {
  switch (code) {
    case undefined:
      return { phase: 'failed' }
    case 'share_link_invalid_password':
      return { phase: 'password', isWrong: isTried }
    case 'share_link_guessed_too_often':
      return { phase: 'password', isWrong: true }
    case 'share_link_preview_limited':
    case 'share_link_preview_download_limited':
      return { phase: 'denied', denial: 'limit' }
    case 'permission_denied':
      return { phase: 'denied', denial: 'forbidden' }
    case 'login_expired':
    case 'account_deactivated':
      return { phase: 'needLogin' }
    // No link can have this name.
    case 'invalid_request':
      return { phase: 'notFound' }
    default:
      return landings[code] ?? { phase: 'denied', denial: 'other' }
  }
}

/** The link's address on the domain that a refusal names; null unless that domain is an https origin (decisions 9). */
export function addressElsewhere(redirectDomain: string | undefined, uniqueName: string): string | null {
  const isOrigin = redirectDomain !== undefined && /^https:\/\/[a-z\d.-]+(:\d{1,5})?$/.test(redirectDomain)
  return isOrigin ? redirectDomain + linkPath(uniqueName) : null
}

/** Why an answered link is not open: it waits for approval, or was refused; null if it is open (2§4, decisions 4.8). */
export function denialOf({ type }: Pick<ShareProcess, 'type'>): 'waiting' | 'refused' | null {
  if (type === 2) return null
  return type === 3 ? 'refused' : 'waiting'
}

/** Whether a typed text can be a link's password (LAND-10). */
export function mayBePassword(text: string): boolean {
  return !isPasswordEmpty(text) && !isPasswordTooLong(text)
}

/** Whether the page offers a visitor to save a link's content. Saving asks visitors to sign in if needed (LAND-07, 2§5). */
export function maySave({
  can_save: canSave,
  share_link: link,
}: Pick<ShareProcess, 'can_save' | 'share_link'>): boolean {
  return canSave && !link.is_open_share_receiver && !link.disable_download && !link.is_owner
}

/**
 * Whether a file is shown as soon as its link opens. Not if previews are counted, because opening the page is no preview (AH-06), and not if
 * the viewer takes the whole screen.
 */
export function isShownAtOnce(
  { share_link: { previews_left: left } }: Pick<ShareProcess, 'share_link'>,
  kind: PreviewKind | 'unsupported',
): boolean {
  return left === null && kind !== 'unsupported' && kind !== 'zip' && kind !== 'yiqixie'
}

import type { ErrorCode } from '@/contract/errors'
import type { PreviewKind } from '@/contract/previews/previews'
import type { ShareProcess } from '@/contract/shares/shares'
import { isPasswordEmpty, isPasswordTooLong } from '../shares/password'

/** Why a link cannot be opened, each with words of its own; `other` has those of the server. `receiver`: a private message to somebody else. */
export type Denial = 'closed' | 'expired' | 'waiting' | 'refused' | 'limit' | 'forbidden' | 'receiver' | 'other'

/** What the page of a link shows in place of its content (2§4, 2§8). */
export type Landing =
  | { phase: 'password'; isWrong: boolean }
  | { phase: 'notFound' }
  | { phase: 'needLogin' }
  | { phase: 'denied'; denial: Denial }
  /** There was no answer of the server's: it may be asked again. */
  | { phase: 'failed' }

/** The codes that end a visit in the middle of it, by which call they may come. */
const landings: Partial<Record<ErrorCode, Landing>> = {
  share_link_not_found: { phase: 'notFound' },
  action_need_login: { phase: 'needLogin' },
  process_share_link_closed: { phase: 'denied', denial: 'closed' },
  share_link_expired: { phase: 'denied', denial: 'expired' },
  share_link_waiting: { phase: 'denied', denial: 'waiting' },
  share_link_refused: { phase: 'denied', denial: 'refused' },
}

/** Whatever call answers one of them, the link is open no longer. */
export const endingCodes = Object.keys(landings) as readonly ErrorCode[]

/** Where a refusal of `share_links/info` leads. @param code undefined: nothing was answered @param isTried a password was sent */
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
      return { phase: 'needLogin' }
    // A name that no link has.
    case 'invalid_request':
      return { phase: 'notFound' }
    default:
      return landings[code] ?? { phase: 'denied', denial: 'other' }
  }
}

/** Where a link is opened instead, as a refusal tells; null where that is no origin with https (decisions 9). */
export function addressElsewhere(redirectDomain: string | undefined, uniqueName: string): string | null {
  const isOrigin = redirectDomain !== undefined && /^https:\/\/[a-z\d.-]+(:\d{1,5})?$/.test(redirectDomain)
  return isOrigin ? `${redirectDomain}/share/${uniqueName}` : null
}

/** Why a link that answered is not open: it waits for an approval, or was not approved; null: it is (2§4, decisions 4.8). */
export function denialOf({ type }: Pick<ShareProcess, 'type'>): 'waiting' | 'refused' | null {
  if (type === 2) return null
  return type === 3 ? 'refused' : 'waiting'
}

/** Whether what was typed can be a link's password (LAND-10). */
export function mayBePassword(text: string): boolean {
  return !isPasswordEmpty(text) && !isPasswordTooLong(text)
}

/** Whether a visitor is offered to save what a link shows; who is not signed in is asked to when they do (LAND-07, 2§5). */
export function maySave({
  can_save: canSave,
  share_link: link,
}: Pick<ShareProcess, 'can_save' | 'share_link'>): boolean {
  return canSave && !link.is_open_share_receiver && !link.disable_download && !link.is_owner
}

/**
 * Whether a file is shown as soon as its link opens: not where a look is counted, which a page opening is not (AH-06), nor one that takes
 * the whole screen.
 */
export function isShownAtOnce(
  { share_link: { previews_left: left } }: Pick<ShareProcess, 'share_link'>,
  kind: PreviewKind | 'unsupported',
): boolean {
  return left === null && kind !== 'unsupported' && kind !== 'zip' && kind !== 'yiqixie'
}

import type { ErrorType } from '@/contract/moving'
import type { ErrorCode } from '@/contract/errors'

/**
 * What a code alone does not tell: the Auth-Token is unknown or expired, a signed address is invalid, too old or its right is gone,
 * or an upload can no longer be resumed.
 */
export type RefusalReason = 'token' | 'address' | 'gone'

export interface RefusalDetail {
  /** The request field that it is about. */
  field?: string
  /** What fills the placeholders of the words. */
  params?: Record<string, string | number>
  redirect?: string
  /** The origin where it can be had instead (2§7). */
  redirectDomain?: string
  /** Copy and move: what it is about (1§8). */
  errorType?: ErrorType
  reason?: RefusalReason
}

/** A failure that the catalogue names; thrown anywhere below a route. Each API has one mapper that makes an answer of it. */
export class Refused extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly detail: RefusalDetail = {},
  ) {
    super(code)
    this.name = 'Refused'
  }
}

export const loginExpired = () => new Refused('login_expired')
/** An Auth-Token that is unknown or expired. */
export const tokenExpired = () => new Refused('login_expired', { reason: 'token' })
export const securityCheckFailed = () => new Refused('security_check_failed')
export const forceTwoStep = () => new Refused('force_two_step', { redirect: '/settings/security' })
export const wrongCredentials = () => new Refused('wrong_credentials')
export const wrongCode = () => new Refused('wrong_code', { field: 'code' })
export const wrongPassword = () => new Refused('wrong_password', { field: 'password' })
export const loginTooOften = () => new Refused('login_too_often')
export const enterpriseExpired = () => new Refused('enterprise_expired')
export const invalidRequest = (field?: string) => new Refused('invalid_request', { field })
export const permissionDenied = () => new Refused('permission_denied')
/** Missing and foreign items alike (decisions 54). */
export const itemNotFound = () => new Refused('item_not_found')
export const itemIsDeleted = () => new Refused('item_is_deleted')
export const itemLocked = (locker: string) => new Refused('item_locked', { params: { name: locker } })
export const itemNotInTrash = () => new Refused('item_not_in_trash')
/** The folder it would go back to must not be deleted itself. */
export const targetFolderNotDeleted = () => new Refused('target_folder_not_deleted')
export const restoreWithoutPermission = ({ name, login }: { name: string; login: string }) =>
  new Refused('restore_folder_without_permission', { params: { name, login } })
export const parentMissing = () => new Refused('external_item_parent_missing')
/** Encrypted files are never moved (decisions 3.1). */
export const itemEncrypted = () => new Refused('item_encrypted')
export const nameTaken = () => new Refused('name_taken', { field: 'name' })
export const personalSpaceClosed = () => new Refused('personal_space_closed')
/** A signed address that is invalid or too old, or whose right is gone (decisions 40, 57). */
export const addressRefused = () => new Refused('permission_denied', { reason: 'address' })
/** Missing and foreign links alike, and those that their maker may not share any more (decisions 54, 67). */
export const shareLinkNotFound = () => new Refused('share_link_not_found')
/** A visitor's grant that is missing, too old, of another link or visitor, or of an earlier password. */
export const shareGrantExpired = () => new Refused('share_grant_expired')
/** The server has no app at that messenger. */
export const messengerNotConfigured = () => new Refused('messenger_not_configured')
export const messengerUnavailable = () => new Refused('messenger_unavailable')
export const askedTooOften = () => new Refused('asked_too_often')
/** A code that the messenger does not know, or not any more. */
export const messengerCodeInvalid = () => new Refused('messenger_code_invalid', { field: 'code' })
export const messengerNotLinked = () => new Refused('messenger_not_linked', { field: 'code' })
/** Of somebody else, who is not named. */
export const messengerLinkTaken = () => new Refused('messenger_link_taken', { field: 'code' })
/** An access token that is missing, unknown or expired, or whose application may no longer act for its user. */
export const tokenInvalid = () => new Refused('token_invalid')
export const clientInvalid = () => new Refused('client_invalid')
export const scopeMissing = () => new Refused('scope_missing', { field: 'scope' })
export const originRefused = () => new Refused('origin_refused', { field: 'origin' })
export const actionNeedsLogin = () => new Refused('action_need_login')
/** Missing and foreign collecting links alike, and those whose maker may collect no longer (decisions 54, 68). */
export const collectLinkNotFound = () => new Refused('collect_link_not_found')
/** A token of somebody who hands in that is missing, of another link, or was released. */
export const collectTokenUnknown = () => new Refused('collect_token_unknown')
/** The service that checks contents refuses them. */
export const contentRefused = () => new Refused('content_refused', { field: 'content' })
/** That service does not answer: nothing is taken unchecked. */
export const contentUnchecked = () => new Refused('content_unchecked')

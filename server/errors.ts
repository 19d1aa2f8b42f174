import type { ErrorType } from '@/contract/moving'
import type { Wording } from '@/contract/entities'
import type { ErrorCode, ErrorEntry } from '@/contract/errors'
import type { OpenErrorCode } from '@/contract/openErrorCodes'
import { withoutDirections } from '@/domain/items/naming'

/**
 * Details that a code does not carry. `token`: the Auth-Token is unknown or expired. `address`: a signed address is invalid or expired, or its
 * right was withdrawn. `gone`: an upload can no longer be resumed. `absent`: the request has no token. `body`: the body cannot be read.
 * `itself`: a folder was to go into itself, not into one below it.
 */
export type RefusalReason = 'token' | 'address' | 'gone' | 'absent' | 'body' | 'itself'

/** The facts of a link that a visitor may know before giving its password. */
export interface SharedBefore {
  sharer: string
  /** In their order, not empty. */
  items: readonly { is_folder: boolean; name: string; extension: string; size: number }[]
}

export interface RefusalDetail {
  /** The request field that caused the refusal. */
  field?: string
  /** The deleted folders around an item, which the user can restore together with the item. */
  folders?: ErrorEntry['folders']
  /** Values for the placeholders of the message. */
  params?: Record<string, string | number>
  /** The wording of the message, if it is not that of the request: an organisation that is being set up has its own. */
  wording?: Wording
  redirect?: string
  /** The origin that offers the same thing instead (2§7). */
  redirectDomain?: string
  sharedBefore?: SharedBefore
  /** Copy and move: the kind of object that the refusal concerns (1§8). */
  errorType?: ErrorType
  reason?: RefusalReason
  /** The code of the open platform, where it tells apart what ours does not. */
  open?: OpenErrorCode
}

/** A failure that the catalogue names. Any code below a route may throw it; each API has one mapper that turns it into an answer. */
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
/** The session ended because its account was deactivated. */
export const accountDeactivated = () => new Refused('account_deactivated')
export const securityCheckFailed = () => new Refused('security_check_failed')
export const forceTwoStep = () => new Refused('force_two_step', { redirect: '/settings/security' })
export const wrongCredentials = () => new Refused('wrong_credentials')
export const wrongCode = () => new Refused('wrong_code', { field: 'code' })
export const wrongPassword = () => new Refused('wrong_password', { field: 'password' })
export const loginTooOften = () => new Refused('login_too_often')
export const enterpriseExpired = () => new Refused('enterprise_expired')
export const invalidRequest = (field?: string) => new Refused('invalid_request', { field })
export const permissionDenied = () => new Refused('permission_denied')
/** For missing and foreign items alike (decisions 54). */
export const itemNotFound = () => new Refused('item_not_found')
export const itemIsDeleted = () => new Refused('item_is_deleted')
export const itemLocked = (locker: string) => new Refused('item_locked', { params: { name: locker } })
export const itemNotInTrash = () => new Refused('item_not_in_trash')
/** The folder that an item is restored to is itself deleted. */
export const targetFolderNotDeleted = (folders: readonly { id: number; name: string }[]) =>
  new Refused('target_folder_not_deleted', {
    folders: folders.map(({ id, name }) => ({ typed_id: `folder_${id}` as const, name: withoutDirections(name) })),
  })
export const restoreWithoutPermission = ({ name, login }: { name: string; login: string }) =>
  new Refused('restore_folder_without_permission', { params: { name, login } })
export const parentMissing = () => new Refused('external_item_parent_missing')
/** The space's owner keeps what lies in the space (decisions 96). */
export const moveOutRefused = (name: string, owner: string) =>
  new Refused('move_out_refused', { params: { name, owner } })
/** Encrypted files are never moved (decisions 3.1). */
export const itemEncrypted = () => new Refused('item_encrypted')
export const nameTaken = () => new Refused('name_taken', { field: 'name' })
export const personalSpaceClosed = () => new Refused('personal_space_closed')
/** A signed address that is invalid or expired, or whose right was withdrawn (decisions 40, 57). */
export const addressRefused = () => new Refused('permission_denied', { reason: 'address' })
/** For missing and foreign links, and for links that their maker may no longer share (decisions 54, 67). */
export const shareLinkNotFound = () => new Refused('share_link_not_found')
/** A visitor's grant that is missing, expired, for another link or visitor, or for an earlier password. */
export const shareGrantExpired = () => new Refused('share_grant_expired')
/** The server has no app at that messenger. */
export const messengerNotConfigured = () => new Refused('messenger_not_configured')
export const messengerUnavailable = () => new Refused('messenger_unavailable')
export const askedTooOften = () => new Refused('asked_too_often')
/** A code that the messenger does not know, or no longer knows. */
export const messengerCodeInvalid = () => new Refused('messenger_code_invalid', { field: 'code' })
export const messengerNotLinked = () => new Refused('messenger_not_linked', { field: 'code' })
/** The messenger account belongs to another user, who is not named. */
export const messengerLinkTaken = () => new Refused('messenger_link_taken', { field: 'code' })
/** An access token that is missing, unknown or expired, or whose application may no longer act for its user. */
export const tokenInvalid = () => new Refused('token_invalid')
export const clientInvalid = () => new Refused('client_invalid')
/** An assertion that is unsigned, wrong, expired, or was used. */
export const grantInvalid = () => new Refused('grant_invalid', { field: 'assertion' })
export const scopeMissing = () => new Refused('scope_missing', { field: 'scope' })
export const originRefused = () => new Refused('origin_refused', { field: 'origin' })
export const actionNeedsLogin = () => new Refused('action_need_login')
/** For missing and foreign collecting links, and for links whose maker may no longer collect (decisions 54, 68). */
export const collectLinkNotFound = () => new Refused('collect_link_not_found')
/** A contributor's token that is missing, for another link, or released. */
export const collectTokenUnknown = () => new Refused('collect_token_unknown')
/** The content check refuses the content. */
export const contentRefused = (field = 'content') => new Refused('content_refused', { field })
/** The content check does not answer. Unchecked content is never stored. */
export const contentUnchecked = () => new Refused('content_unchecked')

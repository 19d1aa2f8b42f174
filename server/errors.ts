import type { ErrorType } from '@/contract/copyMove'
import type { ErrorCode, ErrorEntry, Errors } from '@/contract/errors'

type Kind = keyof Errors

/** Under which key of `errors` a code is sent (1§8, decisions 40). */
export const kindOf: Record<ErrorCode, Kind> = {
  login_expired: 'login_expired',
  security_check_failed: 'security_check_failed',
  force_two_step: 'force_two_step',
  action_need_login: 'validation_errors',
  wrong_credentials: 'validation_errors',
  wrong_code: 'validation_errors',
  login_too_often: 'external_errors',
  enterprise_expired: 'external_errors',
  invalid_request: 'validation_errors',
  permission_denied: 'permission_denied',
  item_not_found: 'validation_errors',
  item_is_deleted: 'validation_errors',
  item_locked: 'validation_errors',
  item_not_in_trash: 'validation_errors',
  target_folder_not_deleted: 'validation_errors',
  restore_folder_without_permission: 'validation_errors',
  external_item_parent_missing: 'validation_errors',
  items_locked: 'validation_errors',
  item_encrypted: 'validation_errors',
  target_inside_itself: 'validation_errors',
  name_empty: 'validation_errors',
  name_too_long: 'validation_errors',
  name_character: 'validation_errors',
  name_end: 'validation_errors',
  name_taken: 'validation_errors',
  duplicate_frequently_used_item_id: 'validation_errors',
  frequently_used_item_not_found: 'validation_errors',
  personal_space_closed: 'validation_errors',
  file_too_large: 'validation_errors',
  quota_exceeded: 'validation_errors',
  upload_length: 'validation_errors',
  upload_address: 'validation_errors',
  download_encrypted: 'validation_errors',
  download_scanning: 'validation_errors',
  download_approval: 'validation_errors',
  download_encrypted_path: 'validation_errors',
  download_online_document: 'validation_errors',
  download_nothing: 'validation_errors',
  version_extension: 'validation_errors',
  preview_access_permission_denied: 'permission_denied',
  not_support: 'validation_errors',
  encrypt_yiqixie: 'validation_errors',
  server_error: 'external_errors',
}

/** What a code is about, where the catalogue says so (1§8). */
export const errorTypes: Partial<Record<ErrorCode, ErrorEntry['error_type']>> = {
  item_is_deleted: 'item',
  target_folder_not_deleted: 'target',
}

export interface RefusalDetail {
  /** The request field that it is about. */
  field?: string
  /** What fills the placeholders of the words. */
  params?: Record<string, string | number>
  redirect?: string
  /** Copy and move: what it is about (1§8). */
  errorType?: ErrorType
}

/**
 * A failure that the catalogue names; thrown anywhere below a route, shaped by the one error handler.
 * HTTP 200, but for an unknown Auth-Token (401), a signed address (403) (decisions 40), and what tus asks for.
 */
export class Refused extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly detail: RefusalDetail = {},
    readonly status: 200 | 401 | 403 | 404 | 410 | 413 = 200,
  ) {
    super(code)
    this.name = 'Refused'
  }
}

export const loginExpired = () => new Refused('login_expired')
/** An Auth-Token that is unknown or expired. */
export const tokenExpired = () => new Refused('login_expired', {}, 401)
export const securityCheckFailed = () => new Refused('security_check_failed')
export const forceTwoStep = () => new Refused('force_two_step', { redirect: '/settings/security' })
export const wrongCredentials = () => new Refused('wrong_credentials')
export const wrongCode = () => new Refused('wrong_code', { field: 'code' })
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
export const addressRefused = () => new Refused('permission_denied', {}, 403)

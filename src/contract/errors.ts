import { Type, type Static } from '@sinclair/typebox'
import { TypedId, oneOf } from './call'
import type { ErrorCode } from './errorCodes'
import { ShareNotice } from './shares/notice'

export type { ErrorCode }

/** Why there is no preview: the errors of 1§4 and the failure reasons of 1§8 (decisions 3.19). */
export type PreviewReason =
  | 'not_support'
  | 'extension_not_correct'
  | 'too_large'
  | 'zip_too_large'
  /** The archive needs a password; not of the specification. */
  | 'zip_encrypted'
  /** One volume of a split archive, unreadable by itself; not of the specification. */
  | 'zip_volumes'
  /** An office document that needs a password; not of the specification. */
  | 'office_encrypted'
  | 'server_error'
  | 'unknown'
  | 'file_deleted'
  | 'empty'
  | 'media_not_support'
  | 'file_not_in_final_storage'
  | 'failure'
  | 'permission_denied'
  | 'network_error'
  | 'encrypt_yiqixie'
  | 'item_is_deleted'
  | 'share_link_preview_download_limited'
  | 'generating_failed'

export const ErrorEntry = Type.Object({
  error_code: Type.Unsafe<ErrorCode>({ type: 'string' }),
  /** Worded by the server in the user's language (decisions 41). */
  error_tr_msg: Type.String(),
  /** Whether the error is about the item itself or the target folder (1§8). */
  error_type: Type.Optional(oneOf('item', 'target')),
  /** The request field with the validation error. */
  field: Type.Optional(Type.String()),
  /** Own field of `target_folder_not_deleted` after a restore: the deleted folders above, which the same call can restore. */
  folders: Type.Optional(Type.Array(Type.Object({ typed_id: TypedId, name: Type.String() }))),
  /** The client opens this address after an alert (1§8). The server sets it for `force_two_step`. */
  redirect: Type.Optional(Type.String()),
})

/** The `errors` object of a reply (1§8). Two keys hold lists, four hold single entries (decisions 40). */
export const Errors = Type.Object({
  login_expired: Type.Optional(ErrorEntry),
  security_check_failed: Type.Optional(ErrorEntry),
  force_two_step: Type.Optional(ErrorEntry),
  permission_denied: Type.Optional(ErrorEntry),
  validation_errors: Type.Optional(Type.Array(ErrorEntry)),
  external_errors: Type.Optional(Type.Array(ErrorEntry)),
})

/** A failed reply. `request_id` appears in the server's log. */
export const Refusal = Type.Object({
  success: Type.Literal(false),
  errors: Errors,
  /** For copy and move: whether the items or the target caused the error (1§8). */
  error_type: Type.Optional(Type.Unsafe<'item' | 'target'>({ type: 'string', enum: ['item', 'target'] })),
  /** For `share_links/info` (2§7): an https origin where the same path leads to the requested link (decisions 9). */
  redirect_domain: Type.Optional(Type.String()),
  /** For `share_links/info` without a password, where the sharer's organisation allows it. */
  share_notice: Type.Optional(ShareNotice),
  request_id: Type.Optional(Type.String()),
})

export type ErrorEntry = Static<typeof ErrorEntry>
export type Errors = Static<typeof Errors>
export type Refusal = Static<typeof Refusal>

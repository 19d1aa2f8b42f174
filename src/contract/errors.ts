import { Type, type Static } from '@sinclair/typebox'
import { oneOf } from './call'

/**
 * Every code that a failure may carry (1§8, decisions 40). A new code needs a row here and words in `i18n/errors`: the types demand both.
 * One that leads the user somewhere is named in `api/reactions`.
 */
export type ErrorCode =
  | 'login_expired'
  | 'security_check_failed'
  | 'force_two_step'
  | 'action_need_login'
  | 'wrong_credentials'
  | 'wrong_code'
  | 'wrong_password'
  | 'password_too_short'
  | 'password_too_long'
  | 'password_common'
  | 'password_unchanged'
  | 'login_too_often'
  | 'enterprise_expired'
  | 'invalid_request'
  | 'permission_denied'
  | 'item_not_found'
  | 'item_is_deleted'
  | 'item_locked'
  | 'item_not_in_trash'
  | 'target_folder_not_deleted'
  | 'restore_folder_without_permission'
  | 'external_item_parent_missing'
  | 'items_locked'
  | 'item_encrypted'
  | 'target_inside_itself'
  | 'move_withheld'
  | 'delete_withheld'
  | 'too_deep'
  | 'name_empty'
  | 'name_too_long'
  | 'name_character'
  | 'name_invisible'
  | 'name_end'
  | 'name_taken'
  | 'duplicate_frequently_used_item_id'
  | 'frequently_used_item_not_found'
  | 'personal_space_closed'
  | 'file_too_large'
  | 'quota_exceeded'
  | 'upload_length'
  | 'upload_address'
  | 'download_encrypted'
  | 'download_scanning'
  | 'download_approval'
  | 'download_encrypted_path'
  | 'download_online_document'
  | 'download_nothing'
  | 'download_too_many'
  | 'version_extension'
  | 'preview_access_permission_denied'
  | 'not_support'
  | 'encrypt_yiqixie'
  | 'share_disabled'
  | 'share_disabled_for_members'
  | 'share_public_disabled'
  | 'share_company_disabled'
  | 'share_colleagues_disabled'
  | 'share_download_disabled'
  | 'share_forward_disabled'
  | 'share_password_required'
  | 'share_password_too_long'
  | 'share_limit_required'
  | 'share_limit_too_small'
  | 'share_watermark_too_long'
  | 'share_watermark_required'
  | 'share_message_too_long'
  | 'share_expiry_past'
  | 'share_receivers_missing'
  | 'share_link_not_found'
  /** It is opened elsewhere, at redirect_domain. */
  | 'share_link_moved'
  /** Too many links that do not exist. */
  | 'share_link_sought_too_often'
  | 'share_link_invalid_password'
  | 'share_link_guessed_too_often'
  | 'process_share_link_closed'
  | 'share_link_expired'
  | 'share_link_waiting'
  | 'share_link_refused'
  /** The grant of a visitor is missing, too old, of another link or of an earlier password: the link is opened anew. */
  | 'share_grant_expired'
  | 'share_link_preview_limited'
  | 'share_link_preview_download_limited'
  | 'share_report_too_often'
  | 'collect_link_not_found'
  | 'collect_link_closed'
  | 'collect_link_ended'
  | 'collect_link_full'
  | 'collect_token_unknown'
  | 'collect_name_taken'
  | 'collect_name_unlisted'
  | 'collect_name_too_long'
  | 'collect_kind'
  | 'collect_file_too_large'
  | 'collect_too_many_files'
  | 'collect_deadline_past'
  | 'collect_too_often'
  /** The server has no app at that messenger. */
  | 'messenger_not_configured'
  /** The messenger does not answer, or refuses. */
  | 'messenger_unavailable'
  | 'asked_too_often'
  /** A code of a messenger's sign-in that is unknown, old, used, or of another app. */
  | 'messenger_code_invalid'
  /** Nobody who may sign in is linked with whoever the code is. */
  | 'messenger_not_linked'
  | 'messenger_link_taken'
  /** Nobody was chosen (2§5). */
  | 'collab_nobody'
  | 'collab_too_many'
  | 'collab_message_too_long'
  /** In the folder already, or invited to it (2§8). */
  | 'collab_already'
  /** An inherited owner or coowner is never lowered (decisions 4.18). */
  | 'collab_cannot_reduce'
  /** Nobody whom the asker could invite. */
  | 'collab_unknown'
  /** The entry is gone, or not of this folder. */
  | 'collab_not_found'
  /** The asker may not give this role to them, or not change theirs (2§5). */
  | 'collab_role_refused'
  | 'collab_remove_refused'
  | 'collab_resent_recently'
  /** Withdrawn, refused, of somebody else, or none (2§8). */
  | 'invitation_invalid'
  | 'invitation_expired'
  /** A number that no phone can have. */
  | 'phone_invalid'
  /** Another code for the phone within a minute, or too many of a day. */
  | 'captcha_too_often'
  /** There is no gateway, or it does not take messages. */
  | 'captcha_not_sent'
  | 'captcha_wrong'
  | 'promotion_ended'
  /** An enterprise has one coupon of a plan. */
  | 'coupon_claimed'
  /** An access token that is missing, unknown or expired, or whose application may act no longer. */
  | 'token_invalid'
  /** The id or the secret of an application is wrong. */
  | 'client_invalid'
  | 'scope_missing'
  /** A page that an administrator has not named for the application. */
  | 'origin_refused'
  | 'comment_empty'
  | 'comment_too_long'
  /** What was recorded is shorter than a second or longer than a minute. */
  | 'comment_voice_length'
  | 'comment_voice_unreadable'
  /** The server cannot make recordings playable. */
  | 'comment_voice_unavailable'
  /** The service that checks what people write refuses it. */
  | 'content_refused'
  /** That service does not answer: nothing is taken unchecked. */
  | 'content_unchecked'
  | 'server_error'

/** Why a preview cannot be had: the errors of 1§4 and the failure reasons of 1§8 (decisions 3.19). */
export type PreviewReason =
  | 'not_support'
  | 'extension_not_correct'
  | 'too_large'
  | 'zip_too_large'
  /** What it wants a password for is not shown; not of the specification. */
  | 'zip_encrypted'
  /** One volume of a split archive, in which nothing can be read by itself; not of the specification. */
  | 'zip_volumes'
  /** An office document that opens with a password only; not of the specification. */
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
  /** Whether it is about the item itself or the folder it should go to (1§8). */
  error_type: Type.Optional(oneOf('item', 'target')),
  /** The request field that a validation error is about. */
  field: Type.Optional(Type.String()),
  /** Where the user is led by a permission_denied that has a target (1§8). */
  redirect: Type.Optional(Type.String()),
})

/** The `errors` object of an answer (1§8); two keys are lists, four are single entries (decisions 40). */
export const Errors = Type.Object({
  login_expired: Type.Optional(ErrorEntry),
  security_check_failed: Type.Optional(ErrorEntry),
  force_two_step: Type.Optional(ErrorEntry),
  permission_denied: Type.Optional(ErrorEntry),
  validation_errors: Type.Optional(Type.Array(ErrorEntry)),
  external_errors: Type.Optional(Type.Array(ErrorEntry)),
})

/** A failed answer; `request_id` is in the server's log. */
export const Refusal = Type.Object({
  success: Type.Literal(false),
  errors: Errors,
  /** Copy and move: whether the items or the target stand in the way (1§8). */
  error_type: Type.Optional(Type.Unsafe<'item' | 'target'>({ type: 'string', enum: ['item', 'target'] })),
  /** Of `share_links/info` (2§7): an origin with https, where the same path leads to what was asked for (decisions 9). */
  redirect_domain: Type.Optional(Type.String()),
  request_id: Type.Optional(Type.String()),
})

export type ErrorEntry = Static<typeof ErrorEntry>
export type Errors = Static<typeof Errors>
export type Refusal = Static<typeof Refusal>

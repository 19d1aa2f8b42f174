import type { FastifyRequest } from 'fastify'
import type { ErrorCode, ErrorEntry, Errors, Refusal } from '@/contract/errors'
import { wordError } from '@/i18n/errors'
import type { Refused, RefusalReason } from '../errors'

type Kind = keyof Errors

/** The key of `errors` under which a code is sent (1§8, decisions 40). */
export const kindOf: Record<ErrorCode, Kind> = {
  login_expired: 'login_expired',
  security_check_failed: 'security_check_failed',
  force_two_step: 'force_two_step',
  action_need_login: 'validation_errors',
  wrong_credentials: 'validation_errors',
  wrong_code: 'validation_errors',
  wrong_password: 'validation_errors',
  password_too_short: 'validation_errors',
  password_too_long: 'validation_errors',
  password_common: 'validation_errors',
  password_unchanged: 'validation_errors',
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
  move_withheld: 'validation_errors',
  move_out_refused: 'validation_errors',
  delete_withheld: 'validation_errors',
  too_deep: 'validation_errors',
  name_empty: 'validation_errors',
  name_too_long: 'validation_errors',
  name_character: 'validation_errors',
  name_invisible: 'validation_errors',
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
  download_too_many: 'validation_errors',
  version_extension: 'validation_errors',
  preview_access_permission_denied: 'permission_denied',
  not_support: 'validation_errors',
  encrypt_yiqixie: 'validation_errors',
  share_disabled: 'validation_errors',
  share_disabled_for_members: 'validation_errors',
  share_public_disabled: 'validation_errors',
  share_company_disabled: 'validation_errors',
  share_colleagues_disabled: 'validation_errors',
  share_download_disabled: 'validation_errors',
  share_forward_disabled: 'validation_errors',
  share_password_required: 'validation_errors',
  share_password_too_long: 'validation_errors',
  share_limit_required: 'validation_errors',
  share_limit_too_small: 'validation_errors',
  share_watermark_too_long: 'validation_errors',
  share_watermark_required: 'validation_errors',
  share_visitor_watermark_required: 'validation_errors',
  share_message_too_long: 'validation_errors',
  share_expiry_past: 'validation_errors',
  share_receivers_missing: 'validation_errors',
  share_link_not_found: 'validation_errors',
  share_link_moved: 'validation_errors',
  share_link_sought_too_often: 'external_errors',
  share_link_invalid_password: 'validation_errors',
  share_link_guessed_too_often: 'external_errors',
  process_share_link_closed: 'validation_errors',
  share_link_expired: 'validation_errors',
  share_link_waiting: 'validation_errors',
  share_link_refused: 'validation_errors',
  share_grant_expired: 'validation_errors',
  share_link_preview_limited: 'validation_errors',
  share_link_preview_download_limited: 'validation_errors',
  share_report_too_often: 'validation_errors',
  collect_link_not_found: 'validation_errors',
  collect_link_closed: 'validation_errors',
  collect_link_ended: 'validation_errors',
  collect_link_full: 'validation_errors',
  collect_token_unknown: 'validation_errors',
  collect_name_taken: 'validation_errors',
  collect_name_unlisted: 'validation_errors',
  collect_name_too_long: 'validation_errors',
  collect_kind: 'validation_errors',
  collect_file_too_large: 'validation_errors',
  collect_too_many_files: 'validation_errors',
  collect_deadline_past: 'validation_errors',
  collect_too_often: 'external_errors',
  messenger_not_configured: 'external_errors',
  messenger_unavailable: 'external_errors',
  asked_too_often: 'external_errors',
  messenger_code_invalid: 'validation_errors',
  messenger_not_linked: 'validation_errors',
  messenger_link_taken: 'validation_errors',
  phone_invalid: 'validation_errors',
  phone_country_refused: 'validation_errors',
  captcha_too_often: 'external_errors',
  captcha_not_sent: 'external_errors',
  captcha_wrong: 'validation_errors',
  promotion_ended: 'external_errors',
  coupon_claimed: 'external_errors',
  collab_nobody: 'validation_errors',
  collab_too_many: 'validation_errors',
  collab_message_too_long: 'validation_errors',
  collab_already: 'validation_errors',
  collab_cannot_reduce: 'external_errors',
  collab_unknown: 'validation_errors',
  collab_not_found: 'validation_errors',
  collab_role_refused: 'validation_errors',
  collab_remove_refused: 'validation_errors',
  collab_resent_recently: 'external_errors',
  invitation_invalid: 'external_errors',
  invitation_expired: 'external_errors',
  token_invalid: 'validation_errors',
  client_invalid: 'validation_errors',
  scope_missing: 'validation_errors',
  origin_refused: 'validation_errors',
  comment_empty: 'validation_errors',
  comment_too_long: 'validation_errors',
  comment_voice_length: 'validation_errors',
  comment_voice_unreadable: 'validation_errors',
  comment_voice_unavailable: 'external_errors',
  content_refused: 'validation_errors',
  content_unchecked: 'external_errors',
  server_error: 'external_errors',
}

/** The kind of object that a code concerns, where the catalogue names one (1§8). */
export const errorTypes: Partial<Record<ErrorCode, ErrorEntry['error_type']>> = {
  item_is_deleted: 'item',
  target_folder_not_deleted: 'target',
}

/**
 * HTTP status per reason. All other refusals are sent with 200, because the body names the error. Clients without our page, such as players,
 * understand only the status (decisions 40).
 */
const statusOf: Partial<Record<RefusalReason, number>> = { token: 401, address: 403 }

export function envelopeStatus({ detail: { reason } }: Refused): number {
  return (reason && statusOf[reason]) ?? 200
}

/** The shape of every refusal, in the language of the request (1§8, decisions 40, 41). */
export function envelope({ code, detail }: Refused, request: FastifyRequest): Refusal {
  const { language, wording } = request.context
  const entry: ErrorEntry = {
    error_code: code,
    error_tr_msg: wordError(code, language, wording, detail.params),
    ...(errorTypes[code] !== undefined && { error_type: errorTypes[code] }),
    ...(detail.field !== undefined && { field: detail.field }),
    ...(detail.redirect !== undefined && { redirect: detail.redirect }),
  }
  return {
    success: false,
    errors: errorsOf(kindOf[code], entry),
    ...(detail.errorType !== undefined && { error_type: detail.errorType }),
    ...(detail.redirectDomain !== undefined && { redirect_domain: detail.redirectDomain }),
    request_id: request.id,
  }
}

function errorsOf(kind: Kind, entry: ErrorEntry): Errors {
  return kind === 'validation_errors' || kind === 'external_errors' ? { [kind]: [entry] } : { [kind]: entry }
}

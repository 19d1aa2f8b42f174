import type { OpenCallName } from '@/contract/applications'
import type { ErrorCode } from '@/contract/errors'
import type { OpenErrorCode } from '@/contract/openErrorCodes'
import type { RefusalDetail } from '../errors'

/** The kind of thing that a code names. */
export type Kind = 'file' | 'folder'

/** What a call asks for, and what it makes: a missing parent of a new file is a folder, a taken name is the file's. */
interface Subjects {
  given: Kind
  made: Kind
  /** Whether the call looks for it in the trash. */
  inTrash?: boolean
  action?: 'copy' | 'move'
}

const ofFile: Subjects = { given: 'file', made: 'file' }
const ofFolder: Subjects = { given: 'folder', made: 'folder' }

/** The subjects of calls that make something else than they name. */
const made: Partial<Record<OpenCallName, Subjects>> = {
  'POST /v2/file/upload': { given: 'folder', made: 'file' },
  'POST /v2/file/upload_v2': { given: 'folder', made: 'file' },
  'POST /v2/file/upload_by_path': { given: 'folder', made: 'file' },
  'POST /v2/file/create_blank_file': { given: 'folder', made: 'file' },
  'GET /v2/item/search': ofFolder,
  'POST /v2/collab/invite': ofFolder,
  'POST /v2/collab/invite_batch': ofFolder,
  'POST /v2/collab/remove': ofFolder,
}

/** The subjects of a call, by the beginning of its path where nothing else is known. @param route such as `/api/v2/file/:id/info` @returns null for an unknown address */
export function subjectsOf(method: string, route: string): Subjects | null {
  if (route.endsWith('*')) return null
  const name = `${method} ${route.replace(/^\/api/, '').replace(/:(\w+)/g, '{$1}')}`
  const subjects = made[name as OpenCallName] ?? (route.startsWith('/api/v2/folder/') ? ofFolder : ofFile)
  return { ...subjects, inTrash: /(\/|_from_)trash$/.test(route), action: route.endsWith('/copy') ? 'copy' : 'move' }
}

/** How the open platform answers one of our refusals. */
interface Answered {
  status: number
  code: OpenErrorCode | ((subjects: Subjects, about: Pick<RefusalDetail, 'errorType' | 'reason'>) => OpenErrorCode)
}

const refused = (status: number, code: Answered['code']): Answered => ({ status, code })
const given =
  (end: 'not_found' | 'deleted'): Answered['code'] =>
  ({ given: kind, inTrash }, { errorType }) => {
    if (errorType === 'target') return `folder_${end}`
    return inTrash ? `${kind}_in_trash_not_found` : `${kind}_${end}`
  }
const taken = ({ made: kind }: Subjects): OpenErrorCode => `${kind}_name_conflict`

/**
 * The codes of the open platform, by ours (OAPI-02). A refusal that the platform has no code for keeps our code, with status 400: those of
 * `ownStatus` have their own.
 */
export const openCodes: Partial<Record<ErrorCode, Answered>> = {
  invalid_request: refused(400, 'request_data_invalid'),
  grant_invalid: refused(400, 'invalid_grant'),
  wrong_credentials: refused(400, 'invalid_grant'),
  enterprise_expired: refused(400, 'enterprise_is_expired'),
  token_invalid: refused(401, 'invalid_token'),
  client_invalid: refused(401, 'unauthorized'),
  permission_denied: refused(403, 'permission_denied'),
  scope_missing: refused(403, 'permission_denied'),
  origin_refused: refused(403, 'permission_denied'),
  personal_space_closed: refused(403, 'permission_denied'),
  item_not_found: refused(404, given('not_found')),
  item_is_deleted: refused(400, given('deleted')),
  item_not_in_trash: refused(404, ({ given: kind }) => `${kind}_in_trash_not_found`),
  target_folder_not_deleted: refused(400, (_, { errorType }) =>
    errorType === 'target' ? 'folder_deleted' : 'folder_parent_deleted',
  ),
  target_inside_itself: refused(400, ({ action = 'move' }, { reason }) =>
    reason === 'itself' ? `${action}_to_itself` : `${action}_to_subfolder`,
  ),
  move_out_refused: refused(403, 'permission_denied'),
  move_withheld: refused(403, 'permission_denied'),
  external_item_parent_missing: refused(400, 'folder_parent_deleted'),
  restore_folder_without_permission: refused(403, 'permission_denied'),
  delete_withheld: refused(403, 'permission_denied'),
  name_taken: refused(409, taken),
  name_empty: refused(400, 'item_name_size_incorrect'),
  name_too_long: refused(400, 'item_name_size_incorrect'),
  name_character: refused(400, 'item_name_invalid'),
  name_invisible: refused(400, 'item_name_invalid'),
  name_end: refused(400, 'item_name_invalid'),
  quota_exceeded: refused(400, 'exceed_user_space_limit'),
  share_link_not_found: refused(404, 'share_link_not_found_or_deleted'),
  share_link_moved: refused(404, 'share_link_not_found_or_deleted'),
  process_share_link_closed: refused(404, 'share_link_not_found_or_deleted'),
  share_link_expired: refused(400, 'share_link_expired'),
  share_link_invalid_password: refused(400, 'share_link_password_not_correct'),
  share_link_guessed_too_often: refused(429, 'rate_limit'),
  share_link_sought_too_often: refused(429, 'rate_limit'),
  share_public_disabled: refused(400, 'share_link_access_type_invalid'),
  share_company_disabled: refused(400, 'share_link_access_type_invalid'),
  share_colleagues_disabled: refused(400, 'share_link_access_type_invalid'),
  share_expiry_past: refused(400, 'due_time_passed'),
  share_password_required: refused(400, 'share_link_password_not_provided'),
  share_password_too_long: refused(400, 'share_link_password_size_incorrect'),
  share_message_too_long: refused(400, 'request_data_invalid'),
  comment_empty: refused(400, 'request_data_invalid'),
  comment_too_long: refused(400, 'request_data_invalid'),
  collab_not_found: refused(404, 'collab_not_found'),
  collab_role_refused: refused(400, 'collab_role_invalid'),
  collab_already: refused(400, 'collab_user_has_been_invited'),
  collab_cannot_reduce: refused(400, 'collab_user_has_been_invited'),
  collab_unknown: refused(400, 'collab_user_not_in_same_enterprise'),
  collab_remove_refused: refused(403, 'permission_denied'),
  collab_message_too_long: refused(400, 'request_data_invalid'),
  collab_too_many: refused(400, 'request_data_invalid'),
  download_online_document: refused(400, 'can_not_download_yiqixie_file'),
  person_not_found: refused(404, 'user_not_found'),
  department_not_found: refused(404, 'department_not_found'),
  directory_owned: refused(403, 'permission_denied'),
  login_invalid: refused(400, 'user_email_or_phone_invalid'),
  email_invalid: refused(400, 'user_email_or_phone_invalid'),
  login_taken: refused(400, 'user_already_registered'),
  password_too_short: refused(400, 'request_data_invalid'),
  password_too_long: refused(400, 'request_data_invalid'),
  password_common: refused(400, 'request_data_invalid'),
  person_inactive: refused(400, 'user_not_active'),
  person_has_files: refused(400, 'user_receive_items_needed'),
  department_name_taken: refused(409, 'department_name_conflict'),
  department_has_departments: refused(400, 'department_having_children_can_not_delete'),
  department_inside_itself: refused(400, 'request_data_invalid'),
  group_name_taken: refused(409, 'group_name_conflict'),
  asked_too_often: refused(429, 'rate_limit'),
  login_too_often: refused(429, 'rate_limit'),
}

/** Statuses of refusals that keep our code. */
export const ownStatus: Partial<Record<ErrorCode, number>> = {
  upload_address: 404,
  group_not_found: 404,
  item_locked: 409,
  items_locked: 409,
  file_too_large: 413,
  server_error: 500,
}

import type { OpenUserCallName, Scope } from '@/contract/applications'
import type { Permission } from '@/contract/entities'
import type { AllowedGrant } from '@/contract/grants'
import type { ApplicationActor, UserActor } from '../actors/actor'
import type { Access } from './access/facts'
import { needsSecondStep } from './session'

/** The permissions that a scope grants at most. */
const permissionsOfScope: Record<Scope, readonly Permission[]> = {
  item_read: ['item_view'],
  item_preview: ['item_view', 'item_preview'],
  item_download: ['item_view', 'item_download'],
  item_upload: ['item_view', 'item_upload', 'create_folder'],
  item_edit: ['item_view', 'edit_properties'],
  item_delete: ['item_view', 'item_delete', 'item_restore', 'permanent_delete'],
  item_comment: ['item_view', 'item_create_comment'],
  item_share: ['item_view', 'item_share'],
  item_collab: ['item_view', 'item_create_collab'],
  people_read: [],
  profile_edit: [],
}

/** The scope that a call needs; null: any token. */
const scopeOfCall: Record<OpenUserCallName, Scope | null> = {
  'GET /v2/user/info': null,
  'GET /v2/user/{id}/info': 'people_read',
  'GET /v2/user/search': 'people_read',
  'POST /v2/user/update': 'profile_edit',
  'GET /v2/user/space_usage': null,
  'GET /v2/user/{id}/profile_pic_download': 'people_read',
  'GET /v2/user/as_user_code': null,
  'GET /v2/user/departments': 'people_read',
  'GET /v2/department/{id}/info': 'people_read',
  'GET /v2/department/{id}/children': 'people_read',
  'GET /v2/department/{id}/users': 'people_read',
  'GET /v2/department/own_list': 'people_read',
  'POST /v2/tag/item_add_tags': 'item_edit',
  'POST /v2/tag/item_remove_tags': 'item_edit',
  'GET /v2/tag/list': 'item_read',
  'GET /v2/tag/filter_items_by_tag_name': 'item_read',
  'GET /v2/tag/common_list': null,
  'POST /v2/tag/add_common_list': 'item_edit',
  'POST /v2/tag/remove_common_list': 'item_edit',
  'GET /v2/device/{device_token}/synced_status': 'item_read',
  'POST /v2/device/{device_token}/add_sync': 'item_read',
  'POST /v2/device/{device_token}/remove_sync': 'item_read',
  'GET /v2/group/list': 'people_read',
  'GET /v2/group/{id}/users': 'people_read',
  'GET /v2/file/{id}/info': 'item_read',
  'GET /v2/file/{id}/info_v2': 'item_read',
  'GET /v2/file/{id}/download': 'item_download',
  'GET /v2/file/{id}/download_v2': 'item_download',
  'GET /v2/file/preview_token': 'item_preview',
  'POST /v2/file/preview_token': 'item_preview',
  'POST /v2/preview/info': 'item_preview',
  'POST /v2/preview/pages': 'item_preview',
  'POST /v2/preview/entries': 'item_preview',
  'POST /v2/file/upload': 'item_upload',
  'POST /v2/file/upload_v2': 'item_upload',
  'POST /v2/file/upload_by_path': 'item_upload',
  'POST /v2/file/{id}/new_version': 'item_upload',
  'POST /v2/file/{id}/new_version_v2': 'item_upload',
  'POST /v2/file/{id}/update': 'item_edit',
  'POST /v2/folder/{id}/update': 'item_edit',
  'POST /v2/file/{id}/copy': 'item_upload',
  'POST /v2/file/{id}/move': 'item_delete',
  'POST /v2/folder/{id}/move': 'item_delete',
  'POST /v2/file/{id}/delete': 'item_delete',
  'POST /v2/folder/{id}/delete': 'item_delete',
  'POST /v2/file/{id}/delete_from_trash': 'item_delete',
  'POST /v2/folder/{id}/delete_from_trash': 'item_delete',
  'POST /v2/file/{id}/restore_from_trash': 'item_delete',
  'POST /v2/folder/{id}/restore_from_trash': 'item_delete',
  'GET /v2/file/{id}/trash': 'item_read',
  'GET /v2/folder/{id}/trash': 'item_read',
  'GET /v2/folder/roots': 'item_read',
  'GET /v2/folder/{id}/info': 'item_read',
  'GET /v2/folder/{id}/children': 'item_read',
  'GET /v2/folder/personal_items': 'item_read',
  'GET /v2/folder/department_folders': 'item_read',
  'GET /v2/folder/collab_folders': 'item_read',
  'GET /v2/trash/list': 'item_read',
  'POST /v2/trash/clear': 'item_delete',
  'POST /v2/trash/restore_all': 'item_delete',
  'GET /v2/search': 'item_read',
  'POST /v2/folder/create': 'item_upload',
  'GET /v2/file/{id}/versions': 'item_read',
  'GET /v2/file/{id}/version/{version_id}/info': 'item_read',
  'POST /v2/file/{id}/version/{version_id}/promote': 'item_upload',
  'POST /v2/file/{id}/version/{version_id}/delete': 'item_delete',
  'GET /v2/item/search': 'item_read',
  'GET /v2/file/recent_items': 'item_read',
  'POST /v2/file/{item_id}/mark_as_used': 'item_read',
  'POST /v2/frequent/add': 'item_read',
  'POST /v2/frequent/delete': 'item_read',
  'GET /v2/frequent/list': 'item_read',
  'POST /v2/folder/{id}/copy': 'item_upload',
  'POST /v2/file/{id}/copy_by_path': 'item_upload',
  'POST /v2/folder/create_by_path': 'item_upload',
  'POST /v2/file/pack_download': 'item_download',
  'POST /v2/file/create_blank_file': 'item_upload',
  'GET /v2/file/{id}/comments': 'item_comment',
  'POST /v2/comment/create': 'item_comment',
  'POST /v2/comment/{id}/delete': 'item_comment',
  'GET /v2/file/{id}/share_links': 'item_share',
  'GET /v2/folder/{id}/share_links': 'item_share',
  'POST /v2/share_link/create': 'item_share',
  'GET /v2/share_link/{unique_name}/info': 'item_share',
  'GET /v2/share_link/{unique_name}/info_detail': 'item_share',
  'POST /v2/share_link/{unique_name}/update': 'item_share',
  'POST /v2/share_link/{unique_name}/close': 'item_share',
  'POST /v2/share_link/{unique_name}/revoke': 'item_share',
  'GET /v2/folder/{id}/collabs': 'item_collab',
  'POST /v2/collab/invite': 'item_collab',
  'POST /v2/collab/invite_batch': 'item_collab',
  'GET /v2/collab/{id}/info': 'item_collab',
  'POST /v2/collab/{id}/update': 'item_collab',
  'POST /v2/collab/{id}/delete': 'item_collab',
  'POST /v2/collab/remove': 'item_collab',
}

/**
 * The access of an application: the user's access, limited by the application's scopes.
 * @param users the access of the application's user
 */
export function limitByScopes({ scopes }: Pick<ApplicationActor, 'scopes'>, users: Access): Access {
  const allowed = scopes.flatMap((scope) => permissionsOfScope[scope])
  return { ...users, permissions: users.permissions.filter((permission) => allowed.includes(permission)) }
}

/** Whether an application's scopes permit a call. */
export function mayCall({ scopes }: Pick<ApplicationActor, 'scopes'>, call: OpenUserCallName): boolean {
  const scope = scopeOfCall[call]
  return scope === null || scopes.includes(scope)
}

/** The facts that decide whether an application may act. */
export interface ApplicationFacts {
  enterprise_id: number
  /** whether the application may act for every member of its enterprise */
  for_all: boolean
  disabled_at: Date | null
}

/**
 * Whether an application may act for a user now. The application must not be disabled. The user must belong to the application's enterprise,
 * which must not have expired. An administrator must have selected the user, or all members. A disabled account never becomes an actor.
 * @param isNamed whether the administrator selected the user
 */
export function mayActFor(
  { enterprise_id, for_all, disabled_at }: ApplicationFacts,
  { user, enterprise }: Pick<UserActor, 'user' | 'enterprise'>,
  isNamed: boolean,
  now: Date,
): boolean {
  const { expires_at: end } = enterprise
  return (
    disabled_at === null && user.enterprise_id === enterprise_id && (for_all || isNamed) && (end === null || end > now)
  )
}

/** Whether an administrator allowed an application a grant. The other grants need no permission: a code is sent to registered addresses only. */
export function mayUseGrant({ grants }: { grants: readonly AllowedGrant[] }, grant: string): boolean {
  return !needsPermission.has(grant) || grants.includes(grant as AllowedGrant)
}

const needsPermission: ReadonlySet<string> = new Set<AllowedGrant>(['password', 'jwt_simple', 'enterprise'])

/** Whether an application may act for its enterprise now, with an administrator's rights. */
export function mayActForEnterprise(
  application: Pick<ApplicationFacts, 'enterprise_id' | 'disabled_at'> & { grants: readonly AllowedGrant[] },
  { id, expires_at: end }: { id: number; expires_at: Date | null },
  now: Date,
): boolean {
  return (
    application.disabled_at === null &&
    application.enterprise_id === id &&
    mayUseGrant(application, 'enterprise') &&
    (end === null || end > now)
  )
}

/** Whether a password alone proves a user: it does not where a second step is wanted, which an application cannot ask for. */
export function provesByPassword(user: Pick<UserActor, 'user' | 'enterprise'>): boolean {
  return !needsSecondStep(user) && user.user.totp_enrolled_at === null
}

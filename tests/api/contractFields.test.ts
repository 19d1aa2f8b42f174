import { describe, expect, test } from '@jest/globals'
import type { TObject, TSchema } from '@sinclair/typebox'
import { ChildMessage } from '@/contract/messages/childMessages'
import { UserGuideSettings } from '@/contract/session/clientSettings'
import { Collab, collabCalls } from '@/contract/members'
import { Comment } from '@/contract/comments'
import { Contact, ContactDepartment } from '@/contract/contacts'
import {
  BaseInfo,
  Department,
  EnterpriseInfo,
  ExternalEnterprise,
  FoundItem,
  FrequentItem,
  Item,
  UserInfo,
} from '@/contract/entities'
import { ShareUserInfo } from '@/contract/session/session'
import { Message, messageCalls } from '@/contract/messages/messages'
import { PreviewInfo } from '@/contract/previews/previews'
import { shareCalls, ShareProcess } from '@/contract/shares/shares'
import { FileVersion } from '@/contract/items/versions'

/**
 * The fields of the entities in the spelling of section 3 of both texts; fields of nested objects follow a dot.
 * Fields that clients derive or keep (approx_size, selected; checked and children of a contact; showNoticeOnly) are never sent.
 */
const table: [string, TSchema, string][] = [
  [
    'Item (1§3)',
    Item,
    `id typed_id type name extension extension_category type_icon thumbnail small_thumbnail_generated median_thumbnail_generated size version
     modified_at changed_time updater.name current file_version_id file_version_key permissions action_permissions.perm_download
     action_permissions.perm_preview action_permissions.perm_share action_permissions.perm_share_to_colleague is_deleted is_encrypted locked
     lock_user.id lock_user.name lock_user.login unlock_permit is_frequently_used owned_by.id owned_by.name owned_by.login
     owned_by.enterprise_id parent_folder_id parent department.permissions department.director_name scope is_support_oos from_share tags.id
     tags.name is_external_collab_folder is_owned_collab_folder is_invited_collab_folder path path_for_collab space action_status.action_time
     action_status.action_by description scanned exif_rotation encrypted_item_in_path.review_user_id final_role`,
  ],
  ['Item (2§3)', Item, 'is_share_disabled is_collab_folder department_id'],
  ['a search result (1§3)', FoundItem, 'creator.name content hit_num'],
  [
    'Frequent item (1§3)',
    FrequentItem,
    `freq_type item_type item_id item_count isForbidden item.typed_id item.name item.parent item.path item.is_forbidden item.is_dismissed
     item.permissions item.item_count item.folder_count item.children_departments_count`,
  ],
  [
    'Version (1§3)',
    FileVersion,
    'id file_id version modified_at updater current name size extension extension_category permissions',
  ],
  [
    'Preview info (1§3)',
    PreviewInfo,
    `status progress media_status change_mode_available preview_type download_url preview_url category password exif_rotation`,
  ],
  [
    'Department (1§3)',
    Department,
    'id name user_count has_children_departments children departments_path is_department',
  ],
  ['External enterprise (1§3)', ExternalEnterprise, 'id type name'],
  [
    'Base info (1§3, 2§3)',
    BaseInfo,
    `csrf_token user_info enterprise_info unread_messages_count product_name base_url user_guide_settings is_h5_show_user_guide env_config`,
  ],
  ['Base info: the user (1§3, 2§3)', UserInfo, 'id name trash_period'],
  [
    'Base info: the enterprise (1§1, 2§3)',
    EnterpriseInfo,
    `is_personal_user_enterprise default_expiring_interval_days is_personal_space_closed language_type is_from_wechat_enterprise
     share_with_colleagues_disallowed wechat_type logo_key logo_dark_key share_link_page_title`,
  ],
  ['Base info: the guides (1§3)', UserGuideSettings, 'user_guide_h5_sync user_guide_h5_upload user_guide_h5_logout'],
  ['Share-user info (2§3)', ShareUserInfo, 'product_id resource_id open_app_url is_custom_product'],
  [
    'Share process (2§3)',
    ShareProcess,
    `type serial_number created description item item_is_accessible_without_shared can_save share_link.unique_name share_link.owner.id
     share_link.owner.name share_link.description share_link.item share_link.is_open_share_receiver share_link.disable_forward
     share_link.disable_download`,
  ],
  [
    'Contact (2§3)',
    Contact,
    'id name login is_department is_group group_id user_count is_active current_user disabled',
  ],
  ['Contact: a department (2§3)', ContactDepartment, 'has_children_departments departments_path'],
  [
    'Comment (2§3)',
    Comment,
    `id content created_at user.id user.name unread child_message_id unread_count is_voice voice_length permissions item_type item_id`,
  ],
  [
    'Message (2§3)',
    Message,
    `id type unread_count item_name item_time modified_at sender_name include_current_user object_typed_id most_recent_message.content
     most_recent_message.is_voice most_recent_message.source most_recent_message.collab_type most_recent_message.group_name
     most_recent_message.invitation_message most_recent_message.message_comments most_recent_message.item_type
     most_recent_message.item_name most_recent_message.unique_name`,
  ],
  [
    'Child message (2§3)',
    ChildMessage,
    `id item_name updated sender_name collab_type group_name invitation_message has_read accepted collab_id item_typed_id`,
  ],
  [
    'Collab entry (2§3)',
    Collab,
    `collab_id user.id user.name user.is_group user.is_department user.department_id user.user_count user.is_active direct_role final_role
     unaccepted_role accepted current_user quit_collab_allowed`,
  ],
  [
    'Department manager entry (2§3)',
    collabCalls['GET /apps/folders/get_collab_info_on_item'].reply,
    'file_managers.id file_managers.name file_managers.final_role',
  ],
  [
    'Share permissions and settings (1§3, 2§3)',
    shareCalls['POST /apps/share_links/create'].request,
    `access password disable_download due_time is_preview_limit preview_limit is_download_limit_v2 download_limit_v2
     is_watermark_customize_content watermark_customize_content description current_version`,
  ],
  [
    'Item-level share policy (1§3)',
    Item,
    `is_share_link_public_access_disabled is_share_link_download_disabled is_share_force_passwd_switch is_share_force_op_limit_switch
     share_max_preview_limit share_max_download_limit share_default_preview_limit share_default_download_limit`,
  ],
  [
    'Message list response (2§3)',
    messageCalls['GET /apps/messages/get_list'].reply,
    'success messages page_number page_count total_unread_message_count',
  ],
]

/** The schema inside a nullable, or of a list's entries. */
function insideOf(schema: TSchema): TSchema {
  if (schema.type === 'array') return insideOf(schema.items as TSchema)
  const other = (schema.anyOf as TSchema[] | undefined)?.find((each) => each.type !== 'null')
  return other ? insideOf(other) : schema
}

function fieldAt(schema: TSchema, path: readonly string[]): TSchema | undefined {
  const [name, ...rest] = path
  if (name === undefined) return schema
  const field = (insideOf(schema) as TObject).properties?.[name]
  return field && fieldAt(field, rest)
}

describe('every field of section 3 is in the contract', () => {
  test.each(table)('[API-02] %s', (_what, schema, names) => {
    const missing = names.split(/\s+/).filter((name) => fieldAt(schema, name.split('.')) === undefined)
    expect(missing).toStrictEqual([])
  })

  test('[API-02] fields that clients derive or keep are not sent', () => {
    expect(Object.keys(Item.properties)).toEqual(expect.not.arrayContaining(['approx_size', 'selected']))
  })
})

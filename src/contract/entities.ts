import { Type, type Static } from '@sinclair/typebox'
import { AdministratorRole } from './administration/role'
import { EnvironmentConfig, UserGuideSettings } from './session/clientSettings'
import { Bytes, Id, Seconds, TypedId, nullable, oneOf } from './call'
import { ActionPermissions, Deletion } from './items/itemParts'
import { SharePolicy } from './shares/policy'

/** Roles from the highest to the lowest; `reset` forbids access (1§6, decisions 7). */
export const Role = oneOf(
  'owner',
  'coowner',
  'editor',
  'viewer_uploader',
  'viewer',
  'previewer_uploader',
  'previewer',
  'uploader',
  'reset',
)

/** What the server allows on an item (1§6). */
export const Permission = oneOf(
  'item_view',
  'item_preview',
  'item_download',
  'item_upload',
  'create_folder',
  'item_share',
  'item_delete',
  'item_restore',
  'item_create_comment',
  'item_create_collab',
  'edit_properties',
  'permanent_delete',
)

export const ExtensionCategory = oneOf(
  'text',
  'image',
  'rvt',
  'audio',
  'video',
  'cad',
  'zip',
  'document',
  'markdown',
  'pdf',
  'ydoc',
  'other',
)

export const Owner = Type.Object({ id: Id, name: Type.String(), login: Type.String(), enterprise_id: Id })
export const Tag = Type.Object({ id: Id, name: Type.String() })
export const PathEntry = Type.Object({ typed_id: Type.String(), name: Type.String() })

/** A file or a folder (1§3, 2§3). Only some lists or kinds carry the optional fields. */
export const Item = Type.Object({
  id: Id,
  typed_id: TypedId,
  type: oneOf('file', 'folder'),
  name: Type.String(),
  /** Lower case, without the dot; empty for folders and for names without an extension. */
  extension: Type.String(),
  extension_category: ExtensionCategory,
  /** The tile: an extension group for files (`pdf`, `doc`, `xls` …), a folder kind for folders. */
  type_icon: Type.String(),
  /** A signed relative address; null while there is none (decisions 39). */
  thumbnail: nullable(Type.String()),
  small_thumbnail_generated: Type.Boolean(),
  median_thumbnail_generated: Type.Boolean(),
  size: Bytes,
  version: Type.Integer(),
  modified_at: Seconds,
  changed_time: Seconds,
  /** Own field: when the file was made or last changed before its upload; null if unknown (AH-12). */
  original_date: nullable(Seconds),
  updater: Type.Object({ id: Id, name: Type.String() }),
  /** Whether this is the current version. False only where an older version is shown in the item's place. */
  current: Type.Boolean(),
  file_version_id: nullable(Id),
  file_version_key: nullable(Type.String()),
  permissions: Type.Array(Permission),
  action_permissions: ActionPermissions,
  is_deleted: Type.Boolean(),
  is_encrypted: Type.Boolean(),
  locked: Type.Boolean(),
  lock_user: nullable(Type.Object({ id: Id, name: Type.String(), login: Type.String() })),
  /** 1 manual, 2 by an approval, 3 online editing; null when not locked (decisions 4.14). */
  lock_kind: nullable(Type.Integer()),
  unlock_permit: Type.Boolean(),
  is_frequently_used: Type.Boolean(),
  owned_by: Owner,
  parent_folder_id: Id,
  /** The last entry of `path`; null if the user may see no folder above. */
  parent: nullable(PathEntry),
  /** Set on the root folder of a department. */
  department: nullable(
    Type.Object({ id: Id, name: Type.String(), permissions: Type.Array(Type.String()), director_name: Type.String() }),
  ),
  department_id: nullable(Id),
  scope: Type.Integer(),
  is_support_oos: Type.Boolean(),
  from_share: Type.Boolean(),
  tags: Type.Array(Tag),
  is_collab_folder: Type.Boolean(),
  is_external_collab_folder: Type.Boolean(),
  is_owned_collab_folder: Type.Boolean(),
  is_invited_collab_folder: Type.Boolean(),
  /** The folders above, root first, without the item itself. */
  path: Type.Array(PathEntry),
  /** For an invited user: the path from the first folder that the invitation opens; empty for other users. */
  path_for_collab: Type.Array(PathEntry),
  space: oneOf('personal_space', 'collab_space', 'department_space', 'external_space'),
  action_status: Type.Optional(nullable(Deletion)),
  description: Type.String(),
  scanned: Type.Integer(),
  exif_rotation: Type.Integer(),
  encrypted_item_in_path: Type.Optional(nullable(Type.Object({ review_user_id: Id }))),
  final_role: Role,
  is_share_disabled: Type.Boolean(),
  /** Own field: the number of comments (AH-18); 0 for users who may not read them. */
  comment_count: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Own field: with is_share_disabled, the users who cannot share the item; absent if nobody can (decisions 4.4). */
  share_disabled_for: Type.Optional(oneOf('members')),
  ...Type.Partial(SharePolicy).properties,
})

/** A search result (1§3). */
export const FoundItem = Type.Object({
  ...Item.properties,
  creator: Type.Object({ id: Id, name: Type.String() }),
  /** The passage of the content around its first match; empty without a match, and for users who may not preview the file. */
  content: Type.String(),
  /** The number of matches in name, description, creator, editor, tags and, if visible, content; the words as they stand there (118). */
  hit_num: Type.Integer(),
  hit_words: Type.Optional(Type.Array(Type.String())),
})

/** A row of the frequent space (1§3, decisions 4.22). `item` holds what the row shows, even after the user has lost access. */
export const FrequentItem = Type.Object({
  freq_type: oneOf('file', 'folder', 'department', 'external_enterprise'),
  item_type: oneOf('file', 'folder', 'department', 'external_enterprise'),
  item_id: Id,
  item_count: Type.Integer(),
  isForbidden: Type.Boolean(),
  item: Type.Object({
    typed_id: Type.String(),
    name: Type.String(),
    /** As in Item. */
    parent: nullable(PathEntry),
    path: Type.Array(PathEntry),
    is_forbidden: Type.Boolean(),
    is_dismissed: Type.Boolean(),
    permissions: Type.Array(Permission),
    item_count: Type.Integer(),
    folder_count: Type.Integer(),
    children_departments_count: Type.Integer(),
  }),
  /** The whole item, for files and folders that the user can still see. */
  file: nullable(Item),
})

export const Department = Type.Recursive(
  (This) =>
    Type.Object({
      id: Id,
      name: Type.String(),
      user_count: Type.Integer(),
      has_children_departments: Type.Boolean(),
      /** Absent if this level was not loaded (LIST-02). */
      children: Type.Optional(Type.Array(This)),
      departments_path: Type.Array(Type.Object({ id: Id, name: Type.String() })),
      is_department: Type.Literal(true),
      /** Own field: false if the department is listed only because it leads to a department below it. */
      is_accessible: Type.Boolean(),
      is_frequently_used: Type.Optional(Type.Boolean()),
    }),
  { $id: 'Department' },
)

/** An external enterprise, or an external personal user, that gives the user access to an item (1§3). */
export const ExternalEnterprise = Type.Object({ id: Id, type: oneOf('enterprise', 'user'), name: Type.String() })

export const Wording = oneOf('default', 'education')
export const Language = oneOf('zh-CN', 'en', 'zh-TW')

/** The settings of an enterprise for its members (1§1, 2§3). */
export const EnterpriseInfo = Type.Object({
  id: Id,
  name: Type.String(),
  is_personal_user_enterprise: Type.Boolean(),
  default_expiring_interval_days: Type.Integer(),
  is_personal_space_closed: Type.Boolean(),
  /** The default wording of the enterprise; the cookie overrides it (decisions 33). */
  language_type: Wording,
  is_from_wechat_enterprise: Type.Boolean(),
  /** The enterprise's origin: WeChat, WeCom or WeCom's education edition; null: another origin. The field has no effect. */
  wechat_type: nullable(oneOf('wechat', 'wecom', 'wecom_education')),
  /** The keys of the stored logos, the second for dark backgrounds; null: the product's logo is shown. */
  logo_key: nullable(Type.String()),
  logo_dark_key: nullable(Type.String()),
  /** The title of its share pages; empty: the product's name (LAND-09). */
  share_link_page_title: Type.String(),
  share_with_colleagues_disallowed: Type.Boolean(),
  is_professional_plan: Type.Boolean(),
})

/** `file_manager` has no effect: manager_list returns the managers of departments. Visitors receive `complaints` in share_branding. */
export const ViewFlags = Type.Object({
  collaborative_document: Type.Boolean(),
  wps_preview: Type.Boolean(),
  virus_scan: Type.Boolean(),
  hide_share_link_download: Type.Boolean(),
  data_leak_prevention: Type.Boolean(),
  complaints: Type.Boolean(),
  file_manager: Type.Boolean(),
})

/** The address of a user's picture (decisions 39); absent without a picture. */
export const Avatar = Type.String()

export const UserInfo = Type.Object({
  id: Id,
  name: Type.String(),
  login: Type.String(),
  /** Days an item stays in the recycle bin (1§9). */
  trash_period: Type.Integer(),
  avatar: Type.Optional(Avatar),
  /** Own field: absent for users who are no administrators. */
  administrator_role: Type.Optional(AdministratorRole),
})

/** The branding that the enterprise of a link's maker shows to visitors of the link (decisions 4.9, LAND-09). */
export const ShareBranding = Type.Object({
  /** The default wording; the visitor's cookie overrides it (decisions 33). */
  language_type: Wording,
  /** As in EnterpriseInfo. */
  logo_key: nullable(Type.String()),
  logo_dark_key: nullable(Type.String()),
  /** Own fields: the public addresses of these logos. */
  logo_url: nullable(Type.String()),
  logo_dark_url: nullable(Type.String()),
  share_link_page_title: Type.String(),
  /** Whether visitors may report a link. */
  complaints: Type.Boolean(),
})

/** The reply of get_base_info. It also answers without a session; `user_info` is null then (decisions 4.9). */
export const BaseInfo = Type.Object({
  csrf_token: Type.String(),
  user_info: nullable(UserInfo),
  enterprise_info: nullable(EnterpriseInfo),
  view_flags: ViewFlags,
  unread_messages_count: Type.Integer(),
  product_name: Type.String(),
  base_url: Type.String(),
  env_config: EnvironmentConfig,
  login_url: Type.String(),
  logout_url: Type.String(),
  register_url: Type.String(),
  /** Addresses of the operator's terms of use and privacy policy; '' means none. */
  terms_url: Type.String(),
  privacy_url: Type.String(),
  /** A telephone number; '' hides it (decisions 4.10). */
  customer_service_hotline: Type.String(),
  /** Own field: the messengers whose codes sign in to the mini-program (decisions 88). */
  sign_in_messengers: Type.Array(oneOf('wechat', 'wecom')),
  user_guide_settings: UserGuideSettings,
  /** false: no guide is shown, whatever its setting. */
  is_h5_show_user_guide: Type.Boolean(),
  /** Own field, only with a share_link_token; null if share_links/info would find no link. */
  share_branding: Type.Optional(nullable(ShareBranding)),
})

/** The storage of the user's space in bytes; `total` is null for unlimited (decisions, lists table). */
export const SpaceInfo = Type.Object({ used: Bytes, total: nullable(Bytes), item_count: Type.Integer() })

export type Role = Static<typeof Role>
export type Permission = Static<typeof Permission>
export type ExtensionCategory = Static<typeof ExtensionCategory>
export type Item = Static<typeof Item>
export type PathEntry = Static<typeof PathEntry>
export type FoundItem = Static<typeof FoundItem>
export type FrequentItem = Static<typeof FrequentItem>
export type Department = Static<typeof Department>
export type ExternalEnterprise = Static<typeof ExternalEnterprise>
export type EnterpriseInfo = Static<typeof EnterpriseInfo>
export type UserInfo = Static<typeof UserInfo>
export type ViewFlags = Static<typeof ViewFlags>
export type BaseInfo = Static<typeof BaseInfo>
export type ShareBranding = Static<typeof ShareBranding>
export type SpaceInfo = Static<typeof SpaceInfo>
export type Language = Static<typeof Language>
export type Wording = Static<typeof Wording>

import { Type, type Static } from '@sinclair/typebox'
import { EnvironmentConfig, UserGuideSettings } from './session/clientSettings'
import { Bytes, Id, Seconds, TypedId, nullable, oneOf } from './call'
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

export const ActionPermissions = Type.Object({
  perm_download: Type.Boolean(),
  perm_preview: Type.Boolean(),
  perm_share: Type.Boolean(),
  perm_share_to_colleague: Type.Boolean(),
  perm_comment: Type.Boolean(),
})

/** A file or a folder (1§3, 2§3). Optional fields are those that only some lists or some kinds carry. */
export const Item = Type.Object({
  id: Id,
  typed_id: TypedId,
  type: oneOf('file', 'folder'),
  name: Type.String(),
  /** Lower case, without the dot; empty for folders and for names without one. */
  extension: Type.String(),
  extension_category: ExtensionCategory,
  /** The tile: an extension group for files (`pdf`, `doc`, `xls` …), a folder kind for folders. */
  type_icon: Type.String(),
  /** A signed relative address, or null where there is none (yet) (decisions 39). */
  thumbnail: nullable(Type.String()),
  small_thumbnail_generated: Type.Boolean(),
  median_thumbnail_generated: Type.Boolean(),
  size: Bytes,
  version: Type.Integer(),
  modified_at: Seconds,
  changed_time: Seconds,
  /** Own field: when the file was made or last changed before it came here; null where nobody told (AH-12). */
  original_date: nullable(Seconds),
  updater: Type.Object({ id: Id, name: Type.String() }),
  /** It is shown as it is now: always, but for what shows an older version in an item's place. */
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
  /** The last of `path`; null where nothing above it may be seen. */
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
  /** The way to it, root first, the item itself left out. */
  path: Type.Array(PathEntry),
  /** The same for who was invited, from the first folder that the invitation opens; empty for everybody else. */
  path_for_collab: Type.Array(PathEntry),
  space: oneOf('personal_space', 'collab_space', 'department_space', 'external_space'),
  action_status: Type.Optional(nullable(Type.Object({ action_time: Seconds, action_by: Type.String() }))),
  description: Type.String(),
  scanned: Type.Integer(),
  exif_rotation: Type.Integer(),
  encrypted_item_in_path: Type.Optional(nullable(Type.Object({ review_user_id: Id }))),
  final_role: Role,
  is_share_disabled: Type.Boolean(),
  /** Own field: how many comments it has (AH-18); 0 for who may not read them. */
  comment_count: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Own field: who cannot share it, where that is not everybody (decisions 4.4). */
  share_disabled_for: Type.Optional(oneOf('members')),
  ...Type.Partial(SharePolicy).properties,
})

/** An item that a search found (1§3). */
export const FoundItem = Type.Object({
  ...Item.properties,
  creator: Type.Object({ id: Id, name: Type.String() }),
  /** The passage of the content around its first match; empty where none matches, and for who may not look into the file. */
  content: Type.String(),
  /** Matches in name, description, creator, editor, tags and, as far as it may be seen, content together. */
  hit_num: Type.Integer(),
})

/** A row of the frequent space (1§3, decisions 4.22). `item` keeps what the row shows even when access was lost. */
export const FrequentItem = Type.Object({
  freq_type: oneOf('file', 'folder', 'department', 'external_enterprise'),
  item_type: oneOf('file', 'folder', 'department', 'external_enterprise'),
  item_id: Id,
  item_count: Type.Integer(),
  isForbidden: Type.Boolean(),
  item: Type.Object({
    typed_id: Type.String(),
    name: Type.String(),
    /** As of an item. */
    parent: nullable(PathEntry),
    path: Type.Array(PathEntry),
    is_forbidden: Type.Boolean(),
    is_dismissed: Type.Boolean(),
    permissions: Type.Array(Permission),
    item_count: Type.Integer(),
    folder_count: Type.Integer(),
    children_departments_count: Type.Integer(),
  }),
  /** The whole item for files and folders the user may still see. */
  file: nullable(Item),
})

export const Department = Type.Recursive(
  (This) =>
    Type.Object({
      id: Id,
      name: Type.String(),
      user_count: Type.Integer(),
      has_children_departments: Type.Boolean(),
      /** Absent where the level was not loaded (LIST-02). */
      children: Type.Optional(Type.Array(This)),
      departments_path: Type.Array(Type.Object({ id: Id, name: Type.String() })),
      is_department: Type.Literal(true),
      /** Own field: false where it is shown only as the way to a department below. */
      is_accessible: Type.Boolean(),
      is_frequently_used: Type.Optional(Type.Boolean()),
    }),
  { $id: 'Department' },
)

/** Who lets the user into something of theirs from outside their enterprise: another enterprise, or a personal user (1§3). */
export const ExternalEnterprise = Type.Object({ id: Id, type: oneOf('enterprise', 'user'), name: Type.String() })

export const Wording = oneOf('default', 'education')
export const Language = oneOf('zh-CN', 'en', 'zh-TW')

/** What the enterprise decides for its members (1§1, 2§3). */
export const EnterpriseInfo = Type.Object({
  id: Id,
  name: Type.String(),
  is_personal_user_enterprise: Type.Boolean(),
  default_expiring_interval_days: Type.Integer(),
  is_personal_space_closed: Type.Boolean(),
  /** The wording of the enterprise where the cookie says nothing (decisions 33). */
  language_type: Wording,
  is_from_wechat_enterprise: Type.Boolean(),
  /** Where it came from: WeChat, WeCom or WeCom's education edition; null from elsewhere. It changes nothing here. */
  wechat_type: nullable(oneOf('wechat', 'wecom', 'wecom_education')),
  /** What its pictures are kept under, the second for dark backgrounds; null: the product's own is shown. */
  logo_key: nullable(Type.String()),
  logo_dark_key: nullable(Type.String()),
  /** Of the pages of its shares; empty: the product's name (LAND-09). */
  share_link_page_title: Type.String(),
  share_with_colleagues_disallowed: Type.Boolean(),
  is_professional_plan: Type.Boolean(),
})

/** file_manager changes nothing: managers of departments are told by manager_list. Of complaints visitors are told by share_branding. */
export const ViewFlags = Type.Object({
  collaborative_document: Type.Boolean(),
  wps_preview: Type.Boolean(),
  virus_scan: Type.Boolean(),
  hide_share_link_download: Type.Boolean(),
  data_leak_prevention: Type.Boolean(),
  complaints: Type.Boolean(),
  file_manager: Type.Boolean(),
})

/** Where the picture of a user is had (decisions 39); absent of who shows none. */
export const Avatar = Type.String()

export const UserInfo = Type.Object({
  id: Id,
  name: Type.String(),
  login: Type.String(),
  /** Days an item stays in the recycle bin (1§9). */
  trash_period: Type.Integer(),
  avatar: Type.Optional(Avatar),
})

/** What the enterprise of a link's maker shows of itself to those who open the link (decisions 4.9, LAND-09). */
export const ShareBranding = Type.Object({
  /** The wording where the visitor's cookie says nothing (decisions 33). */
  language_type: Wording,
  /** As in EnterpriseInfo. */
  logo_key: nullable(Type.String()),
  logo_dark_key: nullable(Type.String()),
  /** Own fields: where those pictures are had, by anybody. */
  logo_url: nullable(Type.String()),
  logo_dark_url: nullable(Type.String()),
  share_link_page_title: Type.String(),
  /** Whether visitors may report a link. */
  complaints: Type.Boolean(),
})

/** Answer of get_base_info, without a session too: then `user_info` is null (decisions 4.9). */
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
  /** Addresses of the operator's terms of use and privacy policy; '' is none. */
  terms_url: Type.String(),
  privacy_url: Type.String(),
  /** A telephone number; '' hides it (decisions 4.10). */
  customer_service_hotline: Type.String(),
  /** Own field: by whose codes the mini-program signs in (decisions 88). */
  sign_in_messengers: Type.Array(oneOf('wechat', 'wecom')),
  user_guide_settings: UserGuideSettings,
  /** Without it no guide is shown, whatever its setting. */
  is_h5_show_user_guide: Type.Boolean(),
  /** Own field, only where a share_link_token is sent; null where share_links/info would find no link. */
  share_branding: Type.Optional(nullable(ShareBranding)),
})

/** Storage of the user's space, bytes; `total` null is unlimited (decisions, lists table). */
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

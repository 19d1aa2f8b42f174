import type { Collab } from '@/contract/members'
import type { Contact, ContactDepartment } from '@/contract/contacts'
import type { Message } from '@/contract/messages/messages'
import type { BaseInfo, Department, EnterpriseInfo, FrequentItem, Item, UserInfo } from '@/contract/entities'
import type { PreviewInfo } from '@/contract/previews/previews'
import type { Reply } from '@/contract/api'
import type { PickedFile } from '@/platform/Platform'

let lastId = 100

function nextId() {
  lastId += 1
  return lastId
}

const wang = { id: 7, name: '王珂', login: 'wang@mingde.demo', enterprise_id: 1 }

export function makeItem(fields: Partial<Item> = {}): Item {
  const id = fields.id ?? nextId()
  const type = fields.type ?? 'file'
  return {
    id,
    typed_id: `${type}_${id}`,
    type,
    name: type === 'file' ? `文件${id}.pdf` : `文件夹${id}`,
    extension: type === 'file' ? 'pdf' : '',
    extension_category: type === 'file' ? 'pdf' : 'other',
    type_icon: type === 'file' ? 'pdf' : 'folder',
    thumbnail: null,
    small_thumbnail_generated: false,
    median_thumbnail_generated: false,
    size: 1000,
    version: 1,
    modified_at: 1_700_000_000,
    changed_time: 1_700_000_000,
    original_date: null,
    updater: { id: wang.id, name: wang.name },
    current: true,
    file_version_id: null,
    file_version_key: null,
    permissions: ['item_view', 'item_preview', 'item_download', 'edit_properties', 'item_delete'],
    action_permissions: {
      perm_download: true,
      perm_preview: true,
      perm_share: true,
      perm_share_to_colleague: true,
      perm_comment: true,
    },
    is_deleted: false,
    is_encrypted: false,
    locked: false,
    lock_user: null,
    lock_kind: null,
    unlock_permit: false,
    is_frequently_used: false,
    owned_by: wang,
    parent_folder_id: 0,
    parent: null,
    department: null,
    department_id: null,
    scope: 0,
    is_support_oos: false,
    from_share: false,
    tags: [],
    is_collab_folder: false,
    is_external_collab_folder: false,
    is_owned_collab_folder: false,
    is_invited_collab_folder: false,
    path: [],
    path_for_collab: [],
    space: 'personal_space',
    description: '',
    scanned: 0,
    exif_rotation: 0,
    final_role: 'owner',
    is_share_disabled: false,
    ...fields,
  }
}

export function makeItems(count: number, fields: Partial<Item> = {}): Item[] {
  return Array.from({ length: count }, () => makeItem(fields))
}

export function makeFolder(fields: Partial<Item> = {}): Item {
  return makeItem({ type: 'folder', ...fields })
}

export function makeFrequent(file: Item | null, fields: Partial<FrequentItem['item']> = {}): FrequentItem {
  const type = file?.type ?? 'department'
  const typedId = file?.typed_id ?? 'department_9'
  return {
    freq_type: type,
    item_type: type,
    item_id: file?.id ?? 9,
    item_count: 3,
    isForbidden: file === null,
    item: {
      typed_id: typedId,
      name: file?.name ?? '产品设计部',
      parent: null,
      path: [],
      is_forbidden: file === null,
      is_dismissed: false,
      permissions: ['item_view'],
      item_count: 3,
      folder_count: 1,
      children_departments_count: 0,
      ...fields,
    },
    file: file && { ...file, is_frequently_used: true },
  }
}

export function makeDepartment(id: number, fields: Partial<Department> = {}): Department {
  return {
    id,
    name: `部门${id}`,
    user_count: 3,
    has_children_departments: false,
    departments_path: [],
    is_department: true,
    is_accessible: true,
    ...fields,
  }
}

export function makeContact(fields: Partial<Contact> = {}): Contact {
  const id = fields.id ?? nextId()
  return {
    id,
    item_typed_id: `contact_${id}`,
    name: `同事${id}`,
    login: `p${id}@mingde.demo`,
    is_department: false,
    is_group: false,
    group_id: null,
    user_count: 1,
    is_active: true,
    current_user: false,
    disabled: false,
    place: '',
    ...fields,
  }
}

export function makeContactDepartment(fields: Partial<ContactDepartment> = {}): ContactDepartment {
  const id = fields.id ?? nextId()
  return {
    ...makeContact({ id, item_typed_id: `department_${id}`, name: `部门${id}`, login: '', is_department: true }),
    group_id: id + 1000,
    user_count: 6,
    has_children_departments: false,
    departments_path: [{ id, name: `部门${id}` }],
    ...fields,
  }
}

export function makeContactGroup(fields: Partial<Contact> = {}): Contact {
  const id = fields.id ?? nextId()
  const own = { item_typed_id: `group_${id}`, name: `群组${id}`, login: '', is_group: true, group_id: id } as const
  return makeContact({ id, ...own, user_count: 12, ...fields })
}

/** A user who accepted an invitation to a folder. */
export function makeCollab({
  user,
  ...fields
}: Partial<Omit<Collab, 'user'>> & { user?: Partial<Collab['user']> } = {}): Collab {
  const id = user?.id ?? nextId()
  const direct = fields.direct_role === undefined ? 'viewer' : fields.direct_role
  return {
    collab_id: id + 5000,
    user: {
      id,
      name: `成员${id}`,
      is_group: false,
      is_department: false,
      department_id: null,
      user_count: 1,
      is_active: true,
      is_external: false,
      ...user,
    },
    direct_role: direct,
    final_role: direct,
    unaccepted_role: null,
    role_otherwise: null,
    accepted: true,
    current_user: false,
    quit_collab_allowed: false,
    way: 'user',
    from: null,
    is_inherited: false,
    invited: null,
    ...fields,
  }
}

/** An invited user who has not answered. */
export function makeInvited(
  fields: Parameters<typeof makeCollab>[0] = {},
  invited: Partial<Collab['invited'] & object> = {},
): Collab {
  const inviter = { id: wang.id, name: wang.name }
  return makeCollab({
    direct_role: null,
    unaccepted_role: 'viewer',
    accepted: false,
    invited: { at: 1_795_000_000, expires: 0, is_expired: false, inviter, by_current_user: false, ...invited },
    ...fields,
  })
}

export function makeUser(fields: Partial<UserInfo> = {}): UserInfo {
  return { id: wang.id, name: wang.name, login: wang.login, trash_period: 30, ...fields }
}

export function makeEnterprise(fields: Partial<EnterpriseInfo> = {}): EnterpriseInfo {
  return {
    id: 1,
    name: '明德学校',
    is_personal_user_enterprise: false,
    default_expiring_interval_days: 0,
    is_personal_space_closed: false,
    language_type: 'education',
    is_from_wechat_enterprise: false,
    share_with_colleagues_disallowed: false,
    is_professional_plan: true,
    wechat_type: null,
    logo_key: null,
    logo_dark_key: null,
    share_link_page_title: '',
    ...fields,
  }
}

export function makeBaseInfo(fields: Partial<BaseInfo> = {}): BaseInfo {
  return {
    csrf_token: 'csrf-1',
    user_info: makeUser(),
    enterprise_info: makeEnterprise(),
    view_flags: {
      collaborative_document: false,
      wps_preview: false,
      virus_scan: false,
      hide_share_link_download: false,
      data_leak_prevention: false,
      complaints: false,
      file_manager: false,
    },
    unread_messages_count: 0,
    product_name: '书包云盘',
    base_url: 'https://drive.test',
    env_config: { upload_days: 3, session_days: 30 },
    login_url: '/login',
    logout_url: '',
    register_url: '',
    terms_url: '',
    privacy_url: '',
    sign_in_messengers: [],
    customer_service_hotline: '',
    user_guide_settings: { user_guide_h5_sync: false, user_guide_h5_upload: false, user_guide_h5_logout: false },
    is_h5_show_user_guide: false,
    ...fields,
  }
}

/** The answer of get_base_info to a stranger. */
export function makeStrangerInfo(fields: Partial<BaseInfo> = {}): BaseInfo {
  return makeBaseInfo({ csrf_token: 'csrf-0', user_info: null, enterprise_info: null, ...fields })
}

type FolderReply = Omit<Reply<'GET /apps/files/file_list/{folderId}'>, 'success'>

export function makeFolderReply(fields: Partial<FolderReply> = {}): FolderReply {
  return {
    sort_by: 'date',
    sort_direction: 'desc',
    permissions: ['item_view', 'item_upload', 'create_folder'],
    is_frequently_used: false,
    current_path: [{ typed_id: 'folder_0', name: '个人文件' }],
    folder: null,
    ...fields,
  }
}

/** A message about a copy that has ended well. */
export function makeMessage(fields: Partial<Message> = {}): Message {
  return {
    id: 1,
    type: 'collab_notice',
    unread_count: 1,
    item_name: '资料',
    item_time: 1_795_000_000,
    modified_at: 1_795_000_000,
    sender_name: '',
    include_current_user: false,
    object_typed_id: null,
    most_recent_message: { notice: { action: 'copy', state: 'finished', count: 1, folder_name: '归档', reason: '' } },
    ...fields,
  }
}

export function makePreviewInfo(fields: Partial<PreviewInfo> = {}): PreviewInfo {
  return {
    status: 'generated',
    progress: 0,
    media_status: null,
    change_mode_available: false,
    preview_type: 'pdf',
    reason: null,
    preview_url: '/api/apps/representations/download?s=1',
    poster_url: null,
    large_url: null,
    milliseconds: null,
    download_url: '/api/apps/files/download?s=1',
    category: null,
    password: null,
    exif_rotation: 0,
    ...fields,
  }
}

export function makeFile(name: string, size = 6 * 1024 * 1024): PickedFile {
  return { name, size, source: name }
}

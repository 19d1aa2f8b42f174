import type { Static } from '@sinclair/typebox'
import type { OpenAdminDepartment, OpenAdminGroup, OpenAdminUser } from '@/contract/applications/administration'
import type {
  MiniUser,
  OpenDepartment,
  OpenDepartmentTree,
  OpenGroup,
  OpenListedUser,
  OpenMiniDepartment,
  OpenUser,
} from '@/contract/applications/people'
import type { Owner } from '@/contract/entities'
import { searchKey } from '@/domain/search/words'
import type { AdministeredDepartment, OpenDepartmentRow, Organisation } from '../../queries/applications/departments'
import type { OpenPeople } from '../../queries/applications/itemFacts'
import type { OpenGroupRow, OpenUserRow } from '../../queries/applications/people'
import { secondsOf } from '../../time/clock'

/** A person, as far as the reader may see them. */
interface Reader {
  /** The reader; null: an application that acts for the whole enterprise, which sees everything. */
  userId: number | null
}

export function presentOpenUser(row: OpenUserRow, { userId }: Reader): OpenUser {
  const seesPhone = !row.hides_phone || userId === null || userId === row.id
  const [whole = '', initials = ''] = row.sounds.split('\n')
  return {
    id: row.id,
    name: row.name,
    login: row.login,
    enterprise: { id: row.enterprise_id, name: row.enterprise_name, admin_user_id: row.owner_id },
    phone: seesPhone && row.phone !== '' ? row.phone : null,
    email: row.email === '' ? null : row.email,
    userGroup: groupOf(row),
    profile_pic_key: row.picture_key,
    active: row.is_active,
    full_name_pinyin: whole === '' ? searchKey(row.name) : joined(whole),
    pinyin_first_letters: whole === '' ? searchKey(row.name).slice(0, 1) : joined(initials),
    custom_id: null,
  }
}

/** A user in a list. An application of the whole enterprise also sees the space. */
export function presentListedUser(row: OpenUserRow, reader: Reader): OpenListedUser {
  const seesSpace = reader.userId === null || reader.userId === row.id
  return {
    ...presentOpenUser(row, reader),
    user_group: groupOf(row),
    is_active: row.is_active,
    is_phone_public: !row.hides_phone,
    space_total: seesSpace ? (row.quota ?? -1) : null,
    space_used: seesSpace ? row.used_bytes : null,
  }
}

const joined = (sounds: string) => sounds.replaceAll(' ', '')
const groupOf = ({ administrator_role: role }: OpenUserRow) => (role === null ? 'user' : 'admin')

/** @param departments those of the reader's enterprise */
export function presentMiniUser(person: Static<typeof Owner>, departments: MiniDepartments = []): MiniUser {
  const { id, name, login, enterprise_id } = person
  return { id, name, login, enterprise_id, miniDepartmentList: [...departments] }
}

type MiniDepartments = readonly MiniUser['miniDepartmentList'][number][]

/** One of the people whose facts are loaded. */
export function presentPerson(id: number, { named, departments }: OpenPeople): MiniUser {
  return presentMiniUser(named.get(id) ?? { id, name: '', login: '', enterprise_id: 0 }, departments.get(id))
}

interface Seen extends Organisation {
  /** Departments whose items the reader sees; undefined: all. */
  accessible?: ReadonlySet<number>
}

export function presentMiniDepartment(organisation: Seen, row: OpenDepartmentRow): OpenMiniDepartment {
  const path = pathTo(organisation, row)
  return {
    ...partsOf(organisation, row),
    ...countsOf(organisation, row),
    level: path.length + 1,
    parentDepartments: path.map(({ id, name }) => ({ id, name })),
  }
}

/** @param row null: the enterprise itself */
export function presentDepartment(organisation: Seen, row: OpenDepartmentRow | null): OpenDepartment {
  const { enterprise } = organisation
  return {
    ...partsOf(organisation, row),
    ...countsOf(organisation, row),
    parent_id: row && (row.parent_id ?? 0),
    created_at: secondsOf(row?.created_at ?? enterprise.createdAt),
  }
}

/** @param shown ids of the departments to show @param row null: the enterprise itself */
export function presentDepartmentTree(
  organisation: Seen,
  row: OpenDepartmentRow | null,
  shown: ReadonlySet<number>,
): OpenDepartmentTree {
  const children = (organisation.childrenOf.get(row?.id ?? null) ?? []).filter(({ id }) => shown.has(id))
  return {
    ...partsOf(organisation, row),
    parent_id: row && (row.parent_id ?? 0),
    has_children_departments: children.length > 0,
    children: children.map((child) => presentDepartmentTree(organisation, child, shown)),
  }
}

function partsOf({ enterprise, userCount, childrenOf }: Seen, row: OpenDepartmentRow | null) {
  if (row === null) return { id: 0, name: enterprise.name, user_count: userCount, director: null, order: 0 }
  return {
    id: row.id,
    name: row.name,
    user_count: row.all_member_count,
    director: row.director && presentMiniUser(row.director, row.director.departments),
    order: childrenOf.get(row.parent_id)!.indexOf(row) + 1,
  }
}

/** Items are counted only for those who see them. */
function countsOf({ childrenOf, accessible }: Seen, row: OpenDepartmentRow | null) {
  const seesItems = row !== null && (accessible?.has(row.id) ?? true)
  return {
    children_departments_count: (childrenOf.get(row?.id ?? null) ?? []).length,
    direct_item_count: seesItems ? row.item_count : 0,
  }
}

/** The departments above, from the top down. */
function pathTo({ byId }: Pick<Seen, 'byId'>, { parent_id: parentId }: OpenDepartmentRow): OpenDepartmentRow[] {
  const parent = parentId === null ? undefined : byId.get(parentId)
  return parent ? [...pathTo({ byId }, parent), parent] : []
}

export function presentOpenGroup(row: OpenGroupRow): OpenGroup {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    created_at: secondsOf(row.created_at),
    user_count: row.user_count,
    admin_user: row.admin && presentMiniUser(row.admin, row.admin.departments),
  }
}

/** The reader who sees everything. */
const program: Reader = { userId: null }

/** @param showsLogin whether the time of the last sign-in was asked for */
export function presentAdminUser(row: OpenUserRow, showsLogin: boolean): OpenAdminUser {
  const { last_sign_in_at: last } = row
  return {
    ...presentOpenUser(row, program),
    hide_phone: row.hides_own_phone,
    disable_download: row.downloads_nothing,
    space_used: row.used_bytes,
    space_total: row.quota ?? -1,
    lastLoginTime: showsLogin && last ? secondsOf(last) : null,
  }
}

export function presentAdminListedUser(row: OpenUserRow) {
  return { ...presentListedUser(row, program), ...presentAdminUser(row, true) }
}

export function presentAdminDepartment(
  { organisation, row, roles }: AdministeredDepartment,
  acceptsForMembers: boolean,
): OpenAdminDepartment {
  const managers = roles.filter((each) => each.isManager && each.user.id !== row?.director?.id)
  return {
    ...partsOf(organisation, row),
    parent_id: row && (row.parent_id ?? 0),
    space_used: row?.used_bytes ?? 0,
    space_total: row?.quota_bytes ?? -1,
    special_users: roles.flatMap((each) => (each.isManager ? [] : { user_id: each.user.id, role: each.role })),
    hide_phone: row?.hides_phone ?? false,
    disable_share: row?.share_disabled_for === 'all',
    enable_watermark: false,
    collab_auto_accepted: acceptsForMembers,
    storage_id: null,
    file_managers: managers.map(({ user }) => presentMiniUser(user, user.departments)),
    permission_type: null,
  }
}

/** The size and the used part of a department's space, in bytes. */
export function presentDepartmentSpace({ id, name, used_bytes: used, quota_bytes: quota }: OpenDepartmentRow) {
  return { id, name, space_used: used, space_total: quota ?? -1 }
}

export function presentAdminGroup(row: OpenGroupRow, acceptsForMembers: boolean): OpenAdminGroup {
  return {
    ...presentOpenGroup(row),
    is_visible: row.is_visible,
    collab_auto_accepted: acceptsForMembers,
  }
}

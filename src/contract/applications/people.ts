import { Type, type Static } from '@sinclair/typebox'
import { Id, Seconds, nullable, oneOf } from '../call'
import { Owner } from '../entities'
import { openBytes, openCall, page, pagedBy } from './openCall'

/** A person in short, such as the owner of an item or the director of a department. */
export const MiniUser = Type.Object({
  ...Owner.properties,
  /** The departments of a colleague; empty for people of other enterprises. */
  miniDepartmentList: Type.Array(Type.Object({ id: Id, name: Type.String() })),
})

export const OpenEnterprise = Type.Object({
  id: Id,
  name: Type.String(),
  /** The owner of the folders of departments. */
  admin_user_id: nullable(Id),
})

export const OpenUser = Type.Object({
  id: Id,
  name: Type.String(),
  login: Type.String(),
  enterprise: OpenEnterprise,
  /** null: none, or hidden from the reader */
  phone: nullable(Type.String()),
  email: nullable(Type.String()),
  userGroup: oneOf('admin', 'user'),
  profile_pic_key: nullable(Type.String()),
  active: Type.Boolean(),
  full_name_pinyin: Type.String(),
  pinyin_first_letters: Type.String(),
  /** The id in the system that reads, where it is known. */
  custom_id: nullable(Type.String()),
})

/** A user in a list. Only administrators learn about the space of others. */
export const OpenListedUser = Type.Object({
  ...OpenUser.properties,
  user_group: oneOf('admin', 'user'),
  is_active: Type.Boolean(),
  is_phone_public: Type.Boolean(),
  /** bytes; -1 without a limit */
  space_total: nullable(Type.Integer()),
  space_used: nullable(Type.Integer()),
})

/** The fields that every shape of a department has. */
const department = {
  id: Id,
  name: Type.String(),
  /** People of the department and of those below. */
  user_count: Type.Integer(),
  director: nullable(MiniUser),
  order: Type.Integer(),
}
const counts = { children_departments_count: Type.Integer(), direct_item_count: Type.Integer() }

export const OpenMiniDepartment = Type.Object({
  ...department,
  ...counts,
  /** 1 for a top department */
  level: Type.Integer(),
  /** From the top down, without the department itself. */
  parentDepartments: Type.Array(Type.Object({ id: Id, name: Type.String() })),
})

export const OpenDepartment = Type.Object({
  ...department,
  ...counts,
  /** 0: a top department; null: the enterprise itself */
  parent_id: nullable(Id),
  created_at: Seconds,
})

/** A department with all below that the user's tree shows. */
export const OpenDepartmentTree = Type.Recursive(
  (This) =>
    Type.Object({
      ...department,
      parent_id: nullable(Id),
      has_children_departments: Type.Boolean(),
      children: Type.Array(This),
    }),
  { $id: 'OpenDepartmentTree' },
)

export const OpenGroup = Type.Object({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  created_at: Seconds,
  user_count: Type.Integer(),
  admin_user: nullable(MiniUser),
})

/** Lists of people and groups have up to 500 rows where the client names no number. */
export const listed = { query_words: Type.Optional(Type.String({ maxLength: 1000 })), ...pagedBy(500) }
const users = { users: Type.Array(OpenListedUser), ...page }

/** Calls about people, departments and groups (OAPI-05). Department 0 is the enterprise. */
export const openPeopleCalls = {
  'GET /v2/user/{id}/info': openCall({ id: Id }, OpenUser.properties),
  'GET /v2/user/search': openCall(listed, users),
  'POST /v2/user/update': openCall({ name: Type.String({ minLength: 1, maxLength: 200 }) }, OpenUser.properties),
  /** Texts such as `32.95 GB`; `-1` without a limit. */
  'GET /v2/user/space_usage': openCall({}, { space_used: Type.String(), space_total: Type.String() }),
  'GET /v2/user/{id}/profile_pic_download': openBytes({
    id: Id,
    profile_pic_key: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  /**
   * Signs the user in to the web client once, within 300 seconds: `/api/sign_on/once?auth_key=CODE` leads to the address. Only for applications that
   * act for the enterprise, and never for administrators.
   */
  'GET /v2/user/as_user_code': openCall({ url: Type.String({ maxLength: 2000 }) }, { code: Type.String() }),
  /** The departments that the user belongs to. */
  'GET /v2/user/departments': openCall({}, { departments: Type.Array(OpenMiniDepartment) }),
  'GET /v2/department/{id}/info': openCall({ id: Id }, OpenDepartment.properties),
  'GET /v2/department/{id}/children': openCall(
    {
      id: Id,
      /** Only departments that the user's tree shows. */
      permission_filter: Type.Optional(Type.Boolean()),
    },
    { children: Type.Array(OpenMiniDepartment) },
  ),
  /** Members of the department itself. */
  'GET /v2/department/{id}/users': openCall({ id: Id, ...listed }, users),
  /** The user's own tree, from the enterprise down. */
  'GET /v2/department/own_list': openCall(
    {},
    {
      ...department,
      parent_id: Type.Null(),
      has_children_departments: Type.Boolean(),
      children: Type.Array(OpenDepartmentTree),
    },
  ),
  /** Groups that everybody sees, and those that the user belongs to. */
  'GET /v2/group/list': openCall(listed, { groups: Type.Array(OpenGroup), ...page }),
  'GET /v2/group/{id}/users': openCall({ id: Id, ...listed }, users),
}

export type OpenUser = Static<typeof OpenUser>
export type OpenListedUser = Static<typeof OpenListedUser>
export type MiniUser = Static<typeof MiniUser>
export type OpenMiniDepartment = Static<typeof OpenMiniDepartment>
export type OpenDepartment = Static<typeof OpenDepartment>
export type OpenDepartmentTree = Static<typeof OpenDepartmentTree>
export type OpenGroup = Static<typeof OpenGroup>

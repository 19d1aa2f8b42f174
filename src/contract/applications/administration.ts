import { Type, type Static } from '@sinclair/typebox'
import { Id, Seconds, nullable, oneOf } from '../call'
import { done, openCall, page } from './openCall'
import { listed, MiniUser, OpenGroup, OpenListedUser, OpenMiniDepartment, OpenUser } from './people'

/** An id, or -1 for none. */
const IdOrNone = Type.Integer({ minimum: -1, maximum: Number.MAX_SAFE_INTEGER })
/** Gigabytes; -1: the enterprise's default. */
const Gigabytes = Type.Number({ minimum: -1, maximum: 1_000_000 })
const Name = Type.String({ minLength: 1, maxLength: 1000 })
const Text = Type.String({ maxLength: 1000 })

export const OpenAdminUser = Type.Object({
  ...OpenUser.properties,
  hide_phone: Type.Boolean(),
  disable_download: Type.Boolean(),
  /** bytes */
  space_used: Type.Integer(),
  /** bytes; -1 without a limit */
  space_total: Type.Integer(),
  lastLoginTime: nullable(Seconds),
})

/** A user in a list of the administration. */
const OpenAdminListedUser = Type.Object({ ...OpenListedUser.properties, ...OpenAdminUser.properties })

/** A member with a role of their own. */
const SpecialUser = Type.Object({ user_id: Id, role: Type.String({ maxLength: 40 }) })

export const OpenAdminDepartment = Type.Object({
  id: Id,
  name: Type.String(),
  user_count: Type.Integer(),
  /** 0: a top department; null: the enterprise itself */
  parent_id: nullable(Id),
  director: nullable(MiniUser),
  order: Type.Integer(),
  space_used: Type.Integer(),
  space_total: Type.Integer(),
  special_users: Type.Array(SpecialUser),
  hide_phone: Type.Boolean(),
  disable_share: Type.Boolean(),
  /** Satchel has watermarks of roles, not of departments. */
  enable_watermark: Type.Literal(false),
  collab_auto_accepted: Type.Boolean(),
  storage_id: Type.Null(),
  /** The managers beside the director. */
  file_managers: Type.Array(MiniUser),
  permission_type: Type.Null(),
})

export const OpenAdminGroup = Type.Object({
  ...OpenGroup.properties,
  is_visible: Type.Boolean(),
  collab_auto_accepted: Type.Boolean(),
})

/** What both making and changing a user take. */
const userFacts = {
  space_total: Type.Optional(Gigabytes),
  hide_phone: Type.Optional(Type.Boolean()),
  disable_download: Type.Optional(Type.Boolean()),
}
const departmentFacts = {
  director_id: Type.Optional(IdOrNone),
  special_users: Type.Optional(Type.Array(SpecialUser, { maxItems: 500 })),
  space_total: Type.Optional(Gigabytes),
  hide_phone: Type.Optional(Type.Boolean()),
  disable_share: Type.Optional(Type.Boolean()),
}
const groupFacts = {
  admin_user_id: Type.Optional(IdOrNone),
  description: Type.Optional(Text),
  visible: Type.Optional(Type.Boolean()),
}
/** A person by a login, phone or e-mail address. */
const named = {
  identifier: Type.String({ minLength: 1, maxLength: 300 }),
  /** `email` and `phone` are older words for the first one. */
  type: oneOf('simple_phone_or_email', 'email', 'phone'),
}
const users = { users: Type.Array(OpenAdminListedUser), ...page }
const space = { id: Id, name: Type.String(), space_used: Type.Integer(), space_total: Type.Integer() }

/** Calls of programs that act for their whole enterprise, with its own token (OAPI-06). */
export const openAdministrationCalls = {
  'POST /v2/admin/user/create': openCall(
    {
      full_name: Name,
      /** One of both is the login. */
      phone: Type.Optional(Text),
      email: Type.Optional(Text),
      password: Type.Optional(Text),
      ...userFacts,
    },
    OpenAdminUser.properties,
  ),
  'GET /v2/admin/user/{id}/info': openCall(
    { id: Id, last_login_flag: Type.Optional(Type.Boolean()) },
    OpenAdminUser.properties,
  ),
  'POST /v2/admin/user/{id}/update': openCall(
    { id: Id, name: Type.Optional(Name), ...userFacts },
    OpenAdminUser.properties,
  ),
  /** Whoever owns something hands it to the named person. */
  'POST /v2/admin/user/{id}/delete': openCall({ id: Id, user_receive_items: Type.Optional(Id) }, done),
  'GET /v2/admin/user/get_user_info': openCall(named, OpenUser.properties),
  /** Signs a person in once, within 300 seconds. Never an administrator. */
  'GET /v2/admin/user/get_login_url': openCall(named, { login_url: Type.String(), expires_in: Type.Integer() }),
  'GET /v2/admin/user/get_login_params': openCall(named, {
    auth_key: Type.String(),
    client_id: Type.String(),
    expires_in: Type.Integer(),
  }),
  'POST /v2/admin/department/create': openCall(
    { name: Name, parent_id: Id, ...departmentFacts },
    OpenAdminDepartment.properties,
  ),
  'GET /v2/admin/department/{id}/info': openCall({ id: Id }, OpenAdminDepartment.properties),
  'POST /v2/admin/department/{id}/update': openCall(
    {
      id: Id,
      name: Type.Optional(Name),
      parent_id: Type.Optional(Id),
      ...departmentFacts,
      /** The managers beside the director; all others are managers no longer. */
      file_managers: Type.Optional(Type.Array(Id, { maxItems: 500 })),
    },
    OpenAdminDepartment.properties,
  ),
  'POST /v2/admin/department/{id}/delete': openCall({ id: Id }, done),
  'GET /v2/admin/department/{id}/children': openCall({ id: Id }, { children: Type.Array(OpenMiniDepartment) }),
  'GET /v2/admin/department/{id}/users': openCall({ id: Id, ...listed }, users),
  'POST /v2/admin/department/{id}/add_user': openCall({ id: Id, user_id: Id }, done),
  'POST /v2/admin/department/{id}/remove_user': openCall({ id: Id, user_id: Id }, done),
  /** The departments whose space the operator manages: all for an administrator, else those that they lead. */
  'GET /v2/admin/department/space_list': openCall(
    { operator_id: Id },
    { department_list: Type.Array(Type.Object(space)) },
  ),
  'POST /v2/admin/department/{id}/update_space': openCall(
    { id: Id, operatorId: Type.Optional(Id), spaceTotal: Gigabytes },
    { department: Type.Object(space) },
  ),
  'GET /v2/admin/group/list': openCall(listed, { groups: Type.Array(OpenAdminGroup), ...page }),
  'POST /v2/admin/group/create': openCall({ name: Name, ...groupFacts }, OpenAdminGroup.properties),
  'GET /v2/admin/group/{id}/info': openCall({ id: Id }, OpenAdminGroup.properties),
  'POST /v2/admin/group/{id}/update': openCall(
    { id: Id, name: Type.Optional(Name), ...groupFacts },
    OpenAdminGroup.properties,
  ),
  'POST /v2/admin/group/{id}/delete': openCall({ id: Id }, done),
  'GET /v2/admin/group/{id}/users': openCall({ id: Id, ...listed }, users),
  'POST /v2/admin/group/{id}/add_user': openCall({ id: Id, user_id: Id }, done),
  'POST /v2/admin/group/{id}/remove_user': openCall({ id: Id, user_id: Id }, done),
}

export type OpenAdminUser = Static<typeof OpenAdminUser>
export type OpenAdminDepartment = Static<typeof OpenAdminDepartment>
export type OpenAdminGroup = Static<typeof OpenAdminGroup>

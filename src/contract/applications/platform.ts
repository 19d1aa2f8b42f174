import { Type, type Static } from '@sinclair/typebox'
import { Bytes, Id, Seconds, nullable } from '../call'
import { openCall } from './openCall'
import { OpenDepartment, OpenGroup, OpenUser } from './people'

/** How an outer system names somebody or something; ids of digits may come as numbers. */
const CustomId = Type.String({ minLength: 1, maxLength: 200 })
const Text = Type.String({ maxLength: 1000 })
/** Rows of one call. */
const MAX_ROWS = 500
const rows = <Row extends ReturnType<typeof Type.Object>>(row: Row) =>
  Type.Array(row, { minItems: 1, maxItems: MAX_ROWS })
const customIds = Type.Optional(Type.Array(CustomId, { maxItems: 500 }))

export const SyncedUser = Type.Object({
  id: CustomId,
  full_name: Type.Optional(Text),
  email: Type.Optional(Text),
  phone: Type.Optional(Text),
  /** 1: make or keep, 2: delete */
  status: Type.Integer(),
  department_ids: customIds,
  group_ids: customIds,
  space_total: Type.Optional(Bytes),
  /** Receives what a deleted user owns. */
  receive_user_id: Type.Optional(Text),
  disable_login: Type.Optional(Type.Boolean()),
  /** Leaves every department. */
  out_all_department: Type.Optional(Type.Boolean()),
})
export const SyncedDepartment = Type.Object({
  id: CustomId,
  name: Type.Optional(Text),
  /** Absent or empty: at the top. */
  parent_id: Type.Optional(Text),
  /** Empty: none. */
  director_id: Type.Optional(Text),
  /** 1: make or keep, 0: delete */
  status: Type.Integer(),
  /** Gigabytes. */
  space_total: Type.Optional(Type.Number()),
})
export const SyncedGroup = Type.Object({
  id: CustomId,
  name: Type.Optional(Text),
  /** Empty: none. */
  admin_id: Type.Optional(Text),
  /** 1: make or keep, 2 or 0: delete */
  status: Type.Integer(),
})

/** A person with the names of the outer system; null where it has none. */
const CustomUser = Type.Object({
  id: Id,
  name: Type.String(),
  custom_id: nullable(Type.String()),
  platform_user_id: Type.Null(),
  email: nullable(Type.String()),
  phone: nullable(Type.String()),
  active: Type.Boolean(),
  login_disabled: Type.Boolean(),
  created: Seconds,
  last_login_time: nullable(Seconds),
  department_ids: Type.Array(
    Type.Object({ department_id: Id, custom_department_id: nullable(Type.String()), name: Type.String() }),
  ),
})

const synced = {
  success_items_count: Type.Integer(),
  errors: Type.Array(Type.Object({ code: Type.String(), msg: Type.String() })),
  failed_items: Type.Array(Type.Object({ reason: Type.String(), ids: Type.Array(Type.String()) })),
  request_id: Type.String(),
}
/** One of both; the outer system's own goes first. */
const platform = { id: Id }

/** Calls that map and sync the people of an outer system, which `{id}` names (OAPI-06). */
export const openPlatformCalls = {
  'GET /v2/admin/platform/{id}/mapping_user': openCall(
    { ...platform, user_id: Type.Optional(Text), yfy_user_id: Type.Optional(Id) },
    OpenUser.properties,
  ),
  'GET /v2/admin/platform/{id}/mapping_department': openCall(
    { ...platform, department_id: Type.Optional(Text), yfy_department_id: Type.Optional(Id) },
    {
      ...OpenDepartment.properties,
      custom_id: nullable(Type.String()),
      customParentId: nullable(Type.String()),
      customDirectorId: nullable(Type.String()),
    },
  ),
  'GET /v2/admin/platform/{id}/mapping_group': openCall(
    { ...platform, group_id: Type.Optional(Text), yfy_group_id: Type.Optional(Id) },
    { ...OpenGroup.properties, custom_id: nullable(Type.String()) },
  ),
  /** The managers of departments that the outer system names. The list is the whole body. */
  'POST /v2/admin/department/{id}/get_file_manager_info': openCall(
    { ...platform, list: Type.Array(CustomId, { maxItems: 500 }) },
    {
      department_file_manager_info_list: Type.Array(
        Type.Object({
          department_id: Id,
          custom_department_id: Type.String(),
          custom_user_list: Type.Array(CustomUser),
        }),
      ),
    },
  ),
  /** One bad row does not stop the others. */
  'POST /v2/admin/platform/{id}/sync_users': openCall(
    {
      ...platform,
      users: rows(SyncedUser),
      default_department_id: Type.Optional(Text),
      default_group_id: Type.Optional(Text),
      /** Of new users. */
      custom_password: Type.Optional(Text),
    },
    synced,
  ),
  'POST /v2/admin/platform/{id}/sync_departments': openCall(
    { ...platform, departments: rows(SyncedDepartment) },
    synced,
  ),
  'POST /v2/admin/platform/{id}/sync_groups': openCall({ ...platform, groups: rows(SyncedGroup) }, synced),
}

export type CustomUser = Static<typeof CustomUser>
export type SyncedUser = Static<typeof SyncedUser>
export type SyncedDepartment = Static<typeof SyncedDepartment>
export type SyncedGroup = Static<typeof SyncedGroup>

import { Type, type Static } from '@sinclair/typebox'
import { Bytes, Id, call, nullable, oneOf } from '../call'

/**
 * Who may not share the department's folder by a link, whatever their role permits; null: nobody is excluded. `members` are the roles other than
 * owner and coowner, so managers may share it. What the folder contains is not affected (decisions 4.4).
 */
export const ShareDisabledFor = nullable(oneOf('all', 'members'))

/** A department in the console. The order of the list is the order of the tree, level by level. */
export const DepartmentRow = Type.Object({
  id: Id,
  /** null: at the top */
  parent_id: nullable(Id),
  name: Type.String(),
  /** People in the department itself who are not deactivated. */
  member_count: Type.Integer({ minimum: 0 }),
  /** The same with the departments below, each person once. */
  all_member_count: Type.Integer({ minimum: 0 }),
  managers: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  /** Without the departments below. */
  used_bytes: Bytes,
  /** null: the organisation's default */
  quota_bytes: nullable(Bytes),
  share_disabled_for: ShareDisabledFor,
  /** The name of the directory that owns name, place and members; null: none. */
  directory: nullable(Type.String()),
})

const one = { department_id: Id }
/** Checked by the server with error codes of its own. */
const Name = Type.String({ maxLength: 1000 })
const people = { user_ids: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true }) }

/** Departments of the administrator's organisation. Ids of other organisations answer department_not_found. */
export const administrationDepartmentCalls = {
  'GET /admin/departments/tree': call({}, { departments: Type.Array(DepartmentRow) }),
  /** Refused with name_*, name_taken. */
  'POST /admin/departments/create': call(
    {
      parent_id: nullable(Id),
      name: Name,
      quota_bytes: Type.Optional(nullable(Bytes)),
    },
    one,
  ),
  'POST /admin/departments/edit': call(
    {
      ...one,
      name: Type.Optional(Name),
      quota_bytes: Type.Optional(nullable(Bytes)),
      share_disabled_for: Type.Optional(ShareDisabledFor),
    },
    {},
  ),
  /** Moves a department with all departments below it. Refused with: department_inside_itself, name_taken, too_deep. */
  'POST /admin/departments/move': call(
    {
      ...one,
      parent_id: nullable(Id),
      /** The sibling before which the department comes; null: at the end. */
      before_id: nullable(Id),
    },
    {},
  ),
  /** Moves members, files and departments of a department into another department, and deletes the first. Refused with department_inside_itself. */
  'POST /admin/departments/merge': call({ ...one, into_id: Id }, {}),
  /** Refused with department_has_departments. */
  'POST /admin/departments/delete': call(
    {
      ...one,
      /** The department that receives the members; null: none. */
      members_to: nullable(Id),
      /** The department that receives the files; null: they go to the trash with the department's folder. */
      files_to: nullable(Id),
    },
    {},
  ),
  /** People who are members already become managers, or no longer managers. */
  'POST /admin/departments/add_members': call(
    { ...one, ...people, is_manager: Type.Optional(Type.Boolean({ default: false })) },
    {},
  ),
  'POST /admin/departments/remove_members': call({ ...one, ...people }, {}),
}

export const GroupRow = Type.Object({ id: Id, name: Type.String(), member_count: Type.Integer({ minimum: 0 }) })

/** Groups of the administrator's organisation. Ids of other organisations answer group_not_found. */
export const administrationGroupCalls = {
  'GET /admin/groups/list': call({}, { groups: Type.Array(GroupRow) }),
  /** Refused with name_*, name_taken. The members: people/list with the group's id. */
  'POST /admin/groups/create': call(
    { name: Name, user_ids: Type.Optional(Type.Array(Id, { maxItems: 200, uniqueItems: true })) },
    { group_id: Id },
  ),
  'POST /admin/groups/rename': call({ group_id: Id, name: Name }, {}),
  'POST /admin/groups/add_members': call({ group_id: Id, ...people }, {}),
  'POST /admin/groups/remove_members': call({ group_id: Id, ...people }, {}),
  'POST /admin/groups/delete': call({ group_id: Id }, {}),
}

export type ShareDisabledFor = Static<typeof ShareDisabledFor>
export type DepartmentRow = Static<typeof DepartmentRow>
export type GroupRow = Static<typeof GroupRow>

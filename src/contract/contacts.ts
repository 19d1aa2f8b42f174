import { Type, type Static } from '@sinclair/typebox'
import { Id, call, nullable } from './call'
import { Avatar } from './entities'

/** `contact_5` is a user, `department_3`, `group_2` (2§3). */
export const ContactId = Type.Unsafe<`${'contact' | 'department' | 'group'}_${number}`>({
  type: 'string',
  pattern: '^(contact|department|group)_[0-9]{1,15}$',
})

/** Somebody, or several, that something can be given to (2§3). */
export const Contact = Type.Object({
  id: Id,
  item_typed_id: ContactId,
  name: Type.String(),
  /** '' for departments and groups */
  login: Type.String(),
  is_department: Type.Boolean(),
  is_group: Type.Boolean(),
  /** What a department or a group is invited by (decisions 4.17); null for a user. */
  group_id: nullable(Id),
  /** How many active people it stands for, those of the departments below counted once; 1 for a user */
  user_count: Type.Integer({ minimum: 0 }),
  is_active: Type.Boolean(),
  current_user: Type.Boolean(),
  /** Cannot be chosen: invited before (CONT-02). */
  disabled: Type.Boolean(),
  /** Own field: where a user belongs, the top department first; '' where nowhere. */
  place: Type.String(),
  avatar: Type.Optional(Avatar),
})

export const ContactDepartment = Type.Object({
  ...Contact.properties,
  has_children_departments: Type.Boolean(),
  /** From the top one down to this. */
  departments_path: Type.Array(Type.Object({ id: Id, name: Type.String() })),
})

const PageSize = Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 500 }))
const PageNumber = Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1 }))
/** Own fields beside what the texts name: there may be more people than one page holds. Null where they were not counted. */
const paged = {
  page_number: Type.Integer({ minimum: 1 }),
  page_count: nullable(Type.Integer({ minimum: 0 })),
  total_count: nullable(Type.Integer({ minimum: 0 })),
}
/** A folder that somebody invites into: who is in already is `disabled`. Only for who may invite there. */
const InviteTo = Type.Optional(
  Type.Unsafe<`${'file' | 'folder'}_${number}`>({ type: 'string', pattern: '^(file|folder)_[0-9]{1,15}$' }),
)

/** The item that a card is opened from, for who may see it; `disabled` is told to who may invite there. */
const CardOf = InviteTo

export const contactCalls = {
  /**
   * 2§7. With a search: whoever and whatever matches in name or login. Without one: the top departments, all groups, and people; those of a
   * department only where departments are not asked for, since there they are reached through these. Who is in no department is listed with
   * `include_users_without_department` alone. With `review_id`, the id of an item: only who may see it, and the groups and departments
   * that were let in there. Departments and groups, at most as many as a page has, come with the first page.
   */
  'GET /apps/contacts/get': call(
    {
      include_groups: Type.Optional(Type.Boolean()),
      include_departments: Type.Optional(Type.Boolean()),
      exclude_self: Type.Optional(Type.Boolean()),
      exclude_inactive: Type.Optional(Type.Boolean()),
      include_users_without_department: Type.Optional(Type.Boolean()),
      search_string: Type.Optional(Type.String({ maxLength: 400 })),
      item_typed_id: InviteTo,
      review_id: Type.Optional(Id),
      page_size: PageSize,
      page_number: PageNumber,
    },
    {
      contacts: Type.Array(Contact),
      departments: Type.Array(ContactDepartment),
      groups: Type.Array(Contact),
      ...paged,
    },
  ),
  /** 2§7. The people of a department and, without `direct`, of those below it. */
  'GET /departments/user_list': call(
    {
      department_id: Id,
      skip_get_count: Type.Optional(Type.Boolean()),
      direct: Type.Optional(Type.Boolean()),
      exclude_self: Type.Optional(Type.Boolean()),
      exclude_inactive: Type.Optional(Type.Boolean()),
      item_typed_id: InviteTo,
      page_size: PageSize,
      page_number: PageNumber,
    },
    { users: Type.Array(Contact), ...paged },
  ),
  /** Own call: the departments directly below one. */
  'GET /departments/children': call(
    { department_id: Id, item_typed_id: InviteTo },
    { departments: Type.Array(ContactDepartment) },
  ),
  'GET /departments/manager_list': call(
    { department_id: Id },
    { file_managers: Type.Array(Type.Object({ id: Id, name: Type.String(), final_role: Type.Literal('coowner') })) },
  ),
  'GET /cards/user_info': call({ user_id: Id, item_typed_id: CardOf }, { user: Contact }),
  'GET /cards/department_info': call({ department_id: Id, item_typed_id: CardOf }, { department: ContactDepartment }),
  'GET /cards/group_info': call({ group_id: Id, item_typed_id: CardOf }, { group: Contact }),
}

export type Contact = Static<typeof Contact>
export type ContactDepartment = Static<typeof ContactDepartment>
export type ContactId = Static<typeof ContactId>

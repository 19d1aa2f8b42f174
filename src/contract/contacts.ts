import { Type, type Static } from '@sinclair/typebox'
import { Id, call, nullable } from './call'
import { Avatar } from './entities'

/** `contact_5` is a user, `department_3`, `group_2` (2§3). */
export const ContactId = Type.Unsafe<`${'contact' | 'department' | 'group'}_${number}`>({
  type: 'string',
  pattern: '^(contact|department|group)_[0-9]{1,15}$',
})

/** A user, department or group that can be chosen (2§3). */
export const Contact = Type.Object({
  id: Id,
  item_typed_id: ContactId,
  name: Type.String(),
  /** '' for departments and groups */
  login: Type.String(),
  is_department: Type.Boolean(),
  is_group: Type.Boolean(),
  /** The id for inviting a department or a group (decisions 4.17); null for a user. */
  group_id: nullable(Id),
  /** The number of active people in the group or department, including departments below, each counted once; 1 for a user */
  user_count: Type.Integer({ minimum: 0 }),
  is_active: Type.Boolean(),
  current_user: Type.Boolean(),
  /** Whether the contact cannot be chosen, because it was invited already (CONT-02). */
  disabled: Type.Boolean(),
  /** Own field: the departments of a user, top department first; '' without any. */
  place: Type.String(),
  avatar: Type.Optional(Avatar),
})

export const ContactDepartment = Type.Object({
  ...Contact.properties,
  has_children_departments: Type.Boolean(),
  /** From the top department down to this one. */
  departments_path: Type.Array(Type.Object({ id: Id, name: Type.String() })),
})

const PageSize = Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 500 }))
const PageNumber = Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1 }))
/** Own fields, because the people may need several pages. The counts are null if the people were not counted. */
const paged = {
  page_number: Type.Integer({ minimum: 1 }),
  page_count: nullable(Type.Integer({ minimum: 0 })),
  total_count: nullable(Type.Integer({ minimum: 0 })),
}
/** The folder to invite into: its members are `disabled`. Only for users who may invite there. */
const InviteTo = Type.Optional(
  Type.Unsafe<`${'file' | 'folder'}_${number}`>({ type: 'string', pattern: '^(file|folder)_[0-9]{1,15}$' }),
)

/** The item from which the user opened the card. The user must be able to see the item; only users who may invite to it receive `disabled`. */
const CardOf = InviteTo

export const contactCalls = {
  /**
   * 2§7. With a search: every contact whose name or login matches.
   * Without one: the top departments, all groups, and people. If departments are included, people are reached through their departments and are
   * not listed. `include_users_without_department` also lists the people without a department.
   * With `review_id` (an item's id): only people who can see the item, and groups and departments with a role on it or on a folder above.
   * The first page also holds the departments and the groups, each at most one page's worth.
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
  /** 2§7. The people of a department and, without `direct`, of the departments below it. */
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
  /** Own call: the departments directly below a department. */
  'GET /departments/children': call(
    { department_id: Id, item_typed_id: InviteTo },
    { departments: Type.Array(ContactDepartment) },
  ),
  'GET /departments/manager_list': call(
    { department_id: Id },
    { file_managers: Type.Array(Type.Object({ id: Id, name: Type.String(), final_role: Type.Literal('coowner') })) },
  ),
  /**
   * Own call (AH-48): the colleagues to whom the user sent something by name most recently, latest first, then members of the user's own departments.
   * Leaves out people whose account is not active, and everybody where the organisation does not let its people share with each other.
   */
  'GET /apps/contacts/recent': call({}, { contacts: Type.Array(Contact, { maxItems: 6 }) }),
  'GET /cards/user_info': call({ user_id: Id, item_typed_id: CardOf }, { user: Contact }),
  'GET /cards/department_info': call({ department_id: Id, item_typed_id: CardOf }, { department: ContactDepartment }),
  'GET /cards/group_info': call({ group_id: Id, item_typed_id: CardOf }, { group: Contact }),
}

export type Contact = Static<typeof Contact>
export type ContactDepartment = Static<typeof ContactDepartment>
export type ContactId = Static<typeof ContactId>

import { Type, type Static } from '@sinclair/typebox'
import { Id, Seconds, TypedId, call, nullable, oneOf } from './call'
import { Avatar, Role } from './entities'
import { ErrorEntry } from './errors'

/** The subject of an entry (2§3): a user, a group or a department. */
const CollabSubject = Type.Object({
  /** The id of a user or a group. A department has the id of its group (decisions 4.17). */
  id: Id,
  name: Type.String(),
  is_group: Type.Boolean(),
  is_department: Type.Boolean(),
  department_id: nullable(Id),
  /** 1 for a user; else the number of active people, each counted once */
  user_count: Type.Integer({ minimum: 0 }),
  is_active: Type.Boolean(),
  /** Own field: from another enterprise than the folder. */
  is_external: Type.Boolean(),
  avatar: Type.Optional(Avatar),
})

/** How a user gets a role; own entity. `manager`: manages the department of a folder at or above the item. */
export const AccessSource = oneOf('owner', 'user', 'group', 'department', 'member', 'manager')

/** The item on which a role was given; own entity. Null if the asking user may not see it. */
const RightPlace = nullable(Type.Object({ typed_id: TypedId, name: Type.String() }))

/** A member of a folder, or an invited one (2§3). */
export const Collab = Type.Object({
  /** null if no role was given on this folder itself */
  collab_id: nullable(Id),
  user: CollabSubject,
  /** The role given on this folder; null if the role comes from elsewhere. */
  direct_role: nullable(Role),
  /** The effective role; null before an invitation is accepted, unless a role comes from elsewhere. */
  final_role: nullable(Role),
  /** The role that a pending invitation offers. */
  unaccepted_role: nullable(Role),
  /**
   * Own field: the effective role after removing the role given here; null if none would remain, none was given here, or the asking user may
   * not remove it.
   */
  role_otherwise: nullable(Role),
  accepted: Type.Boolean(),
  current_user: Type.Boolean(),
  quit_collab_allowed: Type.Boolean(),
  /**
   * Own fields: how `final_role` is given, and on which folder above. `from` is null for a role given here, and for a folder that the asking
   * user may not see.
   */
  way: AccessSource,
  from: RightPlace,
  /** Own field: whether `final_role` comes from a folder above. */
  is_inherited: Type.Boolean(),
  /** Own fields of a pending invitation. */
  invited: nullable(
    Type.Object({
      at: Seconds,
      /** 0 = never */
      expires: Seconds,
      is_expired: Type.Boolean(),
      inviter: nullable(Type.Object({ id: Id, name: Type.String() })),
      /** Whether the asking user is the inviter. */
      by_current_user: Type.Boolean(),
    }),
  ),
})

/** A manager of a folder's department, always coowner (2§3). */
const FileManager = Type.Object({
  id: Id,
  name: Type.String(),
  final_role: Type.Literal('coowner'),
  avatar: Type.Optional(Avatar),
})

/** `5:editor;8:viewer` (2§7): one role per target; empty for nobody. */
const Targets = Type.String({ maxLength: 40_000, pattern: '^([0-9]{1,15}:[a-z_]{5,20}(;[0-9]{1,15}:[a-z_]{5,20})*)?$' })

const InvitedUser = Type.Object({ id: Id, name: Type.String() })

/** A new role for a user, group or department (2§7). */
const RoleChange = Type.Object(
  {
    /** 0 or absent if no role was given on the folder itself */
    collab_id: Type.Optional(Id),
    /** The id of a user, of a group, or of a department's group. */
    user_id: Id,
    role: Role,
  },
  { additionalProperties: false },
)
const RoleChanges = Type.Optional(Type.Array(RoleChange, { maxItems: 500 }))

/** One access path by which somebody reaches an item; own entity. */
const AccessEntry = Type.Object({
  way: AccessSource,
  /** The role from this path by itself. */
  role: Role,
  /** Where the role was given. `is_inherited` is set even if the user may not see that item. */
  place: RightPlace,
  is_inherited: Type.Boolean(),
  /** The group or department that has the role, if any. */
  group: nullable(Type.Object({ id: Id, name: Type.String(), is_department: Type.Boolean() })),
  /** Whether this path gives the effective role. */
  is_decisive: Type.Boolean(),
})

/** A person who can see an item or, for users of another enterprise, a group that can; own entity. */
const PersonWithAccess = Type.Object({
  user: CollabSubject,
  current_user: Type.Boolean(),
  final_role: Role,
  /** The decisive path first. */
  ways: Type.Array(AccessEntry),
})

/** A link that leads to an item; own entity. The entity reveals neither the link's address nor its password. */
const LinkWithAccess = Type.Object({
  id: Id,
  serial_number: Type.String(),
  owner: Type.Object({ id: Id, name: Type.String() }),
  access: oneOf('public', 'company', 'collaborators'),
  /** seconds; 0 = never */
  due_time: Seconds,
  password_protected: Type.Boolean(),
  may_download: Type.Boolean(),
  /** For a link to colleagues. */
  receiver_count: Type.Integer({ minimum: 0 }),
  /** The shared item: this item, or a folder above it. */
  place: RightPlace,
  is_inherited: Type.Boolean(),
})

const Paged = {
  page_number: Type.Integer({ minimum: 1 }),
  page_count: Type.Integer({ minimum: 0 }),
  total_count: Type.Integer({ minimum: 0 }),
}
const PageNumber = Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1 }))
const Search = Type.Optional(Type.String({ maxLength: 400 }))

export const collabCalls = {
  /**
   * 2§7, decisions 3.20, 4.18. Invites everybody who can be invited and lists the others with the reason. At most 500 at once.
   * Refused as a whole without the right to invite there, or if nobody is named.
   */
  'POST /apps/collabs/invite': call(
    {
      folder_id: Id,
      invitation_message: Type.Optional(Type.String({ maxLength: 4000 })),
      /** Groups, and departments by the id of their group. */
      invited_groups: Type.Optional(Targets),
      invited_users: Type.Optional(Targets),
    },
    {
      /** Users who were not invited because they are owners or coowners of a folder above: a role here would lower theirs. */
      reduce_coowner_permission_users: Type.Array(InvitedUser),
      /** Users and groups who were not invited because they are members of the folder already, or invited to it. */
      accepted_collaborated_users: Type.Array(InvitedUser),
      accepted_collaborated_groups: Type.Array(InvitedUser),
      /** The invited groups and users. */
      collab_groups_info: Type.Array(Collab),
      collab_users_info: Type.Array(Collab),
      /** Own field: everybody who was not invited, including the lists above. `name` is '' if the asking user cannot find the person or group. */
      failed: Type.Array(
        Type.Object({ id: Id, name: Type.String(), is_group: Type.Boolean(), ...ErrorEntry.properties }),
      ),
    },
  ),
  /**
   * 2§7. `edit_collabs_roles` is for subjects with a role given on this folder, accepted or not. The other two are for users and groups whose
   * role comes from a folder above or a department: they get a different role on this folder, and a pending invitation here ends. `reset`
   * removes an inherited role (decisions 4.58).
   * All or nothing.
   */
  'POST /apps/collabs/edit': call(
    {
      /** The folder's id, as a number. */
      item_id: Id,
      edit_collabs_roles: RoleChanges,
      invite_user_collabs_roles: RoleChanges,
      invite_group_collabs_roles: RoleChanges,
    },
    /** Own field: the changed entries, in their new state. */
    { collabs: Type.Array(Collab) },
  ),
  /**
   * 2§7. Removes members, quits, and withdraws invitations; inviters may withdraw theirs. Ignores entries that are already gone. All or nothing.
   */
  'POST /apps/collabs/delete': call(
    { collab_ids: Type.Array(Id, { minItems: 1, maxItems: 500 }) },
    /** Own field: false if the asking user no longer sees the folder. */
    { is_accessible: Type.Boolean() },
  ),
  /** 2§7. One entry and its item. The invited user may read it before accepting. */
  'GET /apps/collabs/get': call(
    { collab_id: Id },
    {
      collab: Collab,
      item: Type.Object({ typed_id: TypedId, name: Type.String() }),
      /** '' for none. Visible to the invited user and to users who may invite. */
      invitation_message: Type.String(),
    },
  ),
  /** 2§7. Only for the invited user. Accepting twice is allowed. Refused with invitation_invalid, invitation_expired. */
  'POST /apps/collabs/accept': call(
    { collab_id: Id },
    { item: Type.Object({ typed_id: TypedId, name: Type.String() }) },
  ),
  /** Own call, for the invited user. Notifies the inviter. Refused with invitation_invalid. */
  'POST /apps/collabs/refuse': call({ collab_id: Id }, {}),
  /** Own call: notifies again about a pending invitation and restarts its expiry. At most once a minute. */
  'POST /apps/collabs/resend': call({ collab_id: Id }, { collab: Collab }),
  /**
   * 2§7. For a folder: a page of its members in this order: the owner, roles given here, roles from above, each by name. Users who may invite there
   * also get a page of the pending invitations, newest first. The first page also holds the department's managers. A member with a pending
   * invitation to another role is in both lists: with the present role, and with the offered one.
   */
  'GET /apps/folders/get_collab_info_on_item': call(
    {
      folder_id: Id,
      /** Own fields. */
      search_string: Search,
      page_number: PageNumber,
      page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 500 })),
    },
    {
      accepted_collabs: Type.Array(Collab),
      unaccepted_collabs: Type.Array(Collab),
      final_role: Role,
      /** Own fields: the managers of the folder's department and of the departments above it. */
      file_managers: Type.Array(FileManager),
      /** total_count counts accepted_collabs. Without a search, the tab shows its sum with unaccepted_count and the managers. */
      ...Paged,
      /** The number of invitations to people who are not among accepted_collabs. */
      unaccepted_count: Type.Integer({ minimum: 0 }),
      /** Whether the asking user may invite here (2§6). */
      may_invite: Type.Boolean(),
    },
  ),
  /**
   * Own call (AH-45): everybody who can see an item, their access paths and roles, and the links that lead to it. For users who can see the item.
   * Users of another enterprise get only people who were invited by name, and groups as one entry. Owners and coowners get all links, others
   * only the links that they made.
   */
  'GET /apps/files/who_can_see': call(
    {
      item_typed_id: TypedId,
      search_string: Search,
      page_number: PageNumber,
      page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
    },
    {
      people: Type.Array(PersonWithAccess),
      ...Paged,
      /** On the first page, at most 200, without expired and closed links. */
      links: Type.Array(LinkWithAccess),
      /** true: all links; false: only those of the asking user. */
      are_links_complete: Type.Boolean(),
      /** Whether there may be more links than returned. */
      has_more_links: Type.Boolean(),
    },
  ),
}

export type Collab = Static<typeof Collab>
export type AccessSource = Static<typeof AccessSource>
export type PersonWithAccess = Static<typeof PersonWithAccess>
export type AccessEntry = Static<typeof AccessEntry>
export type LinkWithAccess = Static<typeof LinkWithAccess>

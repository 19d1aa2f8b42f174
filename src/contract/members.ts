import { Type, type Static } from '@sinclair/typebox'
import { Id, Seconds, TypedId, call, nullable, oneOf } from './call'
import { Avatar, Role } from './entities'
import { ErrorEntry } from './errors'

/** Whom an entry is about (2§3): somebody, or all who are in a group or a department. */
const CollabSubject = Type.Object({
  /** Of a user or of a group; a department is named by that of its group (decisions 4.17). */
  id: Id,
  name: Type.String(),
  is_group: Type.Boolean(),
  is_department: Type.Boolean(),
  department_id: nullable(Id),
  /** 1 for a user; else active people, each counted once */
  user_count: Type.Integer({ minimum: 0 }),
  is_active: Type.Boolean(),
  /** Own field: of another enterprise than the folder. */
  is_external: Type.Boolean(),
  avatar: Type.Optional(Avatar),
})

/** The way by which a role comes to somebody; own entity. `manager`: manages the department of a folder at or above the item. */
export const RightWay = oneOf('owner', 'user', 'group', 'department', 'member', 'manager')

/** The place that a role was given on; own entity. Null where the asker may not see it. */
const RightPlace = nullable(Type.Object({ typed_id: TypedId, name: Type.String() }))

/** Somebody who is in a folder, or was invited to it (2§3). */
export const Collab = Type.Object({
  /** null where nothing was given on this folder itself */
  collab_id: nullable(Id),
  user: CollabSubject,
  /** Given on this folder; null where it comes from elsewhere. */
  direct_role: nullable(Role),
  /** What counts now; null before an invitation is accepted, where nothing else gives a role. */
  final_role: nullable(Role),
  /** What an invitation offers that was not accepted yet. */
  unaccepted_role: nullable(Role),
  /**
   * Own field: what would count once what was given here is removed; null where nothing would, nothing was given here, or the asker may not
   * remove it.
   */
  role_otherwise: nullable(Role),
  accepted: Type.Boolean(),
  current_user: Type.Boolean(),
  quit_collab_allowed: Type.Boolean(),
  /** Own fields: by which way it has `final_role`, and from which folder; `from` is null for what is given here, and where it may not be seen. */
  way: RightWay,
  from: RightPlace,
  /** Own field: whether `final_role` comes from a folder above. */
  is_inherited: Type.Boolean(),
  /** Own fields of an invitation that was not accepted yet. */
  invited: nullable(
    Type.Object({
      at: Seconds,
      /** 0 = never */
      expires: Seconds,
      is_expired: Type.Boolean(),
      inviter: nullable(Type.Object({ id: Id, name: Type.String() })),
      /** Whether the asker is who invited. */
      by_current_user: Type.Boolean(),
    }),
  ),
})

/** Who manages the department of a folder, always coowner (2§3). */
const FileManager = Type.Object({
  id: Id,
  name: Type.String(),
  final_role: Type.Literal('coowner'),
  avatar: Type.Optional(Avatar),
})

/** `5:editor;8:viewer` (2§7): one role a target; empty for nobody. */
const Targets = Type.String({ maxLength: 40_000, pattern: '^([0-9]{1,15}:[a-z_]{5,20}(;[0-9]{1,15}:[a-z_]{5,20})*)?$' })

const InvitedUser = Type.Object({ id: Id, name: Type.String() })

/** A role for somebody (2§7). */
const RoleChange = Type.Object(
  {
    /** 0 or left out where nothing was given on the folder itself */
    collab_id: Type.Optional(Id),
    /** A user, or the group of a group or department. */
    user_id: Id,
    role: Role,
  },
  { additionalProperties: false },
)
const RoleChanges = Type.Optional(Type.Array(RoleChange, { maxItems: 500 }))

/** One way by which somebody reaches an item; own entity. */
const ReachingWay = Type.Object({
  way: RightWay,
  /** What it gives by itself. */
  role: Role,
  /** Where it was given; `is_inherited` also where that may not be seen. */
  place: RightPlace,
  is_inherited: Type.Boolean(),
  /** Of a group or a department. */
  group: nullable(Type.Object({ id: Id, name: Type.String(), is_department: Type.Boolean() })),
  /** Whether the role that counts comes by it. */
  is_decisive: Type.Boolean(),
})

/** Somebody who can see an item, or for who is of another enterprise, a group that can; own entity. */
const ReachingPerson = Type.Object({
  user: CollabSubject,
  current_user: Type.Boolean(),
  final_role: Role,
  /** The decisive one first. */
  ways: Type.Array(ReachingWay),
})

/** A link that leads to an item; own entity. Neither its address nor its password is told. */
const ReachingLink = Type.Object({
  id: Id,
  serial_number: Type.String(),
  owner: Type.Object({ id: Id, name: Type.String() }),
  access: oneOf('public', 'company', 'collaborators'),
  /** seconds; 0 = never */
  due_time: Seconds,
  password_protected: Type.Boolean(),
  may_download: Type.Boolean(),
  /** Of a link for colleagues. */
  receiver_count: Type.Integer({ minimum: 0 }),
  /** The item that it shows: this one, or a folder above it. */
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
   * 2§7, decisions 3.20, 4.18. All that can be invited are; why the others are not stands beside them by name. At most 500 at once.
   * Refused as a whole without the right to invite there, or when nobody is named.
   */
  'POST /apps/collabs/invite': call(
    {
      folder_id: Id,
      invitation_message: Type.Optional(Type.String({ maxLength: 4000 })),
      /** Groups, departments by the id of their group. */
      invited_groups: Type.Optional(Targets),
      invited_users: Type.Optional(Targets),
    },
    {
      /** Owners and coowners of a folder above, whom a role here would lower: not invited. */
      reduce_coowner_permission_users: Type.Array(InvitedUser),
      /** In the folder already, or invited to it: not invited once more. */
      accepted_collaborated_users: Type.Array(InvitedUser),
      accepted_collaborated_groups: Type.Array(InvitedUser),
      /** Who was invited, groups and users. */
      collab_groups_info: Type.Array(Collab),
      collab_users_info: Type.Array(Collab),
      /** Own field: everybody who was not, those above among them; name is '' of who does not exist for the asker. */
      failed: Type.Array(
        Type.Object({ id: Id, name: Type.String(), is_group: Type.Boolean(), ...ErrorEntry.properties }),
      ),
    },
  ),
  /**
   * 2§7. `edit_collabs_roles`: of who was given a role on this folder, accepted or not; the other two: of users and groups whose role comes
   * from a folder above, or a department: it begins to be another one here, and an invitation that they have here besides ends. `reset` takes
   * away what comes from above (decisions 4.58).
   * All or nothing.
   */
  'POST /apps/collabs/edit': call(
    {
      /** Of the folder, as a number. */
      item_id: Id,
      edit_collabs_roles: RoleChanges,
      invite_user_collabs_roles: RoleChanges,
      invite_group_collabs_roles: RoleChanges,
    },
    /** Own field: those that were changed, as they are now. */
    { collabs: Type.Array(Collab) },
  ),
  /**
   * 2§7. Removes, quits, and withdraws invitations; who invited may withdraw as well. What is gone already is passed over. All or nothing.
   */
  'POST /apps/collabs/delete': call(
    { collab_ids: Type.Array(Id, { minItems: 1, maxItems: 500 }) },
    /** Own field: false where the asker sees the folder no longer. */
    { is_accessible: Type.Boolean() },
  ),
  /** 2§7. One entry, and what it is about: for who is invited by it before they accept, too. */
  'GET /apps/collabs/get': call(
    { collab_id: Id },
    {
      collab: Collab,
      item: Type.Object({ typed_id: TypedId, name: Type.String() }),
      /** '' without one; told to who is invited and to who may invite. */
      invitation_message: Type.String(),
    },
  ),
  /** 2§7. By who is invited, themself; accepted before is accepted. Refused with invitation_invalid, invitation_expired. */
  'POST /apps/collabs/accept': call(
    { collab_id: Id },
    { item: Type.Object({ typed_id: TypedId, name: Type.String() }) },
  ),
  /** Own call: by who is invited. Who invited is told. Refused with invitation_invalid. */
  'POST /apps/collabs/refuse': call({ collab_id: Id }, {}),
  /** Own call: tells once more of an invitation that was not accepted, and lets it run anew. At most once a minute. */
  'POST /apps/collabs/resend': call({ collab_id: Id }, { collab: Collab }),
  /**
   * 2§7. Of a folder. A page of who is in it, by name: the owner first, then who was given a role here, then who has one from above; and for who
   * may invite there a page of the invitations that were not accepted, the newest first. With the first page comes who manages the department.
   * Who is in it and was invited to another role besides stands in both: with what they have, and with what they are offered.
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
      /** Own fields: managers of the department in whose folder it lies, and of those above it. */
      file_managers: Type.Array(FileManager),
      /** The total is of accepted_collabs; without a search, with unaccepted_count and the managers what the tab counts. */
      ...Paged,
      /** Of all invitations, those of people who are not among accepted_collabs. */
      unaccepted_count: Type.Integer({ minimum: 0 }),
      /** Whether the asker may invite here (2§6). */
      may_invite: Type.Boolean(),
    },
  ),
  /**
   * Own call (AH-45): who can see an item, by which way, with which role, and which links lead to it. For who may see it; those of another
   * enterprise are told of people that were let in by name, and of groups as one. Links are told to owners, coowners and their makers.
   */
  'GET /apps/files/who_can_see': call(
    {
      item_typed_id: TypedId,
      search_string: Search,
      page_number: PageNumber,
      page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
    },
    {
      people: Type.Array(ReachingPerson),
      ...Paged,
      /** With the first page, at most 200; expired and closed ones are none. */
      links: Type.Array(ReachingLink),
      /** Whether all links are told, or the asker's own alone. */
      are_links_complete: Type.Boolean(),
      /** Whether there may be more than those that are told. */
      has_more_links: Type.Boolean(),
    },
  ),
}

export type Collab = Static<typeof Collab>
export type RightWay = Static<typeof RightWay>
export type ReachingPerson = Static<typeof ReachingPerson>
export type ReachingWay = Static<typeof ReachingWay>
export type ReachingLink = Static<typeof ReachingLink>

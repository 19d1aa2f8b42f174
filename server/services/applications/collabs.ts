import type { AccessibleBy } from '@/contract/applications/collabs'
import type { Role } from '@/contract/entities'
import { roles } from '@/domain/items/roles'
import { programUser, type ApplicationActor, type UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { itemIsDeleted, itemNotFound, Refused } from '../../errors'
import { holds } from '../../policies/access/authorize'
import type { Access } from '../../policies/access/facts'
import type { Member, NotInvited } from '../../policies/members/members'
import { groupsOfDepartments } from '../../queries/applications/itemFacts'
import { findCollabs } from '../../queries/members/entries'
import { accessOf, requireAccess } from '../access/itemAccess'
import { changeRoles, removeCollabs } from '../members/changes'
import { findEntries, type Entry } from '../members/entries'
import { invite } from '../members/invitations'
import { countsOf, listMembers } from '../members/members'

type Needs = Pick<Dependencies, 'db' | 'clock'>
type Inviting = Needs & Pick<Dependencies, 'jobs' | 'messengers' | 'contentCheck'>

/** Members of a folder, with what naming them needs. */
export interface OpenCollabs {
  access: Access
  members: readonly Member[]
  /** People, by group. */
  counts: ReadonlyMap<number, number>
}

/** members of a folder in one answer, which has no pages */
const MOST_MEMBERS = 500

/** Members of a folder, its owner among them, and invitations that the user may see. @throws Refused item_not_found, item_is_deleted */
export async function openCollabs(db: Db, actor: ApplicationActor, folderId: number): Promise<OpenCollabs> {
  const window = { search: '', page: 1, size: MOST_MEMBERS }
  const { access, accepted, invited } = await listMembers(db, programUser(actor), folderId, window)
  return withCounts(db, access, [...accepted, ...invited])
}

/** A member or an invitation. @throws Refused collab_not_found; item_is_deleted (collab_related_folder_deleted) if its folder is in the trash */
export async function openCollab(db: Db, actor: ApplicationActor, id: number): Promise<OpenCollabs> {
  const { access, member } = await requireEntry(db, programUser(actor), id)
  return withCounts(db, access, [member])
}

export interface OpenInvitation {
  folder_id: number
  invitation_message?: string
  accessible_by: readonly AccessibleBy[]
}

/**
 * Invites people, groups and departments into a folder.
 * @returns those who were invited
 * @throws Refused as invite, and for the first that could not be invited if nobody was
 */
export async function openInvite(
  ports: Inviting,
  actor: ApplicationActor,
  asked: OpenInvitation,
): Promise<OpenCollabs> {
  const user = programUser(actor)
  const subjects = await subjectsOf(ports.db, user, asked.accessible_by)
  const listed = (isGroup: boolean) =>
    subjects.flatMap((each) => (each.isGroup === isGroup ? `${each.id}:${each.role}` : [])).join(';')
  const { access, members, failed } = await invite(ports, user, {
    folderId: asked.folder_id,
    message: asked.invitation_message ?? '',
    users: listed(false),
    groups: listed(true),
  })
  if (members.length === 0 && failed[0]) throw refusalOf(failed[0], access)
  return withCounts(ports.db, access, members)
}

/** Changes the role of a member or of an invitation. @throws Refused collab_not_found, collab_role_refused */
export async function openChangeRole(
  ports: Needs,
  actor: ApplicationActor,
  id: number,
  role: string,
): Promise<OpenCollabs> {
  const user = programUser(actor)
  const wanted = roleOf(role)
  const { access, member } = await requireEntry(ports.db, user, id)
  const direct = [{ collab_id: id, user_id: member.subject.id, role: wanted }]
  const changed = await changeRoles(ports, user, access.chain[0].id, { direct, users: [], groups: [] })
  return withCounts(ports.db, changed.access, changed.members)
}

/**
 * Removes members and withdraws invitations, all or none.
 * @param folderId only entries of this folder
 * @throws Refused item_not_found, collab_not_found, collab_remove_refused
 */
export async function openRemove(
  ports: Needs,
  actor: ApplicationActor,
  ids: readonly number[],
  folderId?: number,
): Promise<void> {
  const user = programUser(actor)
  if (folderId !== undefined) {
    const { chain } = await requireAccess(ports.db, user, folderId)
    if (!chain[0].isFolder) throw itemNotFound()
  }
  const entries = await findEntries(ports.db, user, ids)
  const known = new Set(entries.map(({ member }) => member.row.id))
  for (const id of ids) if (!known.has(id)) await requireEntry(ports.db, user, id)
  const isElsewhere = ({ access }: Entry) => folderId !== undefined && access.chain[0].id !== folderId
  if (entries.some(isElsewhere)) throw new Refused('collab_not_found')
  await removeCollabs(ports, user, ids)
}

async function requireEntry(db: Db, user: UserActor, id: number): Promise<Entry> {
  const [entry] = await findEntries(db, user, [id])
  if (entry) return entry
  const [row] = await findCollabs(db, [id])
  const access = row && (await accessOf(db, user, [row.item_id])).get(row.item_id)
  if (holds(access) && access.isDeleted)
    throw new Refused(itemIsDeleted().code, { open: 'collab_related_folder_deleted' })
  throw new Refused('collab_not_found')
}

async function withCounts(db: Db, access: Access, members: readonly Member[]): Promise<OpenCollabs> {
  return { access, members, counts: await countsOf(db, members) }
}

interface Subject {
  id: number
  isGroup: boolean
  role: Role
}

/** @throws Refused collab_role_refused; invalid_request without ids, and for an unknown kind; collab_unknown for a foreign department */
async function subjectsOf(db: Db, user: UserActor, named: readonly AccessibleBy[]): Promise<Subject[]> {
  const found = await Promise.all(
    named.map(async ({ type, id, ids, role: typed }) => {
      const role = roleOf(typed)
      const given = ids ?? (id === undefined ? [] : [id])
      const kind = type.replace(/_list$/, '')
      if (given.length === 0 || !['user', 'group', 'department'].includes(kind))
        throw new Refused('invalid_request', { field: 'accessible_by' })
      if (kind !== 'department') return given.map((each) => ({ id: each, isGroup: kind === 'group', role }))
      const groups = await groupsOfDepartments(db, given, user.enterprise.id)
      if (groups.length < new Set(given).size)
        throw new Refused('collab_unknown', { open: 'collab_group_not_supported' })
      return groups.map((each) => ({ id: each, isGroup: true, role }))
    }),
  )
  return found.flat()
}

/** @throws Refused collab_role_refused */
function roleOf(typed: string): Role {
  const role = typed === 'edit' ? 'editor' : typed
  if (!(roles as readonly string[]).includes(role)) throw new Refused('collab_role_refused')
  return role as Role
}

/** Why a subject could not be invited. */
function refusalOf({ id, isGroup, code, name }: NotInvited, { space }: Access): Refused {
  const params = { name }
  if (code === 'collab_unknown')
    return new Refused(code, {
      params,
      open: isGroup ? 'collab_group_not_supported' : 'collab_user_not_in_same_enterprise',
    })
  const isOwner = !isGroup && id === space.owner.id
  return new Refused(code, { params, ...(isOwner && { open: 'cannot_invite_item_owner' as const }) })
}

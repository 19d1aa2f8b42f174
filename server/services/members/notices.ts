import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { askedTooOften, itemNotFound } from '../../errors'
import { maySeeEntry } from '../../policies/members/entries'
import type { CollabRow, Node } from '../../policies/access/facts'
import {
  insertCollabNotices,
  invitationsPage,
  insertInvitationMessages,
  type ChildRow,
  type CollabNotice,
} from '../../queries/members/notices'
import { notFlooded } from '../../queries/messages'
import { peopleOf } from '../../queries/shares/receivers'
import { accessOf } from '../access/itemAccess'

/**
 * Requires that each of the users may get another message of the sender now.
 * @throws Refused asked_too_often
 */
export async function requireNotFlooded(
  db: Db,
  asked: { senderId: number; userIds: readonly number[]; at: Date },
): Promise<void> {
  if ((await notFlooded(db, asked)).length < asked.userIds.length) throw askedTooOften()
}

/**
 * Notifies all users invited by the given entries of one folder, including the members of groups and departments.
 * @param isWanted whether the invited users had asked for access
 */
export async function notifyInvited(
  db: Db,
  actor: UserActor,
  item: Pick<Node, 'id' | 'name'>,
  rows: readonly CollabRow[],
  at: Date,
  isWanted = false,
): Promise<void> {
  const source = { itemId: item.id, senderId: actor.user.id, at }
  const notice = { item_name: item.name, item_type: 'folder' as const }
  const users = rows.flatMap(({ id, user_id }) => (user_id === null ? [] : [{ collabId: id, userId: user_id }]))
  const message = rows[0]?.message ?? ''
  const told = { ...notice, invitation_message: message, ...(isWanted && { is_granted: true as const }) }
  await insertInvitationMessages(db, { ...source, invited: users, told })
  for (const { id, group_id: groupId, department_id, enterprise_id, name } of rows) {
    if (groupId === null) continue
    const sender = { senderId: actor.user.id, enterpriseId: enterprise_id }
    const members = await peopleOf(db, { userIds: [], groupIds: [groupId] }, sender)
    const userIds = await notFlooded(db, { senderId: actor.user.id, userIds: members, at })
    await insertInvitationMessages(db, {
      ...source,
      invited: userIds.map((userId) => ({ collabId: id, userId })),
      told: {
        ...notice,
        invitation_message: message,
        collab_type: department_id === null ? 'group' : 'department',
        group_name: name,
      },
    })
  }
}

/** Notifies users of an answer to their invitation or a change of their rights; never the actor. */
export async function notifyOfChange(
  db: Db,
  actor: UserActor,
  notice: Pick<CollabNotice, 'action' | 'at' | 'item'> & { userIds: readonly (number | null)[] },
): Promise<void> {
  const named = [...new Set(notice.userIds.flatMap((id) => id ?? []))]
  const userIds = await notFlooded(db, { senderId: actor.user.id, userIds: named, at: notice.at })
  if (userIds.length > 0) await insertCollabNotices(db, { ...notice, userIds, senderId: actor.user.id })
}

/**
 * A page of the invitations in a message. Invitations that the user may no longer see look like deleted ones, with the folder's old name.
 * @throws Refused item_not_found unless the message is the user's own and has invitations
 */
export async function invitationsIn(
  db: Db,
  actor: UserActor,
  messageId: number,
  page: number,
): Promise<{ rows: ChildRow[]; pageCount: number }> {
  const found = await invitationsPage(db, actor.user.id, messageId, page)
  if (!found) throw itemNotFound()
  const accesses = await accessOf(db, actor, [...new Set(found.rows.flatMap(({ item_id: id }) => id ?? []))])
  const rows = found.rows.map((row): ChildRow => {
    const access = row.item_id === null ? undefined : accesses.get(row.item_id)
    if (access && maySeeEntry(actor, access, { ...row, accepted: row.accepted! }))
      return { ...row, item_name: row.current_name }
    return { ...row, item_id: null, accepted: null, role: null }
  })
  return { rows, pageCount: found.pageCount }
}

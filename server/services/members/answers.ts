import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { isUsable } from '../../policies/access/authorize'
import { isOver, isOwn, maySeeInvitations } from '../../policies/members/entries'
import type { Access, CollabRow, Node } from '../../policies/access/facts'
import { acceptCollab, deleteCollabs } from '../../queries/members/entries'
import { markAnswered } from '../../queries/members/notices'
import { findEntries, lockEntries, type Entry } from './entries'
import { notifyOfChange } from './notices'
import { rolesOn } from './roles'

type Needs = Pick<Dependencies, 'db' | 'clock'>

/**
 * Accepts the actor's own invitation. A repeated call changes nothing. @returns the folder
 * @throws Refused invitation_invalid for a withdrawn, refused, foreign or missing invitation; invitation_expired
 */
export function accept({ db, clock }: Needs, actor: UserActor, id: number): Promise<Node> {
  return inTransaction(
    db,
    async (transaction) => {
      const { access, member } = await requireOwn(transaction, actor, id)
      const [item] = access.chain
      const { row } = member
      const at = clock()
      if (isOver(row, at)) throw new Refused('invitation_expired')
      if (!row.accepted) {
        await acceptCollab(transaction, id)
        await markAnswered(transaction, actor.user.id, id, false)
        await notifyInviter(transaction, actor, { access, row }, { action: 'collab_accepted', at })
      }
      return item
    },
    { actor },
  )
}

/** Refuses the actor's own invitation and notifies the inviter. @throws Refused invitation_invalid, also for an accepted one */
export function refuse({ db, clock }: Needs, actor: UserActor, id: number): Promise<void> {
  return inTransaction(
    db,
    async (transaction) => {
      const { access, member } = await requireOwn(transaction, actor, id)
      const { row } = member
      if (row.accepted) throw new Refused('invitation_invalid')
      await markAnswered(transaction, actor.user.id, id, true)
      await deleteCollabs(transaction, [id])
      await notifyInviter(transaction, actor, { access, row }, { action: 'collab_refused', at: clock() })
    },
    { actor },
  )
}

/** Notifies the inviter, unless they no longer see the folder: the notice would reveal its current name. */
async function notifyInviter(
  db: Db,
  actor: UserActor,
  { access: { chain }, row: { inviter_id: id } }: { access: Access; row: CollabRow },
  answer: { action: 'collab_accepted' | 'collab_refused'; at: Date },
): Promise<void> {
  if (id === null) return
  const role = (await rolesOn(db, chain, { userIds: [id] })).get(id)
  if (isUsable(role)) await notifyOfChange(db, actor, { userIds: [id], item: chain[0], ...answer })
}

/**
 * An entry of a folder, for the invited user and for users who may see the entry in the folder. Only the invited user, the inviter and users who
 * may invite see the entry's message.
 * @throws Refused invitation_invalid
 */
export async function viewEntry(db: Db, actor: UserActor, id: number): Promise<Entry & { message: string }> {
  const [entry] = await findEntries(db, actor, [id])
  if (!entry) throw new Refused('invitation_invalid')
  const { access, member } = entry
  const maySeeMessage =
    isOwn(actor, member.row) || member.row.inviter_id === actor.user.id || maySeeInvitations(actor, access)
  return { ...entry, message: maySeeMessage ? member.row.message : '' }
}

/** The access to the folder of an invitation that the user can still accept; null otherwise. */
export async function readInvitation({ db, clock }: Needs, actor: UserActor, id: number): Promise<Access | null> {
  const entry = await viewEntry(db, actor, id).catch((error: unknown) => {
    if (error instanceof Refused) return null
    throw error
  })
  return entry && !isOver(entry.member.row, clock()) ? entry.access : null
}

async function requireOwn(db: Db, actor: UserActor, id: number): Promise<Entry> {
  const [entry] = await lockEntries(db, actor, [id])
  if (!entry || !isOwn(actor, entry.member.row)) throw new Refused('invitation_invalid')
  return entry
}

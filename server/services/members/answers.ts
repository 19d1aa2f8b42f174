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
import { tellOfCollab } from './notices'
import { rolesOn } from './roles'

type Needs = Pick<Dependencies, 'db' | 'clock'>

/**
 * Accepts an invitation, as who is invited; one that was accepted before stays so. @returns the folder
 * @throws Refused invitation_invalid for what is withdrawn, refused, of somebody else or none, alike; invitation_expired
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
        await tellInviter(transaction, actor, { access, row }, { action: 'collab_accepted', at })
      }
      return item
    },
    { by: actor },
  )
}

/** Refuses an invitation, as who is invited; who invited is told. @throws Refused invitation_invalid; what was accepted is quit */
export function refuse({ db, clock }: Needs, actor: UserActor, id: number): Promise<void> {
  return inTransaction(
    db,
    async (transaction) => {
      const { access, member } = await requireOwn(transaction, actor, id)
      const { row } = member
      if (row.accepted) throw new Refused('invitation_invalid')
      await markAnswered(transaction, actor.user.id, id, true)
      await deleteCollabs(transaction, [id])
      await tellInviter(transaction, actor, { access, row }, { action: 'collab_refused', at: clock() })
    },
    { by: actor },
  )
}

/** Nobody where who invited sees the folder no longer: what it is called now is not theirs to know. */
async function tellInviter(
  db: Db,
  actor: UserActor,
  { access: { chain }, row: { inviter_id: id } }: { access: Access; row: CollabRow },
  answer: { action: 'collab_accepted' | 'collab_refused'; at: Date },
): Promise<void> {
  if (id === null) return
  const role = (await rolesOn(db, chain, { userIds: [id] })).get(id)
  if (isUsable(role)) await tellOfCollab(db, actor, { userIds: [id], item: chain[0], ...answer })
}

/**
 * An entry, for who is invited by it and for who may see it in the folder; what was written to who was invited only for them, for who wrote it
 * and for who may invite.
 * @throws Refused invitation_invalid
 */
export async function viewEntry(db: Db, actor: UserActor, id: number): Promise<Entry & { message: string }> {
  const [entry] = await findEntries(db, actor, [id])
  if (!entry) throw new Refused('invitation_invalid')
  const { access, member } = entry
  const isTold = isOwn(actor, member.row) || member.row.inviter_id === actor.user.id || maySeeInvitations(actor, access)
  return { ...entry, message: isTold ? member.row.message : '' }
}

/** The access to the folder of an invitation that the user can still accept; null where they cannot. */
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

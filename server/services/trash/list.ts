import { principalOf, type UserActor, type UserOrApplication } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { itemNotFound } from '../../errors'
import { holds } from '../../policies/access/authorize'
import { invitedIds, orderFor } from '../../queries/items/children'
import { describeTrashes, foreignRecords, partsOf, trashPage, type Trash } from '../../queries/trash/records'
import { accessOf } from '../access/itemAccess'
import type { ListAsked, Listing } from '../items/lists'

/**
 * A page of a recycle bin, the user's own or an external one.
 * @param externalId such as `enterprise_7`
 * @throws Refused as trashOf
 */
export async function listTrash(
  db: Db,
  actor: UserActor,
  externalId: string | undefined,
  asked: ListAsked,
): Promise<Listing & { trash: Trash }> {
  const trash = await trashOf(db, actor, externalId)
  const place = ['trash', externalId].filter(Boolean).join(':')
  const order = await orderFor(db, actor.user.id, place, asked)
  return { ...(await trashPage(db, trash, order, asked)), order, trash }
}

/**
 * The content of a recycle bin (decisions 52): the user's own items, and items in others' spaces that the user deleted and still sees.
 * @param externalId such as `enterprise_7`; absent: the user's own enterprise
 * @throws Refused item_not_found if the user has no records there and collaborates on none of that owner's items
 */
export async function trashOf(db: Db, actor: UserOrApplication, externalId?: string): Promise<Trash> {
  const { user } = principalOf(actor)
  const groups = await foreignRecordsByTrash(db, actor)
  if (externalId === undefined) {
    const others = await describeTrashes(
      db,
      [...groups.keys()].filter((key) => key !== 'own'),
    )
    return { external: null, others, ids: groups.get('own') ?? [], ownerId: user.id }
  }
  const ids = groups.get(externalId) ?? []
  const [external] =
    ids.length > 0 || (await isCollaboratorOf(db, actor, externalId)) ? await describeTrashes(db, [externalId]) : []
  if (external === undefined) throw itemNotFound()
  return { external, others: [], ids, ownerId: null }
}

/** The user's records of others' items, by the trash that lists them. */
async function foreignRecordsByTrash(db: Db, actor: UserOrApplication) {
  const { user, enterprise } = principalOf(actor)
  const rows = await foreignRecords(db, user.id)
  const access = await accessOf(
    db,
    actor,
    rows.map((row) => row.id),
  )
  const groups = new Map<string, number[]>()
  for (const { id, enterpriseId, ...owner } of rows) {
    if (!holds(access.get(id))) continue
    const key = enterpriseId === enterprise.id ? 'own' : externalKey(enterpriseId, owner.ownerId, owner.is_personal)
    groups.set(key, [...(groups.get(key) ?? []), id])
  }
  return groups
}

function externalKey(enterpriseId: number, ownerId: number, isPersonal: boolean) {
  return isPersonal ? `user_${ownerId}` : `enterprise_${enterpriseId}`
}

/** Whether an accepted invitation lets the user see an item of that enterprise or user. */
async function isCollaboratorOf(db: Db, actor: UserOrApplication, externalId: string) {
  const [kind, id] = partsOf(externalId)
  const { user, enterprise } = principalOf(actor)
  const access = await accessOf(db, actor, await invitedIds(db, user.id))
  return [...access.values()].some(
    (each) =>
      holds(each) &&
      each.space.owner.enterpriseId !== enterprise.id &&
      (kind === 'user' ? each.space.owner.id : each.space.owner.enterpriseId) === id,
  )
}

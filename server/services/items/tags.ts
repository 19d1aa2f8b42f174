import type { Item } from '@/contract/entities'
import { checkTag, TAG_MAX_LENGTH, TAGS_PER_ITEM } from '@/domain/items/tags'
import { principalOf, transactionActorOf, type UserActor, type UserOrApplication } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { isAllowed } from '../../policies/access/authorize'
import type { Access } from '../../policies/access/facts'
import { lockItems } from '../../queries/items/locks'
import { addItemTag, countTags, markTagged, putTag, removeItemTag, tagUses } from '../../queries/items/tags'
import { accessOf } from '../access/itemAccess'
import { parseTypedId, requireItem } from '../access/places'
import { requireName, requireUnlocked } from '../access/preconditions'

type Needs = Pick<Dependencies, 'db' | 'clock'>

const MOST_SUGGESTED = 20

/**
 * Tags to offer for an item. A tag is offered only if the user can see another item that has it, because the name of a tag can be a secret.
 * @throws Refused as requireItem
 */
export async function suggestTags(db: Db, actor: UserActor, typedId: string, words: string): Promise<Item['tags']> {
  const { chain, space } = await requireItem(db, actor, typedId, 'edit_properties')
  const asked = { enterpriseId: space.owner.enterpriseId, userId: actor.user.id, itemId: chain[0].id, words }
  const uses = await tagUses(db, asked)
  const access = await accessOf(db, actor, [...new Set(uses.map(({ item_id: id }) => id))])
  const visible = new Map<number, string>()
  for (const { id, name, item_id } of uses) if (isAllowed(access.get(item_id))) visible.set(id, name)
  return [...visible].slice(0, MOST_SUGGESTED).map(([id, name]) => ({ id, name }))
}

/**
 * Adds a tag to an item (AH-51).
 * @returns the item's id
 * @throws Refused as requireItem, item_locked, name_…, tag_too_long, tags_too_many, content_refused, content_unchecked
 */
export async function addTag(
  { db, clock, contentCheck }: Needs & Pick<Dependencies, 'contentCheck'>,
  actor: UserOrApplication,
  typedId: string,
  typed: string,
): Promise<number> {
  const name = requireTag(typed)
  if (contentCheck.isOn) {
    // The content check takes time, so the right is checked before it and again when the tag is stored.
    await requireItem(db, actor, typedId, 'edit_properties')
    await contentCheck.require({ kind: 'name', text: name }, principalOf(actor).user.id)
  }
  return change({ db, clock }, actor, typedId, async (transaction, { chain: [item], space }) => {
    const tagId = await putTag(transaction, space.owner.enterpriseId, name)
    if (!(await addItemTag(transaction, item.id, tagId))) return false
    if ((await countTags(transaction, item.id)) > TAGS_PER_ITEM)
      throw new Refused('tags_too_many', { field: 'name', params: { n: TAGS_PER_ITEM } })
    return true
  })
}

/** Removes a tag from an item. @returns the item's id @throws Refused as requireItem, item_locked */
export function removeTag(ports: Needs, actor: UserOrApplication, typedId: string, tagId: number): Promise<number> {
  return change(ports, actor, typedId, (transaction, { chain: [item] }) => removeItemTag(transaction, item.id, tagId))
}

/** @param act changes the tags of the locked item; resolves to whether anything changed */
async function change(
  { db, clock }: Needs,
  actor: UserOrApplication,
  typedId: string,
  act: (transaction: Db, access: Access) => Promise<boolean>,
): Promise<number> {
  return inTransaction(
    db,
    async (transaction) => {
      await lockItems(transaction, [parseTypedId(typedId).id])
      const access = await requireItem(transaction, actor, typedId, 'edit_properties')
      const { id } = access.chain[0]
      await requireUnlocked(transaction, actor, [id])
      if (await act(transaction, access)) await markTagged(transaction, id, clock())
      return id
    },
    { actor: transactionActorOf(actor) },
  )
}

/** @throws Refused name_…, tag_too_long */
export function requireTag(typed: string): string {
  const check = checkTag(typed)
  if (!check.ok && check.code === 'tag_too_long')
    throw new Refused('tag_too_long', { field: 'name', params: { n: TAG_MAX_LENGTH } })
  return requireName(check)
}

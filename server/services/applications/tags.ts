import type { ApplicationActor } from '../../actors/actor'
import { transactionActorOf } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { invalidRequest } from '../../errors'
import { isAllowed } from '../../policies/access/authorize'
import { addCommonTags, commonTagsOf, removeCommonTags, tagsOf, tagsOfLastItems } from '../../queries/applications/tags'
import { accessOf } from '../access/itemAccess'
import { addTag, removeTag, requireTag } from '../items/tags'

type Needs = Pick<Dependencies, 'db' | 'clock' | 'contentCheck'>
type TypedId = `${'file' | 'folder'}_${number}`

/** tags of `tag/list` */
const LAST_TAGS = 10
/** most tags that a user keeps at hand */
const MOST_COMMON = 100

export interface NamedTag {
  id: number
  name: string
}

/** Adds tags to an item, all or none. @returns all its tags @throws Refused as addTag; invalid_request without a name */
export function openAddTags(
  needs: Needs,
  actor: ApplicationActor,
  typedId: TypedId,
  names: readonly string[],
): Promise<NamedTag[]> {
  if (names.length === 0) throw invalidRequest('names')
  return inTransaction(
    needs.db,
    async (db) => {
      let itemId = 0
      for (const name of names) itemId = await addTag({ ...needs, db }, actor, typedId, name)
      return tagsOf(db, itemId)
    },
    { actor: transactionActorOf(actor) },
  )
}

/** @throws Refused as removeTag */
export function openRemoveTags(
  needs: Needs,
  actor: ApplicationActor,
  typedId: TypedId,
  tagIds: readonly number[],
): Promise<void> {
  return inTransaction(
    needs.db,
    async (db) => {
      for (const tagId of tagIds) await removeTag({ ...needs, db }, actor, typedId, tagId)
    },
    { actor: transactionActorOf(actor) },
  )
}

/** The tags of the items that the user changed last and still sees. */
export async function lastTags(db: Db, actor: ApplicationActor): Promise<NamedTag[]> {
  const found = await tagsOfLastItems(db, actor.onBehalfOf.user.id)
  const access = await accessOf(db, actor, [...new Set(found.map((each) => each.item_id))])
  const seen = new Map<number, NamedTag>()
  for (const { id, name, item_id: itemId } of found) if (isAllowed(access.get(itemId))) seen.set(id, { id, name })
  return [...seen.values()].slice(0, LAST_TAGS)
}

export function openCommonTags(db: Db, { onBehalfOf: { user } }: ApplicationActor): Promise<NamedTag[]> {
  return commonTagsOf(db, user.id)
}

/** @returns all tags that the user keeps at hand @throws Refused name_…, tag_too_long, content_refused; invalid_request for more than 100 */
export async function openAddCommonTags(
  { db, contentCheck }: Needs,
  actor: ApplicationActor,
  typed: readonly string[],
): Promise<NamedTag[]> {
  const { user } = actor.onBehalfOf
  const names = typed.map(requireTag)
  for (const text of names) await contentCheck.require({ kind: 'name', text }, user.id)
  return inTransaction(db, async (transaction) => {
    await addCommonTags(transaction, user.id, names)
    const tags = await commonTagsOf(transaction, user.id)
    if (tags.length > MOST_COMMON) throw invalidRequest('tag_names')
    return tags
  })
}

export function openRemoveCommonTags(
  db: Db,
  { onBehalfOf: { user } }: ApplicationActor,
  ids: readonly number[],
): Promise<void> {
  return removeCommonTags(db, user.id, ids)
}

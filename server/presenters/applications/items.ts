import type { Static } from '@sinclair/typebox'
import type { Mini, OpenItem, PathFolder } from '@/contract/applications/items'
import type { Item, Owner } from '@/contract/entities'
import { withoutDirections } from '@/domain/items/naming'
import type { ApplicationActor } from '../../actors/actor'
import type { Signer } from '../../crypto/signing'
import type { Access, Node } from '../../policies/access/facts'
import { relationOf, type Relation } from '../../policies/access/relation'
import { openPermissions } from '../../policies/items'
import type { OpenFacts, PeopleFacts } from '../../queries/applications/itemFacts'
import { secondsOf } from '../../time/clock'
import { visibleChain } from '../items/path'
import { itemPresenter } from '../items/viewedItem'
import { presentOpenPage } from '../applications'
import { presentMiniUser } from './people'

/** An item that a service found; routes name it so, because they import no queries. */
export type Viewed = Parameters<ReturnType<typeof itemPresenter>>[0]
type Step = Static<typeof PathFolder>

/** The root that every path begins with. Its name is empty: the client words it. */
const root: Step = { id: 0, type: 'folder', name: '', typed_id: 'folder_0', path_ids: '0' }

/** Presents items to an application. All folders above, even department folders, have their own item ids; the own root is 0. */
export function openItemPresenter(
  actor: ApplicationActor,
  sign: Signer,
  facts: OpenFacts,
): (viewed: Viewed) => OpenItem {
  const present = itemPresenter(actor, { sign, office: null })
  return (viewed) => presentOpenItem(present(viewed), viewed, actor, facts)
}

function presentOpenItem(item: Item, { row, access }: Viewed, actor: ApplicationActor, facts: OpenFacts): OpenItem {
  const { user, enterprise } = actor.onBehalfOf
  const relation = relationOf(access, user.id, enterprise.id)
  const isOwnRoot = row.personal_of === user.id
  const path = isOwnRoot ? [] : pathTo(access, relation, user.id)
  const updater = {
    ...item.updater,
    login: row.updater_login,
    enterprise_id: row.updater_enterprise_id,
  }
  const space = spaceOf(access, relation)
  // Fields are added to the presented item: a spread of so many fields takes V8 a hundred times as long.
  return Object.assign(item as unknown as OpenItem, {
    ...(isOwnRoot && { id: 0, typed_id: 'folder_0' as const, name: '' }),
    path,
    parent: path.at(-1) ?? root,
    owned_by: presentMiniUser(item.owned_by, facts.departments.get(item.owned_by.id)),
    modified_by: presentMiniUser(updater, facts.departments.get(updater.id)),
    created_at: secondsOf(row.created_at),
    sequence_id: row.version_number,
    permissions: openPermissions(actor.onBehalfOf, access, item.permissions),
    in_trash: access.isDeleted,
    comments_count: item.comment_count ?? 0,
    sha1: row.is_folder ? null : (row.sha1 ?? ''),
    item_count: row.is_folder ? (facts.counts.get(row.id)?.total ?? 0) : null,
    folder_type: row.is_folder ? 'normal' : null,
    shared: row.is_folder ? row.has_collabs : null,
    space,
    spaceName: space.name,
    department: relation.space === 'department_space' ? stepsOf([access.space], user.id)[1]! : null,
    collba: null,
    own: null,
    frequent_department: null,
  } satisfies Partial<OpenItem>)
}

function pathTo(access: Access, relation: Relation, userId: number): Step[] {
  return stepsOf(visibleChain(access, relation).slice(1).reverse(), userId)
}

/** Folders on a path, behind the root. @param nodes from the top */
function stepsOf(nodes: readonly Node[], userId: number): Step[] {
  const steps = [root]
  let ids = root.path_ids
  for (const { id, name, personalOf } of nodes) {
    if (personalOf === userId) continue
    ids = `${ids}/${id}`
    steps.push({ id, type: 'folder', name: withoutDirections(name), typed_id: `folder_${id}`, path_ids: ids })
  }
  return steps
}

/** The space in which an item lies, as the user sees it. */
export function spaceOf({ space }: Access, relation: Relation): Static<typeof Mini> {
  const { owner, departmentId, name } = space
  if (relation.space === 'department_space')
    return { type: 'department', id: departmentId ?? 0, name: withoutDirections(name), user_count: null }
  const type = relation.space === 'personal_space' ? 'personal' : 'collab'
  return { type, id: owner.id, name: owner.name, user_count: null }
}

/** An item in the trash. @param deleter null: the account is gone */
export function presentTrashed(
  item: OpenItem,
  { deletedAt, deleter }: { deletedAt: Date; deleter: Static<typeof Owner> | null },
  { departments }: PeopleFacts,
) {
  const deletedBy = deleter && presentMiniUser(deleter, departments.get(deleter.id))
  return { ...item, deleted_at: secondsOf(deletedAt), deleted_by: deletedBy }
}

/** A page of items as files and folders. */
export function presentItemList<T extends OpenItem>(
  items: readonly T[],
  asked: { page_id: number; page_capacity: number },
  { total, space = null }: { total: number; space?: Static<typeof Mini> | null },
) {
  const ofType = (type: OpenItem['type']) => items.filter((item) => item.type === type)
  return { files: ofType('file'), folders: ofType('folder'), ...presentOpenPage(asked, total), space }
}

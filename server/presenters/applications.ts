import type { Static } from '@sinclair/typebox'
import type { OpenItem, Scope } from '@/contract/applications'
import type { Item, Owner } from '@/contract/entities'
import type { AllowedApplication } from '@/contract/grants'
import type { ApplicationActor, UserActor } from '../actors/actor'
import type { Signer } from '../crypto/signing'
import type { ConsentRow } from '../queries/applications/consents'
import { secondsOf } from '../time/clock'
import type { Node } from '../policies/access/facts'
import { relationOf } from '../policies/access/relation'
import { entryOf, visibleChain } from './items/path'
import { itemPresenter } from './items/viewedItem'

type Viewed = Parameters<ReturnType<typeof itemPresenter>>[0]

/** Presents items to an application. All folders above, even department folders, have their own item ids; the own root is 0. */
export function openItemPresenter(actor: ApplicationActor, sign: Signer): (viewed: Viewed) => OpenItem {
  const present = itemPresenter(actor, { sign, office: null })
  return (viewed) => presentOpenItem(present(viewed), viewed, actor.onBehalfOf)
}

function presentOpenItem(
  item: Item,
  { row, access }: Viewed,
  { user, enterprise }: Pick<UserActor, 'user' | 'enterprise'>,
): OpenItem {
  const steps = visibleChain(access, relationOf(access, user.id, enterprise.id))
  const path = steps
    .slice(1)
    .reverse()
    .map((node) => parentOf(node, user.id))
  const isOwnRoot = row.personal_of === user.id
  return {
    ...item,
    ...(isOwnRoot && { id: 0, typed_id: 'folder_0' as const, name: '' }),
    path,
    parent: path.at(-1) ?? null,
    created_at: secondsOf(row.created_at),
    sequence_id: row.version_number,
  }
}

function parentOf(node: Node, userId: number): OpenItem['path'][number] {
  const id = node.personalOf === userId ? 0 : node.id
  return { id, type: 'folder', name: entryOf(node).name, typed_id: `folder_${id}` }
}

/** An item in the trash. @param deleter null: the account is gone */
export function presentTrashed(item: OpenItem, deletedAt: Date, deleter: Static<typeof Owner> | null) {
  return { ...item, deleted_at: secondsOf(deletedAt), deleted_by: deleter }
}

/** A page of items as files and folders. */
export function presentItemList<T extends OpenItem>(
  items: readonly T[],
  asked: { page_id: number; page_capacity: number },
  total: number,
) {
  const ofType = (type: OpenItem['type']) => items.filter((item) => item.type === type)
  return { files: ofType('file'), folders: ofType('folder'), ...presentOpenPage(asked, total) }
}

/** The page fields of an answer with items. */
export function presentOpenPage(
  { page_id, page_capacity }: { page_id: number; page_capacity: number },
  total_count: number,
) {
  return { page_id, page_capacity, page_count: Math.ceil(total_count / page_capacity), total_count }
}

/** What a user sees before allowing an application. @param refused the address for the application's error */
export function presentAsking(
  {
    application: { name },
    scopes,
    redirectUri,
  }: { application: { name: string }; scopes: Scope[]; redirectUri: string | null },
  { isAllowed, refused }: { isAllowed: boolean; refused: string | null },
) {
  return { name, scopes, target: redirectUri && targetOf(redirectUri), is_allowed: isAllowed, refused }
}

/** The host of a page, or the scheme that an app claims. */
function targetOf(redirectUri: string): string {
  const { host, protocol } = new URL(redirectUri)
  return /^https?:$/.test(protocol) ? host : protocol.slice(0, -1)
}

export function presentAllowed({ id, name, scopes, created_at: at }: ConsentRow): AllowedApplication {
  return { id, name, scopes, allowed_at: secondsOf(at) }
}

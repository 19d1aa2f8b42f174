import type { OpenItem } from '@/contract/applications'
import type { Item } from '@/contract/entities'
import type { UserActor } from '../actors/actor'
import { secondsOf } from '../time/clock'
import type { Access, Node } from '../policies/access/facts'
import { relationOf } from '../policies/access/relation'
import type { ItemDetail } from '../queries/items/items'
import { entryOf, visibleChain } from './items/path'

/** An item as applications see it: the folders above it by their own ids, those of departments, too; the own root is 0. */
export function presentOpenItem(
  item: Item,
  row: ItemDetail,
  access: Access,
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

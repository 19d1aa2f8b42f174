import type { Permission, Role } from '@/contract/entities'
import type { VisitorActor } from '../../actors/actor'
import { isShareDisabled } from '../access/actionPermissions'
import type { Access } from '../access/facts'
import { itemPermissions } from '../access/itemPermissions'

/** Rights that a link can give (decisions 67). */
const looking: readonly Permission[] = ['item_view', 'item_preview']
const fetching: readonly Permission[] = [...looking, 'item_download']

/**
 * What a visitor may do with an item: what the maker of the link may, as far as the link goes; nothing outside of what it shows, and nothing
 * once its maker may not share that any more.
 * @param makers what the maker may do with it
 */
export function throughLink({ link, maker }: Pick<VisitorActor, 'link' | 'maker'>, makers: Access): Access {
  const root = makers.chain.findIndex(
    (node, at) => link.itemIds.has(node.id) && mayShareAt(maker.user.id, makers, at) && !isWithheldBelow(makers, at),
  )
  const given =
    root < 0 ? [] : makers.permissions.filter((each) => (link.mayDownload ? fetching : looking).includes(each))
  const permissions = isEncryptedFile(makers) ? given.filter((each) => each === 'item_view') : given
  const role = roleFor(permissions)
  return {
    ...makers,
    permissions,
    role,
    roles: makers.chain.map((_, at) => (at <= root ? role : null)),
    isDepartmentMember: false,
  }
}

/** Whether a user may give others the item, or the one so many steps above it, by a link now. */
export function mayShareAt(userId: number, { chain, roles }: Pick<Access, 'chain' | 'roles'>, at = 0): boolean {
  const node = chain[at]!
  const role = roles[at] ?? null
  return (
    role !== null &&
    !chain.slice(at).some(({ isDeleted }) => isDeleted) &&
    !(node.isEncrypted && !node.isFolder) &&
    itemPermissions(userId, role, node).includes('item_share') &&
    !isShareDisabled({ share_disabled_for: node.shareDisabledFor }, role)
  )
}

/** Something between the item and what is shared may not be shared: it does not go out with the folder around it. */
function isWithheldBelow({ chain, roles }: Access, root: number): boolean {
  return chain
    .slice(0, root)
    .some((node, at) => isShareDisabled({ share_disabled_for: node.shareDisabledFor }, roles[at] ?? 'reset'))
}

/** Whoever sends an encrypted file away has nothing that keeps it closed. */
function isEncryptedFile({ chain: [item] }: Access): boolean {
  return item.isEncrypted && !item.isFolder
}

/** Of those below owner and coowner: an approval and an encrypted folder keep a visitor back, whoever let them in. */
function roleFor(permissions: readonly Permission[]): Role | null {
  if (permissions.includes('item_download')) return 'viewer'
  return permissions.includes('item_view') ? 'previewer' : null
}

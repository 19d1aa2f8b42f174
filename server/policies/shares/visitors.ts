import type { Permission, Role } from '@/contract/entities'
import type { VisitorActor } from '../../actors/actor'
import { isShareDisabled } from '../access/actionPermissions'
import type { Access } from '../access/facts'
import { itemPermissions } from '../access/itemPermissions'

/** Rights that a link can give (decisions 67). */
const viewPermissions: readonly Permission[] = ['item_view', 'item_preview']
const downloadPermissions: readonly Permission[] = [...viewPermissions, 'item_download']

/**
 * The access of a visitor: the maker's access, limited by the link. A visitor has no access outside of the link's items, and none once the maker may
 * no longer share these items.
 * @param makers the maker's access
 */
export function limitByLink({ link, maker }: Pick<VisitorActor, 'link' | 'maker'>, makers: Access): Access {
  const root = makers.chain.findIndex(
    (node, at) => link.itemIds.has(node.id) && mayShareAt(maker.user.id, makers, at) && !isWithheldBelow(makers, at),
  )
  const given =
    root < 0
      ? []
      : makers.permissions.filter((each) => (link.mayDownload ? downloadPermissions : viewPermissions).includes(each))
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

/** Whether a user may share the item, or its ancestor `at` levels above, by a link now. */
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

/** Whether sharing is disabled for the item, or for a folder between the item and the shared folder. Visitors then do not see the item. */
function isWithheldBelow({ chain, roles }: Access, root: number): boolean {
  return chain
    .slice(0, root)
    .some((node, at) => isShareDisabled({ share_disabled_for: node.shareDisabledFor }, roles[at] ?? 'reset'))
}

/** Visitors may not preview or download an encrypted file, because nothing protects the file outside the drive. */
function isEncryptedFile({ chain: [item] }: Access): boolean {
  return item.isEncrypted && !item.isFolder
}

/** A role below owner and coowner, so that approvals and encrypted folders restrict visitors even if an owner made the link. */
function roleFor(permissions: readonly Permission[]): Role | null {
  if (permissions.includes('item_download')) return 'viewer'
  return permissions.includes('item_view') ? 'previewer' : null
}

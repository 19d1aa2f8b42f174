import type { Item, Permission, Role } from '@/contract/entities'
import { downloadBlock, reviewBlock, type DownloadBlock, type ReviewFacts } from '@/domain/downloads/downloadBlock'
import { categoryOf } from '@/domain/items/kinds'
import type { ReadingActor } from '../../actors/actor'
import type { Access, EnterpriseFacts, ItemFacts } from './facts'

interface Facts {
  row: ItemFacts
  access: Pick<Access, 'role' | 'space' | 'chain'>
  permissions: readonly Permission[]
  enterprise: EnterpriseFacts
  userId: number
}

/** Permissions, minus those that the item or the enterprise blocks (decisions 4.11). */
export function actionPermissions({ row, access, permissions, enterprise, userId }: Facts): Item['action_permissions'] {
  const may = (permission: Permission) => permissions.includes(permission)
  return {
    perm_preview: mayPreview(row, permissions),
    perm_download: may('item_download') && downloadRefusal(row, access, userId) === null,
    perm_share: may('item_share') && !isShareDisabled(row, access.role ?? 'reset'),
    perm_share_to_colleague:
      may('item_share') && !enterprise.is_personal && !enterprise.share_with_colleagues_disallowed,
    perm_comment: may('item_create_comment'),
  }
}

/** Whether these permissions let a user see the content of a file. */
export function mayPreview({ scope }: Pick<ItemFacts, 'scope'>, permissions: readonly Permission[]): boolean {
  return permissions.includes('item_preview') && scope !== 1
}

/** Whether these permissions let a user find a file by its content and read passages of it. */
export function mayReadContent(
  row: Pick<ItemFacts, 'scope' | 'is_encrypted'>,
  permissions: readonly Permission[],
): boolean {
  return mayPreview(row, permissions) && !row.is_encrypted
}

/**
 * Whether an actor receives a file's text itself, which can be copied, instead of pages (decisions 219): only where the file may be downloaded as
 * often as the actor likes. A watermark then is shown over the text. Programs receive pages.
 */
export function mayReceiveText(actor: ReadingActor, mayDownloadFile: boolean): boolean {
  if (actor.kind === 'application') return false
  return mayDownloadFile && (actor.kind === 'user' || !actor.link.isDownloadLimited)
}

/** Whether sharing an item is disabled for a role. "Members" are the roles other than owner and coowner (decisions 4.4). */
export function isShareDisabled(row: Pick<ItemFacts, 'share_disabled_for'>, role: Role): boolean {
  if (row.share_disabled_for === 'members') return role !== 'owner' && role !== 'coowner'
  return row.share_disabled_for === 'all'
}

/** Why an item may not leave the server despite its permissions (1§5, ACT-08); null if nothing blocks it. */
export function downloadRefusal(
  row: Pick<ItemFacts, 'extension' | 'is_folder' | 'is_encrypted' | 'scanned'>,
  access: Facts['access'],
  userId: number,
): DownloadBlock | 'online_document' | null {
  if (!row.is_folder && categoryOf(row.extension) === 'ydoc') return 'online_document'
  return downloadBlock({
    isEncrypted: !row.is_folder && row.is_encrypted,
    // `scanned` is 1 only if an organisation scans files. The file may belong to another organisation by now (decisions 62).
    isUnsafe: !row.is_folder && row.scanned === 1,
    ...reviewOf(access, userId),
  })
}

/** Whether the bytes of an item may leave the server now. */
export function mayDownload(
  row: Parameters<typeof downloadRefusal>[0],
  access: Pick<Access, 'role' | 'space' | 'chain' | 'permissions' | 'isDeleted'>,
  userId: number,
): boolean {
  return (
    !access.isDeleted && access.permissions.includes('item_download') && downloadRefusal(row, access, userId) === null
  )
}

/**
 * Whether an actor may take the text of a file with them. A document that people edit together is never downloaded (1§5), but who could download
 * another file in its place may copy its text in the editor.
 */
export function mayTakeText(...[row, access, userId]: Parameters<typeof mayDownload>): boolean {
  return mayDownload({ ...row, extension: categoryOf(row.extension) === 'ydoc' ? '' : row.extension }, access, userId)
}

/** Why an item may not be copied or moved; null if nothing blocks it. In the new folder the item would no longer be withheld. */
export function reviewRefusal(access: Facts['access'], userId: number): 'approval' | 'encrypted_path' | null {
  return reviewBlock(reviewOf(access, userId))
}

/** Whether approvals and encrypted folders leave a role unrestricted: owner and coowner. */
export function isAboveReview(role: Role | null): boolean {
  return role === 'owner' || role === 'coowner'
}

function reviewOf({ chain, role }: Facts['access'], userId: number): ReviewFacts {
  const folder = encryptedFolder(chain)
  return {
    isAwaitingApproval: chain[0].reviewerId !== null,
    isInEncryptedPath: folder !== undefined,
    isReviewer: chain[0].reviewerId === userId || folder?.reviewerId === userId,
    role: role ?? 'reset',
  }
}

/** The encrypted folder that is the item or contains it; undefined if there is none. */
export function encryptedFolder(chain: Access['chain']) {
  return chain.find((node) => node.isFolder && node.isEncrypted)
}

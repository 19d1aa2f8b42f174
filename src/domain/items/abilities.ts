import type { EnterpriseInfo, Item, Permission, ViewFlags } from '@/contract/entities'
import { downloadBlock, reviewBlock, type DownloadBlock, type ReviewFacts } from '../downloads/downloadBlock'
import { isEdited } from './onlineEditing'
import { canCreateFolderIn, canUploadTo, mayPreview } from './rights'

export type AbilityReason =
  | DownloadBlock
  | 'locked'
  | 'preview_no_permission'
  | 'share_disabled'
  | 'share_disabled_for_members'
  | 'share_forbidden'
  | 'share_encrypted'

/** `hidden`: the entry is not shown; `no`: it is shown, and a tap explains the reason. */
export type AbilityAnswer = 'yes' | 'hidden' | { no: AbilityReason }

export type AbilityItem = Pick<
  Item,
  | 'type'
  | 'extension_category'
  | 'permissions'
  | 'action_permissions'
  | 'is_deleted'
  | 'is_encrypted'
  | 'is_frequently_used'
  | 'is_share_disabled'
  | 'share_disabled_for'
  | 'is_support_oos'
  | 'scope'
  | 'scanned'
  | 'locked'
  | 'lock_user'
  | 'lock_kind'
  | 'unlock_permit'
  | 'owned_by'
  | 'final_role'
  | 'department'
  | 'encrypted_item_in_path'
  | 'is_external_collab_folder'
>

export interface AbilityUser {
  /** null for a visitor without an account. */
  id: number | null
  enterprise: Pick<EnterpriseInfo, 'is_personal_user_enterprise' | 'share_with_colleagues_disallowed'> | null
}

export interface AbilityContext {
  flags: Pick<ViewFlags, 'virus_scan' | 'hide_share_link_download' | 'data_leak_prevention'>
  isApplet: boolean
  isOpenPreview: boolean
  /** The downloads of the share link are used up (1§6, decisions 69). */
  isDownloadLimited: boolean
}

export interface AbilitySubject {
  item: AbilityItem
  user: AbilityUser
  context: AbilityContext
}

export type Ability =
  | 'favourite'
  | 'unfavourite'
  | 'share'
  | 'shareToColleague'
  | 'shareIcon'
  | 'invite'
  | 'collect'
  | 'preview'
  | 'comment'
  | 'download'
  | 'sendToChat'
  | 'sendToApp'
  | 'saveToAlbum'
  | 'delete'
  | 'move'
  | 'copy'
  | 'viewVersions'
  | 'updateVersion'
  | 'edit'
  | 'editOnline'
  | 'rename'
  | 'editProperties'
  | 'editTags'
  | 'viewTags'
  | 'settings'
  | 'permanentDelete'
  | 'deleteRecord'
  | 'restore'
  | 'upload'
  | 'createFolder'
  | 'select'
  | 'properties'
  | 'access'
  | 'save'

const LOCK_APPROVAL = 2
const SCANNED_UNSAFE = 1

/**
 * What a user may do with an item: one entry per ability of 1§6, with the conditions in the order of the specification (ACT-01, decisions
 * 4.11-4.19). Locks prevent changes to the item, not reading and sharing it.
 */
export const abilities: Record<Ability, (subject: AbilitySubject) => AbilityAnswer> = {
  favourite: ({ item }) => answer(allows(item, 'item_view') && !item.is_frequently_used),
  unfavourite: ({ item }) => answer(item.is_frequently_used),
  share: ({ item }) => answer(allows(item, 'item_share'), whyShareRefused(item)),
  shareToColleague: ({ item, user }) =>
    answer(allows(item, 'item_share') && hasColleagues(user), whyShareRefused(item)),
  // 2§6. Also allowed in a folder without members: otherwise one's own folder could never get members.
  invite: ({ item, user }) =>
    answer(
      !isFile(item) &&
        allows(item, 'item_create_collab') &&
        !item.is_external_collab_folder &&
        !(user.enterprise?.is_personal_user_enterprise ?? true),
    ),
  // For users who may upload into a folder and share it (decisions 68).
  collect: ({ item }) =>
    answer(!isFile(item) && allows(item, 'item_share') && canUploadTo(item.permissions), whyShareRefused(item)),
  shareIcon: ({ item }) => answer(true, !sharesSomehow(item) && 'share_forbidden'),
  preview: ({ item }) => answer(isFile(item), !mayPreview(item) && 'preview_no_permission'),
  comment: ({ item }) => answer(allows(item, 'item_view')),
  download: (subject) => answer(offersDownload(subject), whyNotDownload(subject)),
  sendToChat: (subject) => answer(offersHandOver(subject), whyNotDownload(subject)),
  sendToApp: (subject) => answer(offersDownload(subject) && isFile(subject.item), whyNotDownload(subject)),
  saveToAlbum: (subject) => answer(offersHandOver(subject) && isMedia(subject.item), whyNotDownload(subject)),
  delete: (subject) => answer(mayDelete(subject.item), lockBlock(subject)),
  move: (subject) =>
    answer(
      offersMove(subject),
      lockBlock(subject) || (subject.item.is_encrypted && 'encrypted') || whyWithheld(subject),
    ),
  copy: (subject) => answer(allows(subject.item, 'item_download'), whyWithheld(subject)),
  viewVersions: ({ item }) => answer(allows(item, 'item_view') && isFile(item) && !isOnlineDocument(item)),
  updateVersion: (subject) => answer(isFile(subject.item) && allows(subject.item, 'item_upload'), lockBlock(subject)),
  edit: (subject) => answer(mayEdit(subject.item), lockBlock(subject)),
  editOnline: (subject) => answer(mayEdit(subject.item) && subject.item.is_support_oos, lockBlock(subject)),
  rename: (subject) => answer(allows(subject.item, 'edit_properties'), lockBlock(subject)),
  editProperties: (subject) => answer(allows(subject.item, 'edit_properties'), lockBlock(subject)),
  editTags: (subject) => answer(allows(subject.item, 'edit_properties'), lockBlock(subject)),
  viewTags: ({ item }) => answer(allows(item, 'item_view') && !allows(item, 'edit_properties')),
  settings: ({ item }) => answer(item.type === 'folder' && allows(item, 'edit_properties')),
  permanentDelete: ({ item, user }) => answer(allows(item, 'permanent_delete') && owns(item, user)),
  deleteRecord: ({ item, user }) => answer(allows(item, 'item_view') && !owns(item, user)),
  restore: ({ item }) => answer(allows(item, 'item_restore')),
  upload: ({ item }) => answer(!isFile(item) && canUploadTo(item.permissions)),
  createFolder: ({ item }) => answer(!isFile(item) && canCreateFolderIn(item.permissions)),
  select: ({ item }) => answer(isFile(item) && item.action_permissions.perm_download),
  // Every user who can see an item can also see who else can (AH-45).
  access: ({ item }) => answer(allows(item, 'item_view')),
  properties: ({ item }) => answer(allows(item, 'item_view')),
  save: (subject) => answer(offersSave(subject), whyWithheld(subject)),
}

/** Whether a lock prevents this user from changing the item. A lock of kind 3, online editing, prevents nobody (1§4). */
export function isLockedFor({ item, user }: Pick<AbilitySubject, 'item' | 'user'>): boolean {
  const isOwnLock = item.lock_user !== null && item.lock_user.id === user.id && item.unlock_permit
  return item.locked && !isOwnLock && !isEdited(item)
}

function answer(isShown: boolean, refusal: AbilityReason | false = false): AbilityAnswer {
  if (!isShown) return 'hidden'
  return refusal === false ? 'yes' : { no: refusal }
}

function allows(item: AbilityItem, permission: Permission): boolean {
  return item.permissions.includes(permission)
}

function isFile(item: AbilityItem): boolean {
  return item.type === 'file'
}

function isOnlineDocument(item: AbilityItem): boolean {
  return item.extension_category === 'ydoc'
}

function isMedia({ extension_category: category }: AbilityItem): boolean {
  return category === 'image' || category === 'video'
}

function owns(item: AbilityItem, user: AbilityUser): boolean {
  return item.owned_by.id === user.id
}

function hasColleagues(user: AbilityUser): boolean {
  return (
    user.enterprise !== null &&
    !user.enterprise.is_personal_user_enterprise &&
    !user.enterprise.share_with_colleagues_disallowed
  )
}

/** Why nobody, or no member, may share an item (decisions 4.4). An encrypted file has no link, because a link would bypass the encryption. */
export function whyShareRefused(
  item: Pick<Item, 'type' | 'is_encrypted' | 'is_share_disabled' | 'share_disabled_for'>,
): 'share_disabled' | 'share_disabled_for_members' | 'share_encrypted' | false {
  if (!item.is_share_disabled) return item.type === 'file' && item.is_encrypted && 'share_encrypted'
  return item.share_disabled_for === 'members' ? 'share_disabled_for_members' : 'share_disabled'
}

function sharesSomehow(item: AbilityItem): boolean {
  return item.action_permissions.perm_share || item.action_permissions.perm_share_to_colleague
}

function mayDelete(item: AbilityItem): boolean {
  const departmentAgrees = item.department === null || item.department.permissions.includes('delete_folder')
  return allows(item, 'item_delete') && !item.is_deleted && departmentAgrees
}

function mayEdit(item: AbilityItem): boolean {
  return isFile(item) && allows(item, 'item_upload') && allows(item, 'item_download')
}

function offersMove({ item, context }: AbilitySubject): boolean {
  const leaks = item.is_encrypted && context.flags.data_leak_prevention
  return mayDelete(item) && allows(item, 'item_download') && !leaks
}

function offersDownload(subject: AbilitySubject): boolean {
  return offersBytes(subject) && !subject.context.isApplet
}

/** The applet cannot download by address; it hands the file to WeChat instead. */
function offersHandOver(subject: AbilitySubject): boolean {
  return offersBytes(subject) && subject.context.isApplet && isFile(subject.item)
}

function offersBytes({ item, context }: AbilitySubject): boolean {
  const isHiddenHere = context.flags.hide_share_link_download || context.isOpenPreview || context.isDownloadLimited
  return allows(item, 'item_download') && !isOnlineDocument(item) && !item.is_deleted && !isHiddenHere
}

/** A copy counts as a download of the link. */
function offersSave({ item, context }: AbilitySubject): boolean {
  return allows(item, 'item_download') && !context.isDownloadLimited
}

function whyNotDownload({ item, user, context }: AbilitySubject): AbilityReason | false {
  const block = downloadBlock({
    isEncrypted: isFile(item) && item.is_encrypted,
    isUnsafe: item.scanned === SCANNED_UNSAFE && (context.flags.virus_scan || !item.action_permissions.perm_download),
    ...reviewOf({ item, user }),
  })
  return block ?? false
}

function whyWithheld(subject: AbilitySubject): AbilityReason | false {
  return reviewBlock(reviewOf(subject)) ?? false
}

function reviewOf({ item, user }: Pick<AbilitySubject, 'item' | 'user'>): ReviewFacts {
  const isAwaitingApproval = item.locked && item.lock_kind === LOCK_APPROVAL
  const reviewers = [item.encrypted_item_in_path?.review_user_id, isAwaitingApproval ? item.lock_user?.id : undefined]
  return {
    isAwaitingApproval,
    isInEncryptedPath: Boolean(item.encrypted_item_in_path),
    isReviewer: user.id !== null && reviewers.includes(user.id),
    role: item.final_role,
  }
}

function lockBlock(subject: AbilitySubject): AbilityReason | false {
  return isLockedFor(subject) && 'locked'
}

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Item, Permission } from '@/contract/entities'
import { abilities, isLockedFor, type Ability, type Subject } from '@/domain/items/abilities'
import { canCreateFolderIn, canUploadTo } from '@/domain/items/rights'
import { aFolder, anItem } from '../support'

const company = { is_personal_user_enterprise: false, share_with_colleagues_disallowed: false }
const flags = { virus_scan: false, hide_share_link_download: false, data_leak_prevention: false }
const noFlags: Subject['context'] = { flags, isApplet: false, isOpenPreview: false, isDownloadLimited: false }
const me: Subject['user'] = { id: 1, enterprise: company }
const other = { id: 2, name: '陈希', login: 'chenxi', enterprise_id: 1 }

interface Given {
  item?: Partial<Item>
  user?: Partial<Subject['user']>
  context?: Partial<Subject['context']>
}

function subject({ item, user, context }: Given, make: typeof anItem): Subject {
  return { item: make({ permissions: [], ...item }), user: { ...me, ...user }, context: { ...noFlags, ...context } }
}

const with_ = (...permissions: Permission[]): Partial<Item> => ({ permissions })
const yes = 'yes'
const hidden = 'hidden'
const ydoc = { extension: 'ydoc', extension_category: 'ydoc' } as const
const lockedByOther = { locked: true, lock_user: other, lock_kind: 1, unlock_permit: false }
const deleting = with_('item_delete', 'item_download')
const editing = with_('item_upload', 'item_download')
const department = (permissions: string[]) => ({ department: { id: 3, name: '教务处', permissions, director_name: '' } })

type Row = [sentence: string, ability: Ability, given: Given, answer: unknown, make?: typeof anItem]

const table: Row[] = [
  ['favourite: view', 'favourite', { item: with_('item_view') }, yes],
  ['favourite: not without view', 'favourite', {}, hidden],
  ['favourite: and not yet favourite', 'favourite', { item: { ...with_('item_view'), is_frequently_used: true } }, hidden],
  ['taking off the favourites: what is one', 'unfavourite', { item: { is_frequently_used: true } }, yes],
  ['taking off the favourites: not what is none', 'unfavourite', { item: with_('item_view') }, hidden],

  ['share: item_share', 'share', { item: with_('item_share') }, yes],
  ['share: not without', 'share', { item: with_('item_view', 'item_download') }, hidden],
  ['share: sharing disabled says so', 'share', { item: { ...with_('item_share'), is_share_disabled: true } }, { no: 'share_disabled' }],
  ['share to colleague: item_share', 'shareToColleague', { item: with_('item_share') }, yes],
  ['share to colleague: not without', 'shareToColleague', {}, hidden],
  ['share to colleague: also not a personal-user enterprise', 'shareToColleague',
    { item: with_('item_share'), user: { enterprise: { ...company, is_personal_user_enterprise: true } } }, hidden],
  ['share to colleague: not where it is disallowed', 'shareToColleague',
    { item: with_('item_share'), user: { enterprise: { ...company, share_with_colleagues_disallowed: true } } }, hidden],
  ['share to colleague: a visitor has none', 'shareToColleague', { item: with_('item_share'), user: { id: null, enterprise: null } },
    hidden],
  ['share to colleague: sharing disabled says so', 'shareToColleague',
    { item: { ...with_('item_share'), is_share_disabled: true } }, { no: 'share_disabled' }],

  ['preview: item_preview', 'preview', { item: with_('item_preview') }, yes],
  ['preview: otherwise a no-preview-permission message', 'preview', { item: with_('item_view') }, { no: 'preview_no_permission' }],
  ['preview: file type', 'preview', { item: with_('item_preview') }, hidden, aFolder],
  ['preview: scope not 1', 'preview', { item: { ...with_('item_preview'), scope: 1 } }, { no: 'preview_no_permission' }],
  ['preview: other scopes do', 'preview', { item: { ...with_('item_preview'), scope: 2 } }, yes],

  ['download: item_download', 'download', { item: with_('item_download') }, yes],
  ['download: not without', 'download', { item: with_('item_view', 'item_preview') }, hidden],
  ['download: of a folder too', 'download', { item: with_('item_download') }, yes, aFolder],
  ['download: not online-doc', 'download', { item: { ...with_('item_download'), ...ydoc } }, hidden],
  ['download: not encrypted, which is said', 'download', { item: { ...with_('item_download'), is_encrypted: true } }, { no: 'encrypted' }],
  ['download: not hidden by the H5 config', 'download',
    { item: with_('item_download'), context: { flags: { ...flags, hide_share_link_download: true } } }, hidden],
  ['download: hidden for deleted files', 'download', { item: { ...with_('item_download'), is_deleted: true } }, hidden],
  ['download: hidden for open_preview', 'download', { item: with_('item_download'), context: { isOpenPreview: true } }, hidden],
  ['download: hidden for the applet scenario', 'download', { item: with_('item_download'), context: { isApplet: true } }, hidden],
  ['download: hidden for download-limited share links', 'download',
    { item: with_('item_download'), context: { isDownloadLimited: true } }, hidden],
  ['download: hidden goes before refused', 'download',
    { item: { ...with_('item_download'), is_encrypted: true }, context: { isApplet: true } }, hidden],
  ['download: files being virus-scanned (scanned = 1 with scanning enabled) cannot be downloaded', 'download',
    { item: { ...with_('item_download'), scanned: 1 }, context: { flags: { ...flags, virus_scan: true } } }, { no: 'scanning' }],
  ['download: owners are not excepted from scanning', 'download',
    { item: { ...with_('item_download'), scanned: 1, final_role: 'owner' }, context: { flags: { ...flags, virus_scan: true } } },
    { no: 'scanning' }],
  ['download: scanned = 1 without scanning does not matter', 'download', { item: { ...with_('item_download'), scanned: 1 } }, yes],
  ['download: scanned = 0 with scanning is clean', 'download',
    { item: with_('item_download'), context: { flags: { ...flags, virus_scan: true } } }, yes],
  ['download: blocked when the item needs approval', 'download',
    { item: { ...with_('item_download'), ...lockedByOther, lock_kind: 2, final_role: 'viewer' } }, { no: 'approval' }],
  ['download: blocked when it lies in an encrypted path', 'download',
    { item: { ...with_('item_download'), encrypted_item_in_path: { review_user_id: 2 }, final_role: 'editor' } }, { no: 'encrypted_path' }],
  ['download: unless the user is reviewer', 'download',
    { item: { ...with_('item_download'), encrypted_item_in_path: { review_user_id: 1 }, final_role: 'viewer' } }, yes],
  ['download: or reviewer of the approval', 'download',
    { item: { ...with_('item_download'), ...lockedByOther, lock_kind: 2, final_role: 'viewer' }, user: { id: 2 } }, yes],
  ['download: or owner', 'download',
    { item: { ...with_('item_download'), encrypted_item_in_path: { review_user_id: 2 }, final_role: 'owner' } }, yes],
  ['download: or coowner', 'download',
    { item: { ...with_('item_download'), ...lockedByOther, lock_kind: 2, final_role: 'coowner' } }, yes],
  ['download: a visitor is no reviewer', 'download',
    { item: { ...with_('item_download'), encrypted_item_in_path: { review_user_id: 2 }, final_role: 'viewer' }, user: { id: null } },
    { no: 'encrypted_path' }],
  ['download: a manual lock does not keep from reading', 'download', { item: { ...with_('item_download'), ...lockedByOther } }, yes],

  ['delete: item_delete', 'delete', { item: with_('item_delete') }, yes],
  ['delete: not without', 'delete', { item: with_('permanent_delete') }, hidden],
  ['delete: and not deleted', 'delete', { item: { ...with_('item_delete'), is_deleted: true } }, hidden],
  ['delete: a root department folder also needs department delete_folder', 'delete',
    { item: { ...with_('item_delete'), ...department([]) } }, hidden, aFolder],
  ['delete: with it it may go', 'delete', { item: { ...with_('item_delete'), ...department(['delete_folder']) } }, yes, aFolder],
  ['delete: a locked item blocks actions', 'delete', { item: { ...with_('item_delete'), ...lockedByOther } }, { no: 'locked' }],

  ['move: delete ability plus download', 'move', { item: deleting }, yes],
  ['move: not with delete alone', 'move', { item: with_('item_delete') }, hidden],
  ['move: not with download alone', 'move', { item: with_('item_download') }, hidden],
  ['move: not what is deleted', 'move', { item: { ...deleting, is_deleted: true } }, hidden],
  ['move: not a root department folder without delete_folder', 'move', { item: { ...deleting, ...department([]) } }, hidden, aFolder],
  ['move: not encrypted when data-leak prevention is on', 'move',
    { item: { ...deleting, is_encrypted: true }, context: { flags: { ...flags, data_leak_prevention: true } } }, hidden],
  ['move: else encrypted is refused (decisions 3.1)', 'move', { item: { ...deleting, is_encrypted: true } }, { no: 'encrypted' }],
  ['move: data-leak prevention leaves the others', 'move',
    { item: deleting, context: { flags: { ...flags, data_leak_prevention: true } } }, yes],
  ['move: locked', 'move', { item: { ...deleting, ...lockedByOther } }, { no: 'locked' }],
  ['move: also in the applet, where downloading is hidden', 'move', { item: deleting, context: { isApplet: true } }, yes],
  ['copy: download', 'copy', { item: with_('item_download') }, yes],
  ['copy: not without', 'copy', { item: with_('item_view') }, hidden],

  ['view versions: view', 'viewVersions', { item: with_('item_view') }, yes],
  ['view versions: not without', 'viewVersions', {}, hidden],
  ['view versions: file', 'viewVersions', { item: with_('item_view') }, hidden, aFolder],
  ['view versions: not online-doc', 'viewVersions', { item: { ...with_('item_view'), ...ydoc } }, hidden],
  ['update version: upload', 'updateVersion', { item: with_('item_upload') }, yes],
  ['update version: not without', 'updateVersion', { item: with_('item_download') }, hidden],
  ['update version: a folder has none', 'updateVersion', { item: with_('item_upload') }, hidden, aFolder],
  ['update version: locked', 'updateVersion', { item: { ...with_('item_upload'), ...lockedByOther } }, { no: 'locked' }],
  ['edit: upload and download', 'edit', { item: editing }, yes],
  ['edit: not with upload alone', 'edit', { item: with_('item_upload') }, hidden],
  ['edit: not with download alone', 'edit', { item: with_('item_download') }, hidden],
  ['edit: locked', 'edit', { item: { ...editing, ...lockedByOther } }, { no: 'locked' }],
  ['edit online: also online-edit support', 'editOnline', { item: { ...editing, is_support_oos: true } }, yes],
  ['edit online: not without', 'editOnline', { item: editing }, hidden],
  ['edit online: not with the support alone', 'editOnline', { item: { is_support_oos: true } }, hidden],

  ['rename: edit_properties', 'rename', { item: with_('edit_properties') }, yes],
  ['rename: not without', 'rename', { item: with_('item_view') }, hidden],
  ['rename: locked', 'rename', { item: { ...with_('edit_properties'), ...lockedByOther } }, { no: 'locked' }],
  ['edit properties: edit_properties', 'editProperties', { item: with_('edit_properties') }, yes],
  ['edit properties: not without', 'editProperties', {}, hidden],
  ['tags: edit_properties', 'editTags', { item: with_('edit_properties') }, yes],
  ['tags: not without', 'editTags', { item: with_('item_view') }, hidden],
  ['view tags: view without edit', 'viewTags', { item: with_('item_view') }, yes],
  ['view tags: not with edit', 'viewTags', { item: with_('item_view', 'edit_properties') }, hidden],
  ['view tags: not without view', 'viewTags', {}, hidden],
  ['settings: folder with edit_properties', 'settings', { item: with_('edit_properties') }, yes, aFolder],
  ['settings: no file', 'settings', { item: with_('edit_properties') }, hidden],
  ['settings: not without', 'settings', { item: with_('item_view') }, hidden, aFolder],

  ['permanently delete: permission and owner', 'permanentDelete', { item: with_('permanent_delete') }, yes],
  ['permanently delete: not without the permission', 'permanentDelete', { item: with_('item_delete') }, hidden],
  ['permanently delete: no other than the owner', 'permanentDelete', { item: { ...with_('permanent_delete'), owned_by: other } }, hidden],
  ['delete record: view and not owner', 'deleteRecord', { item: { ...with_('item_view'), owned_by: other } }, yes],
  ['delete record: not the owner', 'deleteRecord', { item: with_('item_view') }, hidden],
  ['delete record: not without view', 'deleteRecord', { item: { owned_by: other } }, hidden],
  ['restore: item_restore', 'restore', { item: with_('item_restore') }, yes],
  ['restore: not without', 'restore', { item: with_('item_delete') }, hidden],
  ['create/upload: item_upload', 'upload', { item: with_('item_upload') }, yes, aFolder],
  ['upload: create_folder is not enough (decisions 3.2)', 'upload', { item: with_('create_folder') }, hidden, aFolder],
  ['create folder: item_upload', 'createFolder', { item: with_('item_upload') }, yes, aFolder],
  ['create folder: or create_folder (decisions 3.2)', 'createFolder', { item: with_('create_folder') }, yes, aFolder],
  ['create folder: not without', 'createFolder', { item: with_('item_view') }, hidden, aFolder],

  ['selecting a file in the picker needs perm_download', 'select', {}, yes],
  ['and is not offered without', 'select',
    { item: { ...with_('item_download'), action_permissions: { ...anItem().action_permissions, perm_download: false } } }, hidden],
  ['the share icon needs perm_share', 'shareIcon',
    { item: { action_permissions: { ...anItem().action_permissions, perm_share_to_colleague: false } } }, yes],
  ['or perm_share_to_colleague', 'shareIcon', { item: { action_permissions: { ...anItem().action_permissions, perm_share: false } } }, yes],
  ['without either it is disabled', 'shareIcon',
    { item: { action_permissions: { ...anItem().action_permissions, perm_share: false, perm_share_to_colleague: false } } },
    { no: 'share_forbidden' }],
  ['save needs download', 'save', { item: with_('item_download') }, yes],
  ['save: not without', 'save', { item: with_('item_view', 'item_preview') }, hidden],
  ['properties: view', 'properties', { item: with_('item_view') }, yes],
  ['comment: view', 'comment', { item: with_('item_view') }, yes],
  ['comment: not without', 'comment', {}, hidden],
]

describe('[ACT-01] the abilities of 1§6', () => {
  for (const [sentence, ability, given, answer, make = anItem] of table) {
    test(sentence, () => assert.deepEqual(abilities[ability](subject(given, make)), answer))
  }
  test('every ability stands in the table', () => {
    assert.deepEqual([...new Set(table.map(([, ability]) => ability))].sort(), Object.keys(abilities).sort())
  })
})

describe('a lock (1§4, decisions 4.14)', () => {
  const locks: [sentence: string, item: Partial<Item>, isLocked: boolean][] = [
    ['a locked item blocks actions', lockedByOther, true],
    ['a locked item of no known kind too', { ...lockedByOther, lock_kind: null }, true],
    ['unless the current user is the locker with unlock_permit',
      { ...lockedByOther, lock_user: { ...other, id: 1 }, unlock_permit: true }, false],
    ['the locker without unlock_permit is blocked', { ...lockedByOther, lock_user: { ...other, id: 1 } }, true],
    ['unlock_permit of another is not his', { ...lockedByOther, unlock_permit: true }, true],
    ['or the lock kind is 3 (online editing)', { ...lockedByOther, lock_kind: 3 }, false],
    ['what is not locked blocks nothing', { lock_user: other, lock_kind: 1 }, false],
  ]
  for (const [sentence, item, isLocked] of locks) {
    test(sentence, () => assert.equal(isLockedFor({ item: anItem(item), user: me }), isLocked))
  }
})

describe('a place with permissions, the own root too', () => {
  test('takes uploads with item_upload', () => assert.ok(canUploadTo(['item_upload'])))
  test('but not with create_folder alone', () => assert.ok(!canUploadTo(['create_folder'])))
  test('takes folders with either', () => assert.ok(canCreateFolderIn(['create_folder']) && canCreateFolderIn(['item_upload'])))
  test('and nothing without', () => assert.ok(!canUploadTo(['item_view']) && !canCreateFolderIn(['item_view'])))
})

import type { Item, Permission, Role } from '@/contract/entities'
import type { Ability, AbilityReason, AbilityAnswer } from '@/domain/items/abilities'
import type { MenuAction, MenuContext } from '@/domain/items/menuByContext'
import { markOf, expectedPermissions } from './roleTable'

/*
 * The abilities of 1§6 again, written from its sentences: a column per role (owner, coowner, editor, viewer_uploader, viewer,
 * previewer_uploader, previewer, uploader, reset), a row per ability, a block per kind or state of an item. The client's rule is
 * compared with it on hand-made items, the server on its answers.
 */
type ActionPermission = keyof Item['action_permissions']
type Marks = Record<Ability | ActionPermission, string>

const nobody = '·········'
const viewing = '●●●●●●●●·'
const downloading = '●●●●●····'
const editing = '●●●······'
const uploading = '●●●●·●·●·'

/** ● yes, · hidden; otherwise shown and refused for the reason. */
const reasons: Record<string, AbilityReason> = {
  l: 'locked',
  e: 'encrypted',
  s: 'scanning',
  a: 'approval',
  c: 'encrypted_path',
  p: 'preview_no_permission',
  d: 'share_disabled',
  m: 'share_disabled_for_members',
  f: 'share_forbidden',
  x: 'share_encrypted',
}

const file: Marks = {
  favourite: viewing,
  unfavourite: nobody,
  share: downloading,
  shareToColleague: downloading,
  shareIcon: '●●●●●ffff',
  invite: nobody,
  collect: nobody,
  preview: '●●●●●●●pp',
  comment: viewing,
  download: downloading,
  sendToChat: nobody,
  sendToApp: downloading,
  saveToAlbum: nobody,
  delete: editing,
  move: editing,
  copy: downloading,
  viewVersions: viewing,
  updateVersion: editing,
  edit: editing,
  editOnline: nobody,
  rename: editing,
  editProperties: editing,
  editTags: editing,
  viewTags: '···●●●●●·',
  settings: nobody,
  permanentDelete: '●········',
  deleteRecord: '·●●●●●●●·',
  restore: editing,
  upload: nobody,
  createFolder: nobody,
  select: downloading,
  properties: viewing,
  access: viewing,
  save: downloading,
  perm_download: downloading,
  perm_preview: '●●●●●●●··',
  perm_share: downloading,
  perm_share_to_colleague: downloading,
  perm_comment: '●●●●●●●··',
}

const folder: Partial<Marks> = {
  sendToApp: nobody,
  invite: editing,
  collect: '●●●●·····',
  preview: nobody,
  viewVersions: nobody,
  updateVersion: nobody,
  edit: nobody,
  settings: editing,
  upload: uploading,
  createFolder: uploading,
  select: nobody,
}

const locked: Partial<Marks> = {
  delete: 'lll······',
  move: 'lll······',
  updateVersion: 'lll······',
  edit: 'lll······',
  rename: 'lll······',
  editProperties: 'lll······',
  editTags: 'lll······',
}

const notDownloaded: Partial<Marks> = { perm_download: nobody, select: nobody }

const deleted: Partial<Marks> = { download: nobody, sendToApp: nobody, delete: nobody, move: nobody }

interface State {
  /** The sentence of the specification that the block shows. */
  sentence: string
  type: Item['type']
  /** The fields of an item in the state, for a user with the id and role. */
  item(userId: number, other: Item['owned_by'], role: Role): Partial<Item>
  /** Rows that differ from a plain file. */
  marks: Partial<Marks>
}

const asItIs = () => ({})
const lockedBy = (locker: Item['owned_by'], lock_kind: number): Partial<Item> => ({
  locked: true,
  lock_user: locker,
  lock_kind,
})
const my = (id: number): Item['owned_by'] => ({ id, name: '我', login: 'me', enterprise_id: 1 })

export const states = {
  file: { sentence: 'a file', type: 'file', item: asItIs, marks: {} },
  folder: { sentence: 'a folder', type: 'folder', item: asItIs, marks: folder },
  ownUpload: {
    sentence: 'a file that the user put there himself takes his new versions (decisions 4.19)',
    type: 'file',
    item: asItIs,
    marks: { updateVersion: uploading, edit: '●●●●·····' },
  },
  onlineDocument: {
    sentence: 'online-edit files (ydoc, yxls) cannot be downloaded or have versions viewed',
    type: 'file',
    item: () => ({ extension: 'ydoc', extension_category: 'ydoc' }),
    marks: { download: nobody, sendToApp: nobody, viewVersions: nobody, ...notDownloaded },
  },
  encrypted: {
    sentence: 'encrypted files cannot be moved or downloaded, and so they are shared by nobody',
    type: 'file',
    item: () => ({ is_encrypted: true }),
    marks: {
      download: 'eeeee····',
      sendToApp: 'eeeee····',
      move: 'eee······',
      share: 'xxxxx····',
      shareToColleague: 'xxxxx····',
      ...notDownloaded,
    },
  },
  locked: {
    sentence: 'a locked item blocks actions',
    type: 'file',
    item: (_, other) => lockedBy(other, 1),
    marks: locked,
  },
  lockedFolder: {
    sentence: 'a locked folder blocks them too',
    type: 'folder',
    item: (_, other) => lockedBy(other, 1),
    marks: {
      ...folder,
      delete: 'lll······',
      move: 'lll······',
      rename: 'lll······',
      editProperties: 'lll······',
      editTags: 'lll······',
    },
  },
  lockedByMe: {
    sentence: '… unless the current user is the locker with unlock_permit',
    type: 'file',
    item: (userId) => ({ ...lockedBy(my(userId), 1), unlock_permit: true }),
    marks: {},
  },
  approval: {
    sentence: 'download is blocked when an item needs approval and the user is neither reviewer nor owner or coowner',
    type: 'file',
    item: (_, other) => lockedBy(other, 2),
    marks: {
      ...locked,
      download: '●●aaa····',
      sendToApp: '●●aaa····',
      copy: '●●aaa····',
      save: '●●aaa····',
      perm_download: '●●·······',
      select: '●●·······',
    },
  },
  approvalByMe: {
    sentence: '… its reviewer downloads it',
    type: 'file',
    item: (userId) => ({ ...lockedBy(my(userId), 2), unlock_permit: true }),
    marks: {},
  },
  onlineEditing: {
    sentence: '… or the lock kind is 3 (online editing)',
    type: 'file',
    item: (_, other) => lockedBy(other, 3),
    marks: {},
  },
  scanned: {
    sentence: 'files being virus-scanned (scanned = 1 with scanning enabled) cannot be downloaded',
    type: 'file',
    item: () => ({ scanned: 1 }),
    marks: { download: 'sssss····', sendToApp: 'sssss····', ...notDownloaded },
  },
  noPreview: {
    sentence: 'preview: scope not 1, otherwise a no-preview-permission message',
    type: 'file',
    item: () => ({ scope: 1 }),
    marks: { preview: 'ppppppppp', perm_preview: nobody },
  },
  inEncryptedPath: {
    sentence:
      'download is blocked when an item lies in an encrypted path and the user is neither reviewer nor owner or coowner',
    type: 'file',
    item: (_, other) => ({ encrypted_item_in_path: { review_user_id: other.id } }),
    marks: {
      download: '●●ccc····',
      sendToApp: '●●ccc····',
      copy: '●●ccc····',
      save: '●●ccc····',
      move: '●●c······',
      perm_download: '●●·······',
      select: '●●·······',
    },
  },
  inPathReviewedByMe: {
    sentence: '… its reviewer downloads it',
    type: 'file',
    item: (userId) => ({ encrypted_item_in_path: { review_user_id: userId } }),
    marks: {},
  },
  encryptedFolder: {
    sentence: 'an encrypted folder is an encrypted path',
    type: 'folder',
    item: (_, other) => ({ is_encrypted: true, encrypted_item_in_path: { review_user_id: other.id } }),
    marks: {
      ...folder,
      download: '●●ccc····',
      copy: '●●ccc····',
      save: '●●ccc····',
      move: 'eee······',
      perm_download: '●●·······',
    },
  },
  favourite: {
    sentence: 'favourite: view and not yet favourite',
    type: 'file',
    item: () => ({ is_frequently_used: true }),
    marks: { favourite: nobody, unfavourite: '●●●●●●●●●' },
  },
  deletedFile: {
    sentence: 'delete: not deleted; download: hidden for deleted files',
    type: 'file',
    item: () => ({ is_deleted: true }),
    marks: deleted,
  },
  deletedFolder: {
    sentence: '… and for deleted folders',
    type: 'folder',
    item: () => ({ is_deleted: true }),
    marks: { ...folder, ...deleted },
  },
  departmentRoot: {
    sentence:
      'a root department folder also needs department delete_folder; it has the name of its department and is no property',
    type: 'folder',
    item: () => ({ department: { id: 3, name: '教务处', permissions: [], director_name: '' } }),
    marks: {
      ...folder,
      delete: nobody,
      move: nobody,
      rename: nobody,
      editProperties: nobody,
      editTags: nobody,
      settings: nobody,
      permanentDelete: nobody,
      viewTags: viewing,
    },
  },
  departmentRootToDelete: {
    sentence: '… with it it may go',
    type: 'folder',
    item: () => ({ department: { id: 3, name: '教务处', permissions: ['delete_folder'], director_name: '' } }),
    marks: {
      ...folder,
      rename: nobody,
      editProperties: nobody,
      editTags: nobody,
      settings: nobody,
      permanentDelete: nobody,
      viewTags: viewing,
    },
  },
  shareDisabled: {
    sentence: 'per-item sharing disabled gives a message (2§5)',
    type: 'file',
    item: () => ({ is_share_disabled: true }),
    marks: { share: 'ddddd····', shareToColleague: 'ddddd····', perm_share: nobody },
  },
  shareDisabledForMembers: {
    sentence: '… or disabled for members only, who are neither owner nor coowner (decisions 4.4)',
    type: 'file',
    item: (_userId, _other, role) =>
      role === 'owner' || role === 'coowner' ? {} : { is_share_disabled: true, share_disabled_for: 'members' },
    marks: { share: '●●mmm····', shareToColleague: '●●mmm····', perm_share: '●●·······' },
  },
} satisfies Record<string, State>

export type StateName = keyof typeof states
export const stateNames = Object.keys(states) as StateName[]
export const stateOf = (name: StateName): State => states[name]

/** The mark of an ability or an action permission in a state. */
export function expectedMark(state: StateName, row: keyof Marks, role: Role): string {
  return markOf({ ...file, ...stateOf(state).marks }[row], role)
}

export function expectedAnswer(state: StateName, ability: Ability, role: Role): AbilityAnswer {
  return answerOf(expectedMark(state, ability, role))
}

export function answerOf(mark: string): AbilityAnswer {
  if (mark === '●') return 'yes'
  return mark === '·' ? 'hidden' : { no: reasons[mark]! }
}

export const abilityNames = (Object.keys(file) as (keyof Marks)[]).filter(
  (row) => !row.startsWith('perm_'),
) as Ability[]

export function expectedActionPermissions(state: StateName, role: Role): Item['action_permissions'] {
  const names: ActionPermission[] = [
    'perm_download',
    'perm_preview',
    'perm_share',
    'perm_share_to_colleague',
    'perm_comment',
  ]
  return Object.fromEntries(
    names.map((name) => [name, expectedMark(state, name, role) === '●']),
  ) as Item['action_permissions']
}

/** The role table for one item: a file cannot contain folders and accepts new versions (decisions 4.19); department roots differ. */
export function permissionsIn(state: StateName, role: Role): Permission[] {
  const { type } = stateOf(state)
  return expectedPermissions(role).filter((permission) => {
    if (state === 'departmentRoot' || state === 'departmentRootToDelete') {
      if (permission === 'edit_properties' || permission === 'permanent_delete') return false
      return permission !== 'item_delete' || state === 'departmentRootToDelete'
    }
    if (type === 'folder') return true
    if (permission === 'create_folder') return false
    return permission !== 'item_upload' || expectedMark(state, 'updateVersion', role) !== '·'
  })
}

/** The actions in the sheet of each context, in order (1§6: "menu actions by context"). */
export const sheets: Record<MenuContext, readonly MenuAction[]> = {
  list: everywhere(),
  frequent: everywhere(),
  search: everywhere(),
  preview: everywhere(),
  trash: ['restore', 'properties', 'deleteRecord', 'permanentDelete'],
  share: ['save', 'preview', 'download'],
}

function everywhere(): MenuAction[] {
  return [
    'editOnline',
    'share',
    'invite',
    'collect',
    'download',
    'sendToChat',
    'sendToApp',
    'saveToAlbum',
    'comment',
    'favourite',
    'unfavourite',
    'viewVersions',
    'rename',
    'editTags',
    'move',
    'copy',
    'access',
    'properties',
    'delete',
  ]
}

/** The actions in an item's sheet for a role. */
export function expectedSheet(context: MenuContext, state: StateName, role: Role): MenuAction[] {
  return sheets[context].filter((action) => expectedAnswer(state, action, role) !== 'hidden')
}

import { describe, expect, test } from '@jest/globals'
import type { Item, Permission, Role } from '@/contract/entities'
import { abilities, isLockedFor, type Ability, type AbilitySubject } from '@/domain/items/abilities'
import { canCreateFolderIn, canUploadTo } from '@/domain/items/rights'
import { whyNotShare } from '@/domain/items/sharing'
import {
  abilityNames,
  expectedActionPermissions,
  answerOf,
  expectedAnswer,
  permissionsIn,
  stateNames,
  stateOf,
  type StateName,
} from '../../support/access/abilityTable'
import { markOf, rolePermissions, roles } from '../../support/access/roleTable'
import { aFolder, anItem } from '../support'

const company = { is_personal_user_enterprise: false, share_with_colleagues_disallowed: false }
const flags = { virus_scan: false, hide_share_link_download: false, data_leak_prevention: false }
const somewhere: AbilitySubject['context'] = { flags, isApplet: false, isOpenPreview: false, isDownloadLimited: false }
const me: AbilitySubject['user'] = { id: 1, enterprise: company }
const other = { id: 2, name: '陈希', login: 'chenxi', enterprise_id: 1 }

interface Given {
  item?: Partial<Item>
  user?: Partial<AbilitySubject['user']>
  context?: Partial<AbilitySubject['context']>
}

function subject({ item, user, context }: Given, make = anItem): AbilitySubject {
  return { item: make({ permissions: [], ...item }), user: { ...me, ...user }, context: { ...somewhere, ...context } }
}

/** An item in a state, with the permissions of a role. */
function subjectIn(state: StateName, role: Role, given: Given = {}): AbilitySubject {
  const { type, item } = stateOf(state)
  return subject(
    {
      ...given,
      item: {
        permissions: permissionsIn(state, role),
        action_permissions: expectedActionPermissions(state, role),
        final_role: role,
        ...(role !== 'owner' && { owned_by: other }),
        ...item(1, other, role),
        ...given.item,
      },
      context: { flags: { ...flags, virus_scan: true }, ...given.context },
    },
    type === 'folder' ? aFolder : anItem,
  )
}

describe('[ACT-01] each ability of each role on an item of each kind and state', () => {
  for (const state of stateNames) {
    test(`${state}: ${stateOf(state).sentence}`, () => {
      for (const role of roles) {
        const answers = Object.fromEntries(
          abilityNames.map((ability) => [ability, abilities[ability](subjectIn(state, role))]),
        )
        const expected = Object.fromEntries(
          abilityNames.map((ability) => [ability, expectedAnswer(state, ability, role)]),
        )
        expect([role, answers]).toStrictEqual([role, expected])
      }
    })
  }
  test('the table contains every ability', () =>
    expect([...abilityNames].sort()).toStrictEqual(Object.keys(abilities).sort()))
})

/** The effects of the surroundings, one column per role. */
const surroundings: [sentence: string, ability: Ability, state: StateName, given: Given, marks: string][] = [
  [
    'share to colleague: not a personal-user enterprise',
    'shareToColleague',
    'file',
    { user: { enterprise: { ...company, is_personal_user_enterprise: true } } },
    '·········',
  ],
  [
    'share to colleague: not where it is disallowed',
    'shareToColleague',
    'file',
    { user: { enterprise: { ...company, share_with_colleagues_disallowed: true } } },
    '·········',
  ],
  [
    'share to colleague: a visitor has no colleagues',
    'shareToColleague',
    'file',
    { user: { id: null, enterprise: null } },
    '·········',
  ],
  [
    'download: not hidden by the H5 config',
    'download',
    'file',
    { context: { flags: { ...flags, hide_share_link_download: true } } },
    '·········',
  ],
  ['download: hidden for open_preview', 'download', 'file', { context: { isOpenPreview: true } }, '·········'],
  ['download: hidden for the applet scenario', 'download', 'file', { context: { isApplet: true } }, '·········'],
  ['sending to a chat: in the applet alone, where downloading would be', 'sendToChat', 'file', {}, '·········'],
  ['sending to a chat: in the applet', 'sendToChat', 'file', { context: { isApplet: true } }, '●●●●●····'],
  ['sending to a chat: files alone', 'sendToChat', 'folder', { context: { isApplet: true } }, '·········'],
  ['sending to a chat: not encrypted', 'sendToChat', 'encrypted', { context: { isApplet: true } }, 'eeeee····'],
  [
    'sending to a chat: not before its approval',
    'sendToChat',
    'approval',
    { context: { isApplet: true } },
    '●●aaa····',
  ],
  [
    'sending to a chat: no online document',
    'sendToChat',
    'onlineDocument',
    { context: { isApplet: true } },
    '·········',
  ],
  [
    'sending to a chat: hidden by the configuration',
    'sendToChat',
    'file',
    { context: { isApplet: true, flags: { ...flags, hide_share_link_download: true } } },
    '·········',
  ],
  ['sending to another app: files alone', 'sendToApp', 'folder', {}, '·········'],
  ['sending to another app: not in the applet', 'sendToApp', 'file', { context: { isApplet: true } }, '·········'],
  [
    'sending to another app: hidden by the configuration',
    'sendToApp',
    'file',
    { context: { flags: { ...flags, hide_share_link_download: true } } },
    '·········',
  ],
  [
    'sending to another app: hidden for open_preview',
    'sendToApp',
    'file',
    { context: { isOpenPreview: true } },
    '·········',
  ],
  [
    'sending to another app: hidden for download-limited share links',
    'sendToApp',
    'file',
    { context: { isDownloadLimited: true } },
    '·········',
  ],
  [
    'saving a copy: hidden for download-limited share links',
    'save',
    'file',
    { context: { isDownloadLimited: true } },
    '·········',
  ],
  ['saving to the album: no other file', 'saveToAlbum', 'file', { context: { isApplet: true } }, '·········'],
  [
    'saving to the album: a picture',
    'saveToAlbum',
    'file',
    { item: { extension_category: 'image' }, context: { isApplet: true } },
    '●●●●●····',
  ],
  [
    'saving to the album: a film that is being scanned',
    'saveToAlbum',
    'scanned',
    { item: { extension_category: 'video' }, context: { isApplet: true } },
    'sssss····',
  ],
  [
    'download: hidden for download-limited share links',
    'download',
    'file',
    { context: { isDownloadLimited: true } },
    '·········',
  ],
  ['download: hidden goes before refused', 'download', 'encrypted', { context: { isApplet: true } }, '·········'],
  ['download: scanned = 0 with scanning is clean', 'download', 'file', {}, '●●●●●····'],
  ['download: another enterprise scans, this one does not', 'download', 'scanned', { context: { flags } }, 'sssss····'],
  [
    'download: scanned = 1 without scanning does not matter',
    'download',
    'file',
    { item: { scanned: 1 }, context: { flags } },
    '●●●●●····',
  ],
  [
    'move: also in the applet, where downloading is hidden',
    'move',
    'file',
    { context: { isApplet: true } },
    '●●●······',
  ],
  ['copy: also in the applet', 'copy', 'file', { context: { isApplet: true } }, '●●●●●····'],
  [
    'move: not encrypted when data-leak prevention is on',
    'move',
    'encrypted',
    { context: { flags: { ...flags, data_leak_prevention: true } } },
    '·········',
  ],
  [
    'move: data-leak prevention leaves the others',
    'move',
    'file',
    { context: { flags: { ...flags, data_leak_prevention: true } } },
    '●●●······',
  ],
  [
    'edit online: upload and download and online-edit support',
    'editOnline',
    'file',
    { item: { is_support_oos: true } },
    '●●●······',
  ],
]

describe('[ACT-01] in each context of 1§6', () => {
  test.each(surroundings)('%s', (_sentence, ability, state, given, marks) => {
    for (const role of roles) {
      const expected = answerOf(markOf(marks, role))
      expect([role, abilities[ability](subjectIn(state, role, given))]).toStrictEqual([role, expected])
    }
  })
})

/** An ability exists with exactly these permissions, and not without one of them. */
const needs: [ability: Ability, permissions: Permission[], item?: Partial<Item>][] = [
  ['sendToApp', ['item_download']],
  ['favourite', ['item_view']],
  ['share', ['item_share']],
  ['shareToColleague', ['item_share']],
  ['comment', ['item_view']],
  ['download', ['item_download']],
  ['delete', ['item_delete']],
  ['move', ['item_delete', 'item_download']],
  ['copy', ['item_download']],
  ['viewVersions', ['item_view']],
  ['updateVersion', ['item_upload']],
  ['edit', ['item_upload', 'item_download']],
  ['editOnline', ['item_upload', 'item_download'], { is_support_oos: true }],
  ['rename', ['edit_properties']],
  ['editProperties', ['edit_properties']],
  ['editTags', ['edit_properties']],
  ['viewTags', ['item_view']],
  ['settings', ['edit_properties'], aFolder()],
  ['permanentDelete', ['permanent_delete']],
  ['deleteRecord', ['item_view'], { owned_by: other }],
  ['restore', ['item_restore']],
  ['upload', ['item_upload'], aFolder()],
  ['createFolder', ['item_upload'], aFolder()],
  ['properties', ['item_view']],
  ['access', ['item_view']],
  ['save', ['item_download']],
]

describe('[ACT-01] the permissions that each ability requires', () => {
  const every = rolePermissions.map(([permission]) => permission)
  for (const [ability, permissions, item] of needs) {
    test(`${ability}: ${permissions.join(' and ')}`, () => {
      const holding = (held: Permission[]) => abilities[ability](subject({ item: { ...item, permissions: held } }))
      expect(holding(permissions)).toBe('yes')
      for (const missing of permissions) {
        const others =
          ability === 'createFolder' ? ['create_folder'] : ability === 'viewTags' ? ['edit_properties'] : []
        expect([missing, holding(every.filter((each) => each !== missing && !others.includes(each)))]).toStrictEqual([
          missing,
          'hidden',
        ])
      }
    })
  }

  const sentences: [sentence: string, ability: Ability, given: Given, answer: unknown, make?: typeof anItem][] = [
    ['preview: item_preview', 'preview', { item: { permissions: ['item_preview'] } }, 'yes'],
    ['preview: other scopes than 1 do', 'preview', { item: { permissions: ['item_preview'], scope: 2 } }, 'yes'],
    [
      'permanently delete: no other than the owner',
      'permanentDelete',
      { item: { permissions: ['permanent_delete'], owned_by: other } },
      'hidden',
    ],
    [
      'create folder: create_folder is enough (decisions 3.2)',
      'createFolder',
      { item: { permissions: ['create_folder'] } },
      'yes',
      aFolder,
    ],
    ['upload: create_folder is not', 'upload', { item: { permissions: ['create_folder'] } }, 'hidden', aFolder],
    [
      'a visitor reviews nothing',
      'download',
      {
        item: { permissions: ['item_download'], encrypted_item_in_path: { review_user_id: 2 }, final_role: 'viewer' },
        user: { id: null },
      },
      { no: 'encrypted_path' },
    ],
    [
      'the share icon needs perm_share',
      'shareIcon',
      { item: { action_permissions: { ...anItem().action_permissions, perm_share_to_colleague: false } } },
      'yes',
    ],
    [
      'or perm_share_to_colleague',
      'shareIcon',
      { item: { action_permissions: { ...anItem().action_permissions, perm_share: false } } },
      'yes',
    ],
  ]
  for (const [sentence, ability, given, answer, make] of sentences) {
    test(sentence, () => expect(abilities[ability](subject(given, make))).toStrictEqual(answer))
  }
})

describe('[ACT-12] the reason why the share icon is disabled', () => {
  const right: Partial<Item> = {
    permissions: ['item_view', 'item_share'],
    action_permissions: { ...anItem().action_permissions, perm_share: true, perm_share_to_colleague: true },
  }
  const neither = { ...anItem().action_permissions, perm_share: false, perm_share_to_colleague: false }
  const table: [sentence: string, item: Partial<Item>, reason: string | null][] = [
    ['it is not, with the right', {}, null],
    ['without perm_share and perm_share_to_colleague', { action_permissions: neither }, 'share_forbidden'],
    ['without item_share', { permissions: ['item_view'] }, 'share_forbidden'],
    ['the sharing of this item is disabled', { is_share_disabled: true }, 'share_disabled'],
    ['it is an encrypted file', { is_encrypted: true }, 'share_encrypted'],
    ['it is an encrypted folder: it is not', { is_encrypted: true, type: 'folder' }, null],
  ]
  test.each(table)('%s', (_sentence, item, reason) =>
    expect(whyNotShare(subject({ item: { ...right, ...item } }))).toBe(reason),
  )
})

describe('a lock (1§4, decisions 4.14)', () => {
  const lockedByOther = { locked: true, lock_user: other, lock_kind: 1, unlock_permit: false }
  const locks: [sentence: string, item: Partial<Item>, isLocked: boolean][] = [
    ['a locked item blocks actions', lockedByOther, true],
    ['a locked item of no known kind too', { ...lockedByOther, lock_kind: null }, true],
    [
      'unless the current user is the locker with unlock_permit',
      { ...lockedByOther, lock_user: { ...other, id: 1 }, unlock_permit: true },
      false,
    ],
    ['the locker without unlock_permit is blocked', { ...lockedByOther, lock_user: { ...other, id: 1 } }, true],
    ['unlock_permit of another is not his', { ...lockedByOther, unlock_permit: true }, true],
    ['or the lock kind is 3 (online editing)', { ...lockedByOther, lock_kind: 3 }, false],
    ['what is not locked blocks nothing', { lock_user: other, lock_kind: 1 }, false],
  ]
  test.each(locks)('%s', (_sentence, item, isLocked) =>
    expect(isLockedFor({ item: anItem(item), user: me })).toBe(isLocked),
  )
})

describe('a place with permissions, the own root too', () => {
  test('the place accepts uploads with item_upload', () => expect(canUploadTo(['item_upload'])).toBe(true))
  test('the place accepts no uploads with only create_folder', () => expect(canUploadTo(['create_folder'])).toBe(false))
  test('the place accepts folders with either', () =>
    expect(canCreateFolderIn(['create_folder']) && canCreateFolderIn(['item_upload'])).toBe(true))
  test('the place accepts nothing without permissions', () =>
    expect(!canUploadTo(['item_view']) && !canCreateFolderIn(['item_view'])).toBe(true))
})

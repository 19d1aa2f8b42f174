import { describe, expect, test } from '@jest/globals'
import type { Item, Permission } from '@/contract/entities'
import {
  destinationBlock,
  knownParent,
  mayEnter,
  mayPutInto,
  type DestinationBlock,
} from '@/domain/moving/destinations'
import { aFolder, anItem } from '../support'

const file = anItem({ id: 3, typed_id: 'file_3', parent_folder_id: 5 })
const folder = aFolder({ id: 9, typed_id: 'folder_9', parent_folder_id: 5 })
const upload: Permission[] = ['item_view', 'item_upload']
const create: Permission[] = ['item_view', 'create_folder']
const view: Permission[] = [
  'item_view',
  'item_preview',
  'item_download',
  'item_share',
  'edit_properties',
  'item_delete',
]

describe('[ACT-09] disabled unless the target has item_upload (for a file) or create_folder or item_upload (for a folder)', () => {
  const table: [sentence: string, permissions: Permission[], items: Item[], may: boolean][] = [
    ['item_upload takes a file', upload, [file], true],
    ['item_upload takes a folder', upload, [folder], true],
    ['create_folder takes a folder', create, [folder], true],
    ['create_folder takes no file', create, [file], false],
    ['nothing else takes a file', view, [file], false],
    ['nothing else takes a folder', view, [folder], false],
    ['of several, all must be taken', create, [folder, file], false],
    ['item_upload takes several', upload, [folder, file], true],
  ]
  test.each(table)('%s', (_sentence, permissions, items, may) =>
    expect(
      mayPutInto(
        permissions,
        items.map(({ type }) => type),
      ),
    ).toBe(may),
  )
})

describe('[PICK-01] what the action bar says', () => {
  const stranger: Item = { ...file, parent_folder_id: 0, space: 'collab_space' }
  const own: Item = { ...file, parent_folder_id: 0, space: 'personal_space' }
  const table: [
    sentence: string,
    folderId: number | null,
    permissions: Permission[],
    Item[],
    'move' | 'copy' | 'choose',
    DestinationBlock | null,
  ][] = [
    ['a space that only lists folders is no destination', null, upload, [file], 'move', 'no_folder'],
    ['without the right: the no-permission message', 7, view, [file], 'move', 'no_permission'],
    ['with it: none', 7, upload, [file], 'move', null],
    ['a move to where it lies is none', 5, upload, [file], 'move', 'already_here'],
    ['unless something of it lies elsewhere', 5, upload, [file, own], 'move', null],
    ['a copy to where it lies is one', 5, upload, [file], 'copy', null],
    ['the own root is the folder 0', 0, upload, [own], 'move', 'already_here'],
    ['which a parent out of sight is not', 0, upload, [stranger], 'move', null],
    ['a place alone can be chosen, too', 7, [], [], 'choose', null],
  ]
  test.each(table)('%s', (_sentence, folderId, permissions, items, action, block) =>
    expect(destinationBlock({ folderId, permissions }, items, action)).toBe(block),
  )

  test('a parent that the user may not see is not known', () => {
    expect([knownParent(file), knownParent(own), knownParent(stranger)]).toStrictEqual([5, 0, null])
  })

  test('decisions 51: what is carried is not gone into, files neither', () => {
    expect([mayEnter(folder, [file]), mayEnter(folder, [folder]), mayEnter(file, [])]).toStrictEqual([
      true,
      false,
      false,
    ])
  })
})

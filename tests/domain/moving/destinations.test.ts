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

describe('[ACT-09] a target is disabled unless it has item_upload (for a file) or create_folder or item_upload (for a folder)', () => {
  const table: [sentence: string, permissions: Permission[], items: Item[], may: boolean][] = [
    ['item_upload accepts a file', upload, [file], true],
    ['item_upload accepts a folder', upload, [folder], true],
    ['create_folder accepts a folder', create, [folder], true],
    ['create_folder accepts no file', create, [file], false],
    ['no other permission accepts a file', view, [file], false],
    ['no other permission accepts a folder', view, [folder], false],
    ['a target must accept every one of several items', create, [folder, file], false],
    ['item_upload accepts several items', upload, [folder, file], true],
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

describe('[PICK-01] the action bar gives the reason why a target is blocked', () => {
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
    ['a space that only lists folders is not a destination', null, upload, [file], 'move', 'no_folder'],
    ['a folder without the right shows the no-permission message', 7, view, [file], 'move', 'no_permission'],
    ['a folder with the right shows no message', 7, upload, [file], 'move', null],
    ['an item cannot move into the folder where it already is', 5, upload, [file], 'move', 'already_here'],
    ['several items can move there if one of them is elsewhere', 5, upload, [file, own], 'move', null],
    ['an item can be copied into the folder where it already is', 5, upload, [file], 'copy', null],
    ['the own root is folder 0', 0, upload, [own], 'move', 'already_here'],
    ['an invisible parent is not folder 0', 0, upload, [stranger], 'move', null],
    ['a folder can be chosen without any items', 7, [], [], 'choose', null],
  ]
  test.each(table)('%s', (_sentence, folderId, permissions, items, action, block) =>
    expect(destinationBlock({ folderId, permissions }, items, action)).toBe(block),
  )

  test('a parent that the user may not see is unknown', () => {
    expect([knownParent(file), knownParent(own), knownParent(stranger)]).toStrictEqual([5, 0, null])
  })

  test('decisions 51: the picker enters neither the moved folders nor files', () => {
    expect([mayEnter(folder, [file]), mayEnter(folder, [folder]), mayEnter(file, [])]).toStrictEqual([
      true,
      false,
      false,
    ])
  })
})

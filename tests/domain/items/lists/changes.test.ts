import { describe, expect, test } from '@jest/globals'
import type { Item } from '@/contract/entities'
import { applyChange, type Change, type ListScope } from '@/domain/items/lists/changes'
import { requestFirst, requestNext, noRows, applyPage, type PagedRows } from '@/domain/items/lists/paging'
import { aFolder, anItem } from '../../support'

const file = (id: number, differences: Partial<Item> = {}) =>
  anItem({ id, typed_id: `file_${id}`, parent_folder_id: 5, ...differences })
const folder: ListScope = { space: 'folder', folderId: 5 }
const frequent: ListScope = { space: 'frequent', folderId: null }
const search: ListScope = { space: 'search', folderId: null }

function listOf(rows: Item[], total = rows.length): PagedRows<Item> {
  const asking = requestFirst(noRows<Item>())
  expect(asking.asked).toBeTruthy()
  return applyPage(asking, asking.asked!, { rows, total })
}

const three = listOf([file(1), file(2), file(3)], 10)
const shown = (held: PagedRows<Item>) => held.rows.map(({ typed_id: id, name }) => `${id} ${name}`)
const name = '招生简章.pdf'
const newFolder = aFolder({ id: 9, typed_id: 'folder_9', name: '新', parent_folder_id: 5 })
const renamed = file(2, { name: '新.pdf' })

const table: [
  sentence: string,
  held: PagedRows<Item>,
  change: Change<Item>,
  place: ListScope,
  rows: string[],
  total: number,
][] = [
  [
    'rename updates the list in place',
    three,
    { type: 'replaced', row: renamed },
    folder,
    [`file_1 ${name}`, 'file_2 新.pdf', `file_3 ${name}`],
    10,
  ],
  [
    'delete takes the row off',
    three,
    { type: 'removed', typedId: 'file_2' },
    folder,
    [`file_1 ${name}`, `file_3 ${name}`],
    9,
  ],
  [
    'un-favouriting in frequent removes the row',
    listOf([file(1, { is_frequently_used: true })]),
    { type: 'replaced', row: file(1) },
    frequent,
    [],
    0,
  ],
  [
    'un-favouriting elsewhere does not',
    listOf([file(1, { is_frequently_used: true })]),
    { type: 'replaced', row: file(1) },
    folder,
    [`file_1 ${name}`],
    1,
  ],
  [
    'a rename in frequent stays',
    listOf([file(1, { is_frequently_used: true })]),
    { type: 'replaced', row: file(1, { name: '新.pdf', is_frequently_used: true }) },
    frequent,
    ['file_1 新.pdf'],
    1,
  ],
  [
    'a new folder comes on top',
    three,
    { type: 'added', row: newFolder },
    folder,
    ['folder_9 新', `file_1 ${name}`, `file_2 ${name}`, `file_3 ${name}`],
    11,
  ],
  [
    'of its own folder only',
    three,
    { type: 'added', row: { ...newFolder, parent_folder_id: 6 } },
    folder,
    shown(three),
    10,
  ],
  ['not of a search', three, { type: 'added', row: newFolder }, search, shown(three), 10],
  [
    'the own root is the folder 0',
    listOf([]),
    { type: 'added', row: { ...newFolder, parent_folder_id: 0 } },
    { space: 'own', folderId: 0 },
    ['folder_9 新'],
    1,
  ],
  [
    'a list that was not loaded yet will get it from the server',
    noRows<Item>(),
    { type: 'added', row: newFolder },
    folder,
    [],
    -1,
  ],
  [
    'a row that is there already is not doubled',
    three,
    { type: 'added', row: renamed },
    folder,
    [`file_1 ${name}`, 'file_2 新.pdf', `file_3 ${name}`],
    10,
  ],
  [
    'one that comes back stands where it stood',
    applyChange(three, { type: 'removed', typedId: 'file_2' }, folder),
    { type: 'restored', row: renamed },
    folder,
    [`file_1 ${name}`, 'file_2 新.pdf', `file_3 ${name}`],
    10,
  ],
  [
    'in frequent too',
    applyChange(three, { type: 'removed', typedId: 'file_3' }, frequent),
    { type: 'restored', row: file(3) },
    frequent,
    shown(three),
    10,
  ],
  [
    'from elsewhere it comes on top of its folder’s list',
    three,
    { type: 'restored', row: newFolder },
    folder,
    ['folder_9 新', `file_1 ${name}`, `file_2 ${name}`, `file_3 ${name}`],
    11,
  ],
  [
    'it leaves the trash',
    three,
    { type: 'restored', row: file(2) },
    { space: 'trash', folderId: null },
    [`file_1 ${name}`, `file_3 ${name}`],
    9,
  ],
  [
    'what was deleted for good leaves it too',
    three,
    { type: 'removed', typedId: 'file_2' },
    { space: 'trash', folderId: null },
    [`file_1 ${name}`, `file_3 ${name}`],
    9,
  ],
  [
    'move success takes the item off the list',
    three,
    { type: 'moved', row: file(2, { parent_folder_id: 6 }) },
    folder,
    [`file_1 ${name}`, `file_3 ${name}`],
    9,
  ],
  [
    'and puts it on top of the list it went to',
    listOf([file(8)]),
    { type: 'moved', row: file(2) },
    folder,
    [`file_2 ${name}`, `file_8 ${name}`],
    2,
  ],
  [
    'from search it stays and is updated',
    three,
    { type: 'moved', row: file(2, { name: 'a (1).pdf', parent_folder_id: 6 }) },
    search,
    [`file_1 ${name}`, 'file_2 a (1).pdf', `file_3 ${name}`],
    10,
  ],
  [
    'from frequent too',
    listOf([file(1, { is_frequently_used: true })]),
    { type: 'moved', row: file(1, { parent_folder_id: 6, is_frequently_used: true }) },
    frequent,
    [`file_1 ${name}`],
    1,
  ],
]

describe('effects of a change on a list (1§4, LIST-06, LIST-07)', () => {
  test.each(table)('%s', (_sentence, held, change, place, rows, total) => {
    const after = applyChange(held, change, place)
    expect(shown(after)).toStrictEqual(rows)
    expect(after.total ?? -1).toBe(total)
  })
  test('a change that does not concern a list returns the same object', () => {
    const elsewhere: Change<Item>[] = [
      { type: 'removed', typedId: 'file_99' },
      { type: 'replaced', row: file(99) },
      { type: 'added', row: file(99, { parent_folder_id: 6 }) },
      { type: 'moved', row: file(99, { parent_folder_id: 6 }) },
    ]
    for (const change of elsewhere) expect(applyChange(three, change, folder)).toBe(three)
  })
  test('unchanged rows stay the same objects', () => {
    const after = applyChange(three, { type: 'replaced', row: renamed }, folder)
    expect(after.rows[0]).toBe(three.rows[0])
    expect(after.rows[1]).toBe(renamed)
  })
})

describe('the start of the next page', () => {
  const offsetAfter = (change: Change<Item>) => requestNext(applyChange(three, change, folder)).asked?.offset
  test('the next page starts one earlier after a removal', () =>
    expect(offsetAfter({ type: 'removed', typedId: 'file_2' })).toBe(2))
  test('the next page starts one earlier when a row may have changed its place', () =>
    expect(offsetAfter({ type: 'replaced', row: renamed })).toBe(2))
  test('the next page starts at the same place when the row kept its own', () => {
    expect(offsetAfter({ type: 'replaced', row: file(2, { is_frequently_used: true }) })).toBe(3)
  })
  test('the next page starts at the same place after an insertion, wherever the server put the row', () =>
    expect(offsetAfter({ type: 'added', row: newFolder })).toBe(3))
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { defaultSort, hasSortButton, isSameSort, sortChoices, sortFrom, sortWord } from '@/domain/items/sorting'

describe('sorting (1§2, decisions 4.20)', () => {
  test('keys date, name, size, each ascending or descending', () => {
    const all = ['date', 'name', 'size'].flatMap((by) => [`${by} asc`, `${by} desc`])
    assert.deepEqual(sortChoices.map(({ by, direction }) => `${by} ${direction}`).sort(), all)
  })
  test('default date desc', () => assert.deepEqual(defaultSort, { by: 'date', direction: 'desc' }))
  test('an address names key and direction', () => {
    for (const sort of sortChoices) assert.deepEqual(sortFrom(sort.by, sort.direction), sort)
  })
  test('what it names by half or wrongly is left to the server', () => {
    assert.deepEqual(
      [sortFrom(), sortFrom('name'), sortFrom('colour', 'up'), sortFrom(null, 'asc')],
      [null, null, null, null],
    )
  })
  test('two orders are the same by key and direction', () => {
    assert.ok(isSameSort({ by: 'name', direction: 'asc' }, { by: 'name', direction: 'asc' }))
    assert.ok(!isSameSort({ by: 'name', direction: 'asc' }, { by: 'name', direction: 'desc' }))
    assert.ok(!isSameSort({ by: 'name', direction: 'asc' }, { by: 'size', direction: 'asc' }))
  })
  test('in the trash the date is that of deletion', () => {
    assert.deepEqual(
      [sortWord('trash', 'date'), sortWord('trash', 'name'), sortWord('own', 'date')],
      ['deleted', 'name', 'date'],
    )
  })
  test('no sort button in select_destination or frequent', () => {
    assert.ok(!hasSortButton('frequent'))
    assert.ok(!hasSortButton('folder', true))
    assert.ok(hasSortButton('folder') && hasSortButton('own') && hasSortButton('search'))
  })
})

import { describe, expect, test } from '@jest/globals'
import { defaultSort, hasSortButton, isSameSort, sortChoices, sortFrom, sortWord } from '@/domain/items/sorting'

describe('sorting (1§2, decisions 4.20)', () => {
  test('keys date, name, size, each ascending or descending', () => {
    const all = ['date', 'name', 'size'].flatMap((by) => [`${by} asc`, `${by} desc`])
    expect(sortChoices.map(({ by, direction }) => `${by} ${direction}`).sort()).toStrictEqual(all)
  })
  test('default date desc', () => expect(defaultSort).toStrictEqual({ by: 'date', direction: 'desc' }))
  test('an address names key and direction', () => {
    for (const sort of sortChoices) expect(sortFrom(sort.by, sort.direction)).toStrictEqual(sort)
  })
  test('what it names by half or wrongly is left to the server', () => {
    expect([sortFrom(), sortFrom('name'), sortFrom('colour', 'up'), sortFrom(null, 'asc')]).toStrictEqual([
      null,
      null,
      null,
      null,
    ])
  })
  test('two orders are the same by key and direction', () => {
    expect(isSameSort({ by: 'name', direction: 'asc' }, { by: 'name', direction: 'asc' })).toBe(true)
    expect(isSameSort({ by: 'name', direction: 'asc' }, { by: 'name', direction: 'desc' })).toBe(false)
    expect(isSameSort({ by: 'name', direction: 'asc' }, { by: 'size', direction: 'asc' })).toBe(false)
  })
  test('in the trash the date is that of deletion', () => {
    expect([sortWord('trash', 'date'), sortWord('trash', 'name'), sortWord('own', 'date')]).toStrictEqual([
      'deleted',
      'name',
      'date',
    ])
  })
  test('no sort button in select_destination or frequent', () => {
    expect(hasSortButton('frequent')).toBe(false)
    expect(hasSortButton('folder', true)).toBe(false)
    expect(hasSortButton('folder')).toBe(true)
    expect(hasSortButton('own')).toBe(true)
    expect(hasSortButton('search')).toBe(true)
  })
})

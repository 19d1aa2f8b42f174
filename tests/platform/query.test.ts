import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { decodeQuery, encodeQuery } from '@/platform/query'

const text = fc.string({ unit: 'grapheme' })
const parameters = fc.dictionary(
  text.filter((name) => name !== '__proto__' && name !== ''),
  text,
)

describe('a query', () => {
  test('a written query reads back the same', () => {
    fc.assert(fc.property(parameters, (given) => expect(decodeQuery(encodeQuery(given))).toStrictEqual({ ...given })))
  })

  test('a browser reads a written query', () => {
    fc.assert(
      fc.property(parameters, (given) => {
        expect(Object.fromEntries(new URLSearchParams(encodeQuery(given)))).toStrictEqual({ ...given })
      }),
    )
  })

  test('a query that a browser wrote is read', () => {
    fc.assert(
      fc.property(parameters, (given) => {
        expect(decodeQuery(`?${new URLSearchParams(given).toString()}`)).toStrictEqual({ ...given })
      }),
    )
  })

  const written: [string, Record<string, string | number | undefined>, string][] = [
    ['undefined is left out', { a: undefined, b: 1 }, 'b=1'],
    ['an empty text stays: search_text may be empty', { search: 1, search_text: '' }, 'search=1&search_text='],
    [
      'Chinese and separators are escaped',
      { name: '合同 & 附件=1' },
      'name=%E5%90%88%E5%90%8C%20%26%20%E9%99%84%E4%BB%B6%3D1',
    ],
    ['nothing is nothing', {}, ''],
  ]
  test.each(written)('%s', (_title, given, query) => expect(encodeQuery(given)).toBe(query))

  const read: [string, string, Record<string, string>][] = [
    ['a name without a value is empty', 'filenav&a=1', { filenav: '', a: '1' }],
    ['of a repeated name the last counts', 'a=1&a=2', { a: '2' }],
    ['a value keeps its equal signs', 'a=b=c', { a: 'b=c' }],
    ['a broken escape stays as it is', 'a=100%&b=%E5', { a: '100%', b: '%E5' }],
    ['empty pairs are nothing', '?&&a=1&', { a: '1' }],
  ]
  test.each(read)('%s', (_title, query, expected) => expect(decodeQuery(query)).toStrictEqual(expected))
})

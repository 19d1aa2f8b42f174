import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { safeRedirect } from '@/domain/session/redirect'

const refused = '/'
const table: [sentence: string, target: string | null | undefined, expected: string][] = [
  ['a path is followed', '/files/own', '/files/own'],
  ['a query and a fragment are kept', '/files/folder/7?preview=1&file_id=9#a', '/files/folder/7?preview=1&file_id=9#a'],
  [
    'an address within the query is kept',
    '/share/abc?from=https://elsewhere.example//a',
    '/share/abc?from=https://elsewhere.example//a',
  ],
  ['Chinese is kept', '/files/search?search_text=合同', '/files/search?search_text=合同'],
  ['none', undefined, refused],
  ['null', null, refused],
  ['an empty address is refused', '', refused],
  ['another origin is refused', 'https://elsewhere.example/', refused],
  ['another origin without a scheme is refused', '//elsewhere.example', refused],
  ['another origin with a backslash is refused', '/\\elsewhere.example', refused],
  ['another origin with two backslashes is refused', '\\\\elsewhere.example', refused],
  ['another origin after a tab, which browsers drop, is refused', '/\t/elsewhere.example', refused],
  ['another origin after a line end, which browsers drop, is refused', '/\n/elsewhere.example', refused],
  ['another origin after a dot segment is refused', '/.//elsewhere.example', refused],
  ['a script is refused', 'javascript:alert(1)', refused],
  ['another origin after a blank is refused', ' //elsewhere.example', refused],
  ['a relative path is refused', 'files/own', refused],
  ['the sign-in page itself is refused', '/login?redirect=/login', refused],
]

describe('signing in leads only to a path of the same origin (decisions 44)', () => {
  test.each(table)('%s', (_sentence, target, expected) => expect(safeRedirect(target)).toBe(expected))
  test('a caller may name the fallback', () => expect(safeRedirect('//x', '/files/frequent')).toBe('/files/frequent'))
  test('a browser never leaves the origin', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      ':',
      '@',
      '?',
      '#',
      '\t',
      '\n',
      ' ',
      '%2f',
      'a',
      'evil.example',
      'https:',
      '//',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const url = new URL(safeRedirect(parts.join('')), 'https://drive.example')
        expect(url.origin).toBe('https://drive.example')
        expect(url.pathname.startsWith('//')).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })
})

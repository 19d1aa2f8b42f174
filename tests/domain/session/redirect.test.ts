import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { safeRedirect } from '@/domain/session/redirect'

const refused = '/'
const table: [sentence: string, target: string | null | undefined, expected: string][] = [
  ['a path', '/files/own', '/files/own'],
  ['its query and fragment', '/files/folder/7?preview=1&file_id=9#a', '/files/folder/7?preview=1&file_id=9#a'],
  [
    'an address within the query',
    '/share/abc?from=https://elsewhere.example//a',
    '/share/abc?from=https://elsewhere.example//a',
  ],
  ['Chinese', '/files/search?search_text=合同', '/files/search?search_text=合同'],
  ['none', undefined, refused],
  ['null', null, refused],
  ['empty', '', refused],
  ['another origin', 'https://elsewhere.example/', refused],
  ['another origin without a scheme', '//elsewhere.example', refused],
  ['with a backslash', '/\\elsewhere.example', refused],
  ['with a backslash for each', '\\\\elsewhere.example', refused],
  ['with a tab that browsers drop', '/\t/elsewhere.example', refused],
  ['with a line end that browsers drop', '/\n/elsewhere.example', refused],
  ['behind a dot segment', '/.//elsewhere.example', refused],
  ['a script', 'javascript:alert(1)', refused],
  ['a blank before', ' //elsewhere.example', refused],
  ['a relative path', 'files/own', refused],
  ['the sign-in page itself', '/login?redirect=/login', refused],
]

describe('where to after signing in: a path of the same origin only (decisions 44)', () => {
  test.each(table)('%s', (_sentence, target, expected) => expect(safeRedirect(target)).toBe(expected))
  test('a fallback of one’s own', () => expect(safeRedirect('//x', '/files/frequent')).toBe('/files/frequent'))
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

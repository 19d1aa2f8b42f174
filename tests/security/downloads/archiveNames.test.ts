import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ArchiveNames } from '../../../server/services/downloads/archiveNames'

/* The names of a folder are chosen by users, and the server plans an archive on its only thread. */

/** Names that differ only in case. */
function spellings(count: number, ending: string): string[] {
  return Array.from({ length: count }, (_, n) =>
    Array.from('abcdefghijklmno', (letter, at) => ((n >> at) & 1 ? letter.toUpperCase() : letter))
      .join('')
      .concat(ending),
  )
}

/** Names that are one once they are cut to the bytes that an archive allows. */
const long = (n: number) => `${'字'.repeat(90)}${n}`

describe('[ACT-08] thousands of names that are one in an archive', () => {
  const kinds: [what: string, names: string[]][] = [
    ['differ in case', spellings(20_000, '.txt')],
    ['are long and differ in case', spellings(20_000, '字'.repeat(100))],
    ['differ at their ends', Array.from({ length: 20_000 }, (_, n) => long(n))],
    [
      'have numbers of their own',
      Array.from({ length: 20_000 }, (_, n) => (n % 2 ? `abcdefghijklmno (${n})` : spellings(9, '')[n % 8]!)),
    ],
  ]
  for (const [what, names] of kinds) {
    test(`names that ${what} get different names without a search for each`, () => {
      const archive = new ArchiveNames()
      const given = names.map((name) => archive.take(name, 'folder'))
      assert.equal(new Set(given.map((name) => name.toLowerCase())).size, names.length)
      assert.ok(given.every((name) => Buffer.byteLength(name) <= 255))
    })
  }

  test('are numbered in their order, and a number that a name has by itself is left to it', () => {
    const archive = new ArchiveNames()
    const names = ['a.jpg', 'A (1).jpg', 'A.JPG', 'a.Jpg', 'b.jpg', 'B.jpg']
    const given = names.map((name) => archive.take(name, 'file'))
    assert.deepEqual(given, ['a.jpg', 'A (1).jpg', 'A (2).JPG', 'a (3).Jpg', 'b.jpg', 'B (1).jpg'])
  })
})

test('[ACT-08] the rare names of devices in Windows are changed, too, and names like them are not', () => {
  const given = (names: string[]) => names.map((name) => new ArchiveNames().take(name, 'file'))
  const devices = ['CONIN$', 'conout$.log', 'COM¹', 'com².txt', 'Lpt³.tar.gz', 'LPT0', 'prn .txt']
  assert.deepEqual(
    given(devices),
    devices.map((name) => `_${name}`),
  )
  const others = ['CONIN', 'conout.log', 'COM⁴', 'com.txt', 'my con', 'Lpt³a', 'null']
  assert.deepEqual(given(others), others)
})

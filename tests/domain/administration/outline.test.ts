import { describe, expect, test } from '@jest/globals'
import { readOutline, type OutlineNode } from '@/domain/administration/outline'
import { FOLDER_DEPTH_LIMIT } from '@/domain/limits'

const text = (nodes: readonly OutlineNode[]): string =>
  nodes.map(({ name, below }) => (below.length > 0 ? `${name}(${text(below)})` : name)).join(' ')
const read = (typed: string) => {
  const outline = readOutline(typed)
  return outline.ok ? text(outline.nodes) : outline.line
}

describe('a typed list of departments', () => {
  test.each([
    ['a\n  b\n  c\nd', 'a(b c) d'],
    ['a\n  b\n    c\n  d\n', 'a(b(c) d)'],
    ['a\r\n\tb\r\n\r\n\tc', 'a(b c)'],
    ['  a\n  b', 'a b'],
    ['a\n　b', 'a(b)'],
    ['', ''],
  ])('[ADM-01] %j is read as %j', (typed, expected) => {
    expect(read(typed)).toBe(expected)
  })

  test('[ADM-01] a name that occurs twice at its level names the line that had it', () => {
    expect(readOutline('a\n\n  b\nc\n  b\n  b')).toEqual({ ok: false, line: 6, twin: 5 })
    expect(readOutline('a\n  b\na')).toEqual({ ok: false, line: 3, twin: 1 })
  })

  test.each([
    ['an indent that returns to no earlier level', 'a\n    b\n  c', 3],
    ['a name that occurs twice at its level', 'a\n  b\n  b', 3],
    ['a name that may not be used', 'a\n  b/c', 2],
    [
      'more levels than folders may have',
      Array.from({ length: FOLDER_DEPTH_LIMIT + 1 }, (_, at) => `${' '.repeat(at)}a`).join('\n'),
      FOLDER_DEPTH_LIMIT + 1,
    ],
  ])('[ADM-01] %s fails with its line', (_, typed, line) => {
    expect(read(typed)).toBe(line)
  })
})

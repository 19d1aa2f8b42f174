import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { nameParts } from '@/domain/items/nameParts'

describe('the name of a row', () => {
  const table: [string, 'file' | 'folder', string, string][] = [
    ['2026 年秋季招生简章（终稿）.pdf', 'file', '2026 年秋季招生简', '章（终稿）.pdf'],
    ['short.pdf', 'file', 'short', '.pdf'],
    ['backup of everything.tar.gz', 'file', 'backup of everyt', 'hing.tar.gz'],
    ['no extension at all in this name', 'file', 'no extension at all in this name', ''],
    ['a folder.with a dot', 'folder', 'a folder.with a dot', ''],
  ]
  test.each(table)('%s (%s)', (name, type, head, tail) => {
    const parts = nameParts(name, type)
    expect(parts.head + parts.tail).toBe(name)
    expect(parts.tail === '').toBe(tail === '')
    expect(parts.tail.endsWith(tail.slice(tail.lastIndexOf('.')))).toBe(true)
    if (!/[（]/.test(name)) expect(parts).toStrictEqual({ head, tail })
  })

  const joined = [
    'التقرير السنوي النهائي لعام 2026',
    'report 2026 التقرير السنوي',
    'דוח שנתי סופי לשנת 2026',
    '𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍',
    'ᠮᠣᠩᠭᠣᠯ ᠪᠢᠴᠢᠭ ᠦᠰᠦᠭ',
  ]
  test.each(joined)('no letter of %s is torn off: only the extension is a part of its own', (stem) => {
    expect(nameParts(`${stem}.pdf`, 'file')).toStrictEqual({ head: stem, tail: '.pdf' })
  })

  test('nothing of any name is lost or cut inside a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (stem) => {
        const { head, tail } = nameParts(`${stem}.docx`, 'file')
        expect(head + tail).toBe(`${stem}.docx`)
        expect(head).not.toMatch(/[\ud800-\udbff]$/)
      }),
    )
  })
})

import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { extensionOf, splitExtension } from '@/domain/items/extension'
import {
  checkFileName,
  checkName,
  checkRename,
  keepExtension,
  nameKey,
  numbered,
  sameName,
  type NameCheck,
} from '@/domain/items/naming'
import { codePointLength } from '@/domain/text/codePoints'

const ok = (name: string): NameCheck => ({ ok: true, name })
const no = (
  code: 'name_empty' | 'name_too_long' | 'name_end' | 'name_character' | 'name_invisible',
  character?: string,
): NameCheck => (character === undefined ? { ok: false, code } : { ok: false, code, character })

describe('what a name may be (1§5, decisions 4.24 and 50)', () => {
  const table: [sentence: string, raw: string, verdict: NameCheck][] = [
    ['an ordinary name stands', '招生简章.pdf', ok('招生简章.pdf')],
    ['outer blanks are trimmed', '  a b \t', ok('a b')],
    ['ideographic blanks are blanks', '\u3000a\u3000', ok('a')],
    ['empty is refused', '', no('name_empty')],
    ['blanks alone are empty', ' \u3000\n', no('name_empty')],
    ['max 222 characters', 'a'.repeat(222), ok('a'.repeat(222))],
    ['223 are too many', 'a'.repeat(223), no('name_too_long')],
    ['blanks around do not count', ` ${'a'.repeat(222)} `, ok('a'.repeat(222))],
    ['code points are counted', '😀'.repeat(222), ok('😀'.repeat(222))],
    ['223 code points are too many', '😀'.repeat(223), no('name_too_long')],
    ['may not contain /', 'a/b', no('name_character', '/')],
    ['may not contain ?', 'a?', no('name_character', '?')],
    ['may not contain :', 'a:b', no('name_character', ':')],
    ['may not contain *', '*', no('name_character', '*')],
    ['may not contain "', '"a"', no('name_character', '"')],
    ['may not contain >', 'a>b', no('name_character', '>')],
    ['may not contain <', 'a<b', no('name_character', '<')],
    ['may not contain |', 'a|b', no('name_character', '|')],
    ['backslash is refused like the others', 'a\\b', no('name_character', '\\')],
    ['control characters (C0) are refused', 'a\u0000b', no('name_invisible', 'U+0000')],
    ['a tab inside is one', 'a\tb', no('name_invisible', 'U+0009')],
    ['delete is one', 'a\u007fb', no('name_invisible', 'U+007F')],
    ['control characters (C1) are refused', 'a\u0085b', no('name_invisible', 'U+0085')],
    ['U+2028 is refused', 'a\u2028b', no('name_invisible', 'U+2028')],
    ['U+2029 is refused', 'a\u2029b', no('name_invisible', 'U+2029')],
    ['a lone high surrogate is refused', 'a\ud83db', no('name_invisible', 'U+D83D')],
    ['a lone low surrogate is refused', '\ude00', no('name_invisible', 'U+DE00')],
    ['the last low surrogate too', 'a\udfff', no('name_invisible', 'U+DFFF')],
    ['what turns the text around is refused: an override', '\u202efdp.exe', no('name_invisible', 'U+202E')],
    ['… its end', 'a\u202cb', no('name_invisible', 'U+202C')],
    ['… an embedding', 'a\u202ab', no('name_invisible', 'U+202A')],
    ['… an isolate', 'a\u2067b', no('name_invisible', 'U+2067')],
    ['… the end of one', 'a\u2069', no('name_invisible', 'U+2069')],
    ['… the mark of a direction', 'a\u200fb', no('name_invisible', 'U+200F')],
    ['… that of Arabic letters', 'a\u061cb', no('name_invisible', 'U+061C')],
    ['letters that run from the right stand', 'تقرير.pdf', ok('تقرير.pdf')],
    ['nothing to be seen is refused: a filler', '\u3164', no('name_invisible', 'U+3164')],
    ['… of zero width', '\u200b\u200d', no('name_invisible', 'U+200B')],
    ['… and blanks between', '\u2060 \u2060', no('name_invisible', 'U+2060')],
    ['an extension can be seen', '\u200b.txt', ok('\u200b.txt')],
    ['a joiner between emoji stands', '👩\u200d🏫', ok('👩\u200d🏫')],
    ['the first bad character is named', 'a|b/c', no('name_character', '|')],
    ['nor end in a dot', 'a.', no('name_end', '.')],
    ['nor be dots alone', '..', no('name_end', '.')],
    ['a dot and blanks at the end end in a dot', 'a. ', no('name_end', '.')],
    ['a dot before stands', '.gitignore', ok('.gitignore')],
    ['full-width forms are other characters', 'a：b？', ok('a：b？')],
    ['U+00A0 inside is a blank, not a control character', 'a\u00a0b', ok('a\u00a0b')],
  ]
  test.each(table)('%s', (_sentence, raw, verdict) => expect(checkName(raw)).toStrictEqual(verdict))

  test('a new file’s extension does not count towards the 222 (decisions 61)', () => {
    expect(checkFileName(`${'a'.repeat(222)}.pdf`).ok).toBe(true)
    expect(checkFileName(`${'字'.repeat(222)}.tar.gz`).ok).toBe(true)
    expect(checkFileName(`${'a'.repeat(223)}.pdf`)).toStrictEqual(no('name_too_long'))
    expect(checkFileName('a'.repeat(223))).toStrictEqual(no('name_too_long'))
    expect(checkFileName(' ')).toStrictEqual(no('name_empty'))
  })

  test('whatever passes passes again unchanged, and keeps every rule', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 240 }), (raw) => {
        const checked = checkName(raw)
        if (!checked.ok) return
        expect(checkName(checked.name)).toStrictEqual(checked)
        expect(checked.name).not.toMatch(/[/\\?:*"><|\u0000-\u001f\u007f-\u009f\u2028\u2029]|[. ]$|^ |^$/)
        expect(Array.from(checked.name).length).toBeLessThanOrEqual(222)
      }),
    )
  })
})

describe('stem and extension', () => {
  const table: [name: string, stem: string, extension: string][] = [
    ['a.pdf', 'a', 'pdf'],
    ['a.b.PDF', 'a.b', 'PDF'],
    ['.gitignore', '.gitignore', ''],
    ['.env.local', '.env', 'local'],
    ['a.', 'a.', ''],
    ['..a', '..a', ''],
    ['a', 'a', ''],
    ['', '', ''],
    ['tar.gz', 'tar', 'gz'],
    ['a.tar.gz', 'a', 'tar.gz'],
    ['备份.TAR.bz2', '备份', 'TAR.bz2'],
    ['第1. 总则', '第1. 总则', ''],
    ['Mr. Smith', 'Mr. Smith', ''],
    ['报告.最终版', '报告.最终版', ''],
    ['clip.7z', 'clip', '7z'],
    [`a.${'x'.repeat(21)}`, `a.${'x'.repeat(21)}`, ''],
  ]
  test.each(table)('%s parts into %s and %s', (name, stem, extension) =>
    expect(splitExtension(name)).toStrictEqual({ stem, extension }),
  )

  test('the wire has it in lower case', () => expect(extensionOf('A.PDF')).toBe('pdf'))

  test('the parts give the name again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const { stem, extension } = splitExtension(name)
        expect(extension === '' ? stem : `${stem}.${extension}`).toBe(name)
      }),
    )
  })
})

describe('on rename the original extension is kept and appended (1§5)', () => {
  const table: [sentence: string, stem: string, old: string, name: string][] = [
    ['appended', '新', '旧.pdf', '新.pdf'],
    ['as it was written', 'new', 'old.PDF', 'new.PDF'],
    ['not doubled when typed along', 'new.pdf', 'old.pdf', 'new.pdf'],
    ['typed in another case it is still the original', 'new.Pdf', 'old.pdf', 'new.pdf'],
    ['another extension becomes part of the stem', 'new.doc', 'old.pdf', 'new.doc.pdf'],
    ['nothing to keep', 'new', 'old', 'new'],
    ['both parts of a packed archive', 'new', 'old.tar.gz', 'new.tar.gz'],
  ]
  test.each(table)('%s', (_sentence, stem, old, name) => expect(keepExtension(stem, old)).toBe(name))

  test('keeping twice is keeping once', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (stem, old) => {
        const once = keepExtension(stem, old)
        expect(keepExtension(once, old)).toBe(once)
      }),
    )
  })

  const renames: [sentence: string, raw: string, old: { name: string; type: 'file' | 'folder' }, verdict: NameCheck][] =
    [
      ['name trimmed', ' 新 ', { name: '旧.pdf', type: 'file' }, ok('新.pdf')],
      ['blanks before the typed extension too', '新 .pdf', { name: '旧.pdf', type: 'file' }, ok('新.pdf')],
      ['empty is refused', '  ', { name: '旧.pdf', type: 'file' }, no('name_empty')],
      ['the extension alone is empty', '.pdf', { name: '旧.pdf', type: 'file' }, no('name_empty')],
      [
        '222 excludes the kept extension',
        'a'.repeat(222),
        { name: 'old.pdf', type: 'file' },
        ok(`${'a'.repeat(222)}.pdf`),
      ],
      [
        'also when it is typed along',
        `${'a'.repeat(222)}.pdf`,
        { name: 'old.pdf', type: 'file' },
        ok(`${'a'.repeat(222)}.pdf`),
      ],
      ['223 are too many', 'a'.repeat(223), { name: 'old.pdf', type: 'file' }, no('name_too_long')],
      ['a folder has no extension to keep', 'v2', { name: 'v1.2', type: 'folder' }, ok('v2')],
      ['a bad character is named', 'a/b', { name: 'old.pdf', type: 'file' }, no('name_character', '/')],
      ['a dot at the end of the stem does not end the name', 'a.', { name: 'old.pdf', type: 'file' }, ok('a..pdf')],
      ['without an extension it does', 'a.', { name: 'old', type: 'file' }, no('name_end', '.')],
    ]
  test.each(renames)('rename: %s', (_sentence, raw, old, verdict) =>
    expect(checkRename(raw, old)).toStrictEqual(verdict),
  )
})

describe('a second item of the same name (decisions 50)', () => {
  const table: [sentence: string, name: string, n: number, type: 'file' | 'folder', expected: string][] = [
    ['" (1)" stands before the extension', 'a.pdf', 1, 'file', 'a (1).pdf'],
    ['the next one counts on', 'a.pdf', 12, 'file', 'a (12).pdf'],
    ['before both parts of a packed archive', 'a.tar.gz', 1, 'file', 'a (1).tar.gz'],
    ['a name without extension gets it at the end', 'README', 1, 'file', 'README (1)'],
    ['.gitignore has no extension', '.gitignore', 1, 'file', '.gitignore (1)'],
    ['a folder has none', 'v1.2', 1, 'folder', 'v1.2 (1)'],
    ['the whole stays within 222', `${'a'.repeat(218)}.pdf`, 1, 'file', `${'a'.repeat(214)} (1).pdf`],
    ['also after a rename to 222 and the extension', `${'a'.repeat(222)}.pdf`, 1, 'file', `${'a'.repeat(214)} (1).pdf`],
    ['characters outside the first plane are not cut in two', '😀'.repeat(222), 1, 'file', `${'😀'.repeat(218)} (1)`],
  ]
  test.each(table)('%s', (_sentence, name, n, type, expected) => expect(numbered(name, n, type)).toBe(expected))

  test('what was a name is one with its number, and keeps its extension', () => {
    const names = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 230 })
      .map(checkName)
      .filter((checked) => checked.ok)
    fc.assert(
      fc.property(names, fc.integer({ min: 1, max: 9999 }), ({ name }, n) => {
        const next = numbered(name, n)
        expect(checkName(next)).toStrictEqual({ ok: true, name: next })
        expect(extensionOf(next)).toBe(extensionOf(name))
        expect(codePointLength(next)).toBeLessThanOrEqual(222)
      }),
    )
  })
})

describe('sameness (decisions 50)', () => {
  test('is judged under NFC', () => expect(sameName('é.txt', 'e\u0301.txt')).toBe(true))
  test('case counts', () => expect(sameName('a', 'A')).toBe(false))
  test('the key is the composed form', () => expect(nameKey('e\u0301')).toBe('\u00e9'))
})

import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { allowedName } from '@/domain/items/allowedName'
import { checkFileName } from '@/domain/items/naming'
import { searchKey } from '@/domain/search/words'

describe('[UPL-01] the nearest allowed name of a picked file (decisions 113)', () => {
  const table: [sentence: string, raw: string, allowed: string][] = [
    ['an ordinary name stands', '招生简章.pdf', '招生简章.pdf'],
    ['a colon becomes full-width', 'Screenshot 08:30.png', 'Screenshot 08：30.png'],
    ['a bar becomes full-width', 'Home | Site.pdf', 'Home ｜ Site.pdf'],
    ['a question mark before the extension does', 'What?.pdf', 'What？.pdf'],
    ['all forbidden signs do', 'a/\\:*"<>|?b', 'a／＼：＊＂＜＞｜？b'],
    ['a line end and a tab become blanks', 'a\r\n\tb.txt', 'a b.txt'],
    ['control characters are removed', 'a\u0000\u0007b\u0085.txt', 'ab.txt'],
    ['characters that turn text around are removed', '\u202efdp.exe', 'fdp.exe'],
    ['lone surrogates are removed', 'a\ud83db.txt', 'ab.txt'],
    ['outer blanks are trimmed', ' \u3000a.txt ', 'a.txt'],
    ['a dot at the end is removed', 'Notes etc. ...', 'Notes etc'],
    ['a name without anything allowed becomes _', '\u0000', '_'],
    ['a name of dots becomes _', '...', '_'],
    ['a name of which nothing can be seen becomes _', '\u3164\u200d', '_'],
    ['a hidden file keeps its dot', '.gitignore', '.gitignore'],
    ['a long stem is shortened before the extension', `${'字'.repeat(300)}.pdf`, `${'字'.repeat(222)}.pdf`],
    ['a stem is not cut behind a blank', `${'a'.repeat(221)} b`, 'a'.repeat(221)],
    ['nor is one before an extension', `${'a'.repeat(221)} b.pdf`, `${'a'.repeat(221)}.pdf`],
    ['dots before the extension of an allowed name stand', 'report...pdf', 'report...pdf'],
    ['blanks within an allowed name stand', 'IMG  0001 .jpg', 'IMG  0001 .jpg'],
    ['a stem of 222 stands', `${'a'.repeat(222)}.tar.gz`, `${'a'.repeat(222)}.tar.gz`],
  ]
  test.each(table)('%s', (_sentence, raw, allowed) => expect(allowedName(raw)).toBe(allowed))

  test('search finds the replaced signs by the typed ones', () =>
    expect(searchKey(allowedName('a:b?c'))).toBe(searchKey('a:b?c')))

  test('every result is allowed, and an allowed name does not change', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 260 }), (raw) => {
        const name = allowedName(raw)
        expect(checkFileName(name)).toStrictEqual({ ok: true, name })
        expect(allowedName(name)).toBe(name)
        if (checkFileName(raw).ok) expect(name).toBe(raw.trim())
      }),
    )
  })
})

import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { drawPoster, linesOf, posterSize, tileColours, type Poster } from '@/screens/shares/qr/drawPoster'
import { qrMatrix, qrPicture, qrRuns } from '@/screens/shares/qr/qrMatrix'
import { Paper } from '../../support/Paper'

const address = 'https://drive.mingde.demo/share/Zx81Qm0aTTk9_-wLs3pV7g'

function drawn(fields: Partial<Poster> = {}) {
  const paper = new Paper(posterSize.width, posterSize.height)
  drawPoster(paper, {
    tile: { group: 'pdf', label: 'PDF' },
    name: '招生简章.pdf',
    from: '王珂 · 明德学校',
    note: '微信或相机扫码打开 · 有效期至 12-23',
    code: qrMatrix(address),
    ...fields,
  })
  return paper
}

describe('[AH-15] the poster of a link', () => {
  test('the code contains the address, whatever the address is', () => {
    for (const each of [address, 'http://10.0.0.2:3000/share/a', `https://drive.test/${'x'.repeat(400)}`]) {
      expect(drawn({ code: qrMatrix(each) }).read()).toBe(each)
    }
  })

  test('an address beyond ASCII is escaped', () => {
    expect(drawn({ code: qrMatrix('https://明德.test/share/a') }).read()).toBe(
      'https://%E6%98%8E%E5%BE%B7.test/share/a',
    )
  })

  test('the poster says what is shared, by whom, how it is opened and until when', () => {
    expect(drawn().texts).toStrictEqual([
      'PDF',
      '招生简章.pdf',
      '王珂 · 明德学校',
      '微信或相机扫码打开 · 有效期至 12-23',
    ])
  })

  test('the poster has a password only when one is passed', () => {
    expect(drawn({ password: '密码 k7m3' }).texts).toContain('密码 k7m3')
    expect(drawn().texts.join()).not.toContain('密码')
  })

  test('a folder has its picture, without a label', () => {
    expect(drawn({ tile: { group: 'folder', label: '' } }).texts[0]).toBe('招生简章.pdf')
  })

  test('a long name is cut after two lines, with dots, and never inside a character', () => {
    const [label, first, second, from] = drawn({ name: '👨‍👩‍👧'.repeat(60) }).texts
    expect([label, from]).toStrictEqual(['PDF', '王珂 · 明德学校'])
    expect(first).toMatch(/^(👨‍👩‍👧)+$/u)
    expect(second).toMatch(/^(👨‍👩‍👧)+…$/u)
  })

  test('the colours of files are those of their tiles', () => {
    const styles = readFileSync(new URL('../../../src/components/ui/Tile.scss', import.meta.url), 'utf8')
    const found = [...styles.matchAll(/\.tile-(\w+) \{\s*background-color: (#\w+);/g)]
    expect(Object.fromEntries(found.map(([, group, colour]) => [group, colour]))).toStrictEqual(tileColours)
  })
})

describe('lines', () => {
  const brush = { measureText: (text: string) => ({ width: text.length }) }
  test.each([
    ['fits', 'abc', 3, 1, ['abc']],
    ['is broken', 'abcdef', 3, 2, ['abc', 'def']],
    ['is cut', 'abcdefg', 3, 2, ['abc', 'de…']],
    ['begins no line with a space', 'abc def', 3, 2, ['abc', 'def']],
    ['has no room for one character', '国', 0, 1, ['国']],
    ['is empty', '', 3, 1, []],
  ])('%s', (_what, text, room, most, expected) => {
    expect(linesOf(brush, text, room, most)).toStrictEqual(expected)
  })
})

describe('a QR code as a picture', () => {
  test('the picture has a square for every dark one, and a margin around them', () => {
    const code = qrMatrix(address)
    const dark = Array.from({ length: code.size ** 2 }, (_, at) =>
      code.isDark(at % code.size, Math.floor(at / code.size)),
    ).filter(Boolean).length
    expect(qrRuns(code).reduce((sum, { length }) => sum + length, 0)).toBe(dark)
    expect(decodeURIComponent(qrPicture(code))).toContain(`viewBox='-4 -4 ${code.size + 8} ${code.size + 8}'`)
  })

  test('the picture is an address that cannot end `url("…")`', () => {
    expect(qrPicture(qrMatrix(address))).not.toMatch(/["\n<>#]/)
  })
})

import { describe, expect, test } from '@jest/globals'
import type { ReadingBlock } from '@/contract/previews/reading'
import { isSafeLink } from '@/domain/previews/readingBlocks'
import { countFound, finderOf, findInPiece, firstFrom, markFound } from '@/domain/previews/readingFind'
import { lineHeightOf, readLook, sizeAfter, usualLook } from '@/domain/previews/readingLook'
import { watermarkImage } from '@/domain/previews/readingWatermark'
import { keepReadingPlace, keptPlaceOf, type KeptPlace } from '@/domain/previews/readingPlaces'

const finder = (text: string) => finderOf(text)!
const text = (...words: string[]): ReadingBlock => ({ kind: 'text', runs: words.map((each) => ({ text: each })) })

describe('[AH-36] finding in a text', () => {
  test('letters are found whatever their case, and signs mean themselves', () => {
    const count = (within: string, sought: string) => countFound([{ text: within }], finderOf(sought))
    expect(count('Satchel SATCHEL satchel', 'satchel')).toBe(3)
    expect(count('a.b a+b axb', 'a.b')).toBe(1)
    expect(count('f(x) [y] {z} \\n a-b ^ $', '\\n a-b ^ $')).toBe(1)
    expect(count('书包云盘，书包', '书包')).toBe(2)
    expect(count('aaaa', 'aa')).toBe(2)
    expect(count('😀a😀', '😀')).toBe(2)
    expect([finderOf(''), finderOf(' \n')]).toStrictEqual([null, null])
  })

  test('a text is found across runs, in cells of tables and in order', () => {
    const table: ReadingBlock = {
      kind: 'table',
      header: [[{ text: 'ab' }], [{ text: 'x' }]],
      rows: [[[{ text: 'y' }], [{ text: 'ab ab' }]]],
    }
    const blocks = [text('xa', 'by'), { kind: 'rule' } as const, table]
    expect(findInPiece(3, blocks, finder('ab'), 10)).toStrictEqual([
      { piece: 3, block: 0, nth: 0 },
      { piece: 3, block: 2, nth: 0 },
      { piece: 3, block: 2, nth: 1 },
      { piece: 3, block: 2, nth: 2 },
    ])
    expect(findInPiece(3, blocks, finder('ab'), 2)).toHaveLength(2)
  })

  test('runs are cut at what was found, and together still say the same', () => {
    const runs = [{ text: 'one a', bold: true as const }, { text: 'b two ab' }]
    expect(markFound(runs, finder('ab'), 4)).toStrictEqual([
      { text: 'one ', bold: true, nth: null },
      { text: 'a', bold: true, nth: 4 },
      { text: 'b', nth: 4 },
      { text: ' two ', nth: null },
      { text: 'ab', nth: 5 },
    ])
    expect(markFound(runs, null)).toStrictEqual(runs.map((run) => ({ ...run, nth: null })))
    expect(markFound([{ text: '' }], finder('a'))).toStrictEqual([{ text: '', nth: null }])
  })

  test('the search begins where the reader is, and begins again at the end', () => {
    const found = [
      { piece: 0, block: 4, nth: 0 },
      { piece: 2, block: 1, nth: 0 },
    ]
    expect(firstFrom(found, { piece: 0, block: 0 })).toBe(0)
    expect(firstFrom(found, { piece: 0, block: 5 })).toBe(1)
    expect(firstFrom(found, { piece: 2, block: 2 })).toBe(0)
    expect(firstFrom([], { piece: 0, block: 0 })).toBe(0)
  })
})

describe('[AH-36] the look of a text', () => {
  test('letters have 17 px at first', () => {
    expect([usualLook.size, lineHeightOf(usualLook)]).toStrictEqual([17, 29])
  })

  test('a stored look counts as far as it is known', () => {
    const chosen = { size: 22, paper: 'sepia', spacing: 'loose', font: 'serif' } as const
    expect(readLook(chosen)).toStrictEqual(chosen)
    expect(readLook({ size: 900, paper: 'url(x)', spacing: 'loose' })).toStrictEqual({ ...usualLook, spacing: 'loose' })
    for (const broken of [undefined, null, 7, 'x', []]) expect(readLook(broken)).toStrictEqual(usualLook)
  })

  test('sizes end at the smallest and the largest', () => {
    expect([sizeAfter(17, 1), sizeAfter(17, -1), sizeAfter(14, -1), sizeAfter(32, 1)]).toStrictEqual([19, 15, 14, 32])
  })

  test('links of a document lead only to web pages and mail addresses', () => {
    expect(['https://a.cn', 'HTTP://a', 'mailto:a@b.cn'].every(isSafeLink)).toBe(true)
    expect(['javascript:alert(1)', ' https://a', 'data:text/html,a', '//a.cn', 'file:///etc'].some(isSafeLink)).toBe(
      false,
    )
  })
})

describe('[AH-36] the place in a text', () => {
  const places: KeptPlace[] = [
    { version: 7, piece: 2, block: 5 },
    { version: 7, encoding: 'big5', piece: 1, block: 0 },
  ]

  test('each version and encoding has its own', () => {
    expect(keptPlaceOf(places, { version: 7 })).toStrictEqual({ piece: 2, block: 5 })
    expect(keptPlaceOf(places, { version: 7, encoding: 'big5' })).toStrictEqual({ piece: 1, block: 0 })
    expect(keptPlaceOf(places, { version: 8 })).toBeNull()
  })

  test('the newest is first, the beginning is not kept, and the oldest are dropped', () => {
    const more = keepReadingPlace(places, { version: 9 }, { piece: 0, block: 3 }, 2)
    expect(more).toStrictEqual([{ version: 9, piece: 0, block: 3 }, places[0]])
    expect(keepReadingPlace(places, { version: 7 }, { piece: 0, block: 0 }, 2)).toStrictEqual([places[1]])
  })
})

describe('[AH-24] [AH-36] the watermark over a text', () => {
  const drawn = (text: string) => decodeURIComponent(watermarkImage(text, 'black').replace('data:image/svg+xml,', ''))

  test('each line is drawn, and signs of XML and of addresses mean themselves', () => {
    const svg = drawn('陈希 <b>&"\'\n</svg><script>')
    expect(svg.match(/<tspan/g)).toHaveLength(2)
    expect(svg).toContain('陈希 &lt;b&gt;&amp;&quot;&apos;')
    expect(svg).toContain('&lt;/svg&gt;&lt;script&gt;')
    expect(watermarkImage('") url(https://a.cn', 'black')).not.toMatch(/["<> ]/)
  })

  test('a letter that no XML may contain is left out', () => {
    expect(drawn('a\0\u0007\ud800b')).toContain('>ab</tspan>')
    expect(drawn('😀')).toContain('😀')
  })
})

import { describe, expect, test } from '@jest/globals'
import { checkFileName } from '@/domain/items/naming'
import { Cleaning, type Look } from '@/domain/scans/clean'
import { findPage } from '@/domain/scans/findPage'
import { sizeWithin, type Pixels } from '@/domain/scans/pixels'
import { isPage, moveCorner, pageSize, turnQuad, WHOLE, type Corner, type Quad } from '@/domain/scans/quad'
import { scanName } from '@/domain/scans/scanName'
import { ScanPdf } from '@/domain/scans/ScanPdf'
import { Straightening } from '@/domain/scans/straighten'

type Colour = readonly [number, number, number]

/** A picture whose pixels are computed from their place, 0 to 1. */
function picture(width: number, height: number, at: (x: number, y: number) => Colour): Pixels {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      data.set([...at((x + 0.5) / width, (y + 0.5) / height), 255], (y * width + x) * 4)
  return { width, height, data }
}

const colourAt = ({ width, height, data }: Pixels, x: number, y: number) => [
  ...data.subarray((Math.floor(y * height) * width + Math.floor(x * width)) * 4).subarray(0, 3),
]

const isInside = (quad: Quad, x: number, y: number) =>
  quad.every((corner, n) => {
    const next = quad[(n + 1) % 4]!
    return (next.x - corner.x) * (y - corner.y) - (next.y - corner.y) * (x - corner.x) >= 0
  })

const tilted: Quad = [
  { x: 0.22, y: 0.12 },
  { x: 0.85, y: 0.2 },
  { x: 0.78, y: 0.9 },
  { x: 0.1, y: 0.8 },
]
/** Paper with lines of print in a shadow, on a table that is not even. */
const photo = (paper: number, table: number) =>
  picture(300, 400, (x, y) => {
    if (!isInside(tilted, x, y)) return [table + 12 * Math.sin(40 * x), table, table]
    const isPrint = Math.floor(y * 40) % 3 === 0 && x > 0.3 && x < 0.7
    const value = isPrint ? 40 : paper - 30 * x
    return [value, value, value * 0.95]
  })

const far = (a: Quad, b: Quad) => Math.max(...a.map(({ x, y }, n) => Math.hypot(x - b[n]!.x, y - b[n]!.y)))

function straightened(source: Pixels, quad: Quad, width: number, height: number): Pixels {
  const work = new Straightening(source, quad, { width, height })
  work.fillRows(0, height)
  return work.page
}

function cleaned(page: Pixels, look: Look): Pixels {
  new Cleaning(page, look).cleanRows(0, page.height)
  return page
}

test('[AH-44] a picture is made smaller, never larger, and no side of it vanishes', () => {
  expect(sizeWithin({ width: 4000, height: 3000 }, 1000)).toStrictEqual({ width: 1000, height: 750 })
  expect(sizeWithin({ width: 40, height: 30 }, 1000)).toStrictEqual({ width: 40, height: 30 })
  expect(sizeWithin({ width: 9000, height: 2 }, 1000)).toStrictEqual({ width: 1000, height: 1 })
})

describe('[AH-44] the corners of a page', () => {
  test('are found on a darker table, clockwise from the top left', () => {
    const found = findPage(photo(220, 70))
    expect(found && far(found, tilted)).toBeLessThan(0.02)
  })

  test.each<[string, Pixels]>([
    ['a page on a table of its own brightness', photo(190, 185)],
    ['an even picture', picture(200, 100, () => [128, 128, 128])],
    ['a bright spot', picture(200, 200, (x, y) => (Math.hypot(x - 0.5, y - 0.5) < 0.1 ? [255, 255, 255] : [0, 0, 0]))],
    ['a single pixel', picture(1, 1, () => [255, 255, 255])],
  ])('are not invented: %s', (_name, source) => {
    expect(findPage(source)).toBeNull()
  })

  test('stay within the photo, and a page never folds over', () => {
    const moved = moveCorner(WHOLE, 0, { x: -0.3, y: 0.2 })
    expect(moved[0]).toStrictEqual({ x: 0, y: 0.2 })
    const places: Corner[] = [
      { x: 0.9, y: 0.95 },
      { x: 0.5, y: 0.5 },
      { x: NaN, y: 0 },
    ]
    for (const to of places) expect(moveCorner(WHOLE, 0, to)).toBe(WHOLE)
    expect(isPage([WHOLE[0], WHOLE[3], WHOLE[2], WHOLE[1]])).toBe(false)
  })

  test('turn by a quarter, and four turns change nothing', () => {
    expect(turnQuad(tilted)[1]).toStrictEqual(tilted[0])
    expect(turnQuad(turnQuad(turnQuad(turnQuad(tilted))))).toStrictEqual(tilted)
  })

  test('a page that is nearly A4 becomes A4; others keep their shape; none is larger than asked', () => {
    expect(pageSize(WHOLE, { width: 2000, height: 2700 }, 2339)).toStrictEqual({ width: 1654, height: 2339 })
    expect(pageSize(WHOLE, { width: 900, height: 300 }, 2339)).toStrictEqual({ width: 900, height: 300 })
    expect(pageSize(WHOLE, { width: 5000, height: 1000 }, 500)).toStrictEqual({ width: 500, height: 100 })
  })
})

describe('[AH-44] a straightened page', () => {
  test('shows the page and nothing of the table, upright', () => {
    const marked = picture(300, 400, (x, y) => {
      if (!isInside(tilted, x, y)) return [0, 0, 255]
      return Math.hypot(x - tilted[1].x, y - tilted[1].y) < 0.15 ? [255, 0, 0] : [255, 255, 255]
    })
    const page = straightened(marked, tilted, 200, 280)
    expect(colourAt(page, 0.95, 0.03)).toStrictEqual([255, 0, 0])
    for (const [x, y] of [
      [0.03, 0.03],
      [0.03, 0.97],
      [0.97, 0.97],
      [0.5, 0.5],
    ] as const)
      expect(colourAt(page, x, y)).toStrictEqual([255, 255, 255])
    expect(colourAt(straightened(marked, turnQuad(tilted), 280, 200), 0.97, 0.95)).toStrictEqual([255, 0, 0])
  })

  test.each<[Look, number]>([
    ['colour', 1],
    ['grey', 1],
    ['mono', 1],
  ])('loses its shadow in the look %s, and keeps its print', (look) => {
    const page = cleaned(
      picture(240, 320, (x, y) => {
        const light = 225 - 110 * x
        const isPrint = Math.floor(y * 32) % 4 === 0 && Math.floor(x * 60) % 2 === 0
        return isPrint ? [light * 0.2, light * 0.2, light * 0.2] : [light, light * 0.98, light * 0.9]
      }),
      look,
    )
    for (const x of [0.02, 0.5, 0.98]) {
      expect(Math.min(...colourAt(page, x, 0.55))).toBeGreaterThan(235)
      expect(Math.max(...colourAt(page, Math.floor(x * 30) / 30 + 0.005, 0.01))).toBeLessThan(60)
    }
  })

  test('keeps a stamp red in colour, and has no colour in the other looks', () => {
    const stamped = () =>
      picture(200, 280, (x, y) => (Math.hypot(x - 0.5, y - 0.5) < 0.04 ? [200, 40, 40] : [210, 208, 200]))
    const [red, green] = colourAt(cleaned(stamped(), 'colour'), 0.5, 0.5)
    expect(red! - green!).toBeGreaterThan(120)
    for (const look of ['grey', 'mono'] as const)
      expect(new Set(colourAt(cleaned(stamped(), look), 0.5, 0.5)).size).toBe(1)
  })
})

describe('[AH-44] the PDF of a scan', () => {
  test('has a page per picture; its table names the place of every object', () => {
    const pdf = new ScanPdf()
    const parts = [pdf.begin()]
    for (let page = 1; page <= 3; page += 1)
      parts.push(...pdf.addPage(Uint8Array.of(0xff, 0xd8, page, 0xff, 0xd9), { width: 1654, height: 2339 }))
    parts.push(pdf.end('扫描'))
    const text = Buffer.concat(parts).toString('latin1')
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
    const rows = text.slice(start).match(/^\d{10} 00000 n $/gm)!
    expect(rows).toHaveLength(12)
    for (const [at, row] of rows.entries())
      expect(text.slice(Number(row.slice(0, 10))).startsWith(`${at + 1} 0 obj\n`)).toBe(true)
    expect(text).toContain('/Kids [6 0 R 9 0 R 12 0 R]')
    expect(text).toContain('/MediaBox [0 0 595.33 841.89]')
    expect(text).toContain('/Title <feff626b63cf>')
  })

  test('has a name with the local time that a file may have', () => {
    const name = `${scanName('扫描', Date.UTC(2026, 10, 30, 18, 5) / 1000, 480)}.pdf`
    expect(name).toBe('扫描 2026-12-01 02.05.pdf')
    expect(checkFileName(name)).toStrictEqual({ ok: true, name })
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { isRightToLeft, OrderedText } from '../../../server/previews/converters/text/rightToLeft'
import { PdfDocument } from '../../../server/previews/converters/pdf/document'
import { bytesAt, fileOf, finished, startDocumentServer } from './documentServer'
import { deepTest } from '../../support/deep'

/** The parts of a text from left to right, those from right to left in braces. */
const seen = (text: string, base?: 'ltr' | 'rtl') =>
  new OrderedText([{ text }], base)
    .visuals(0, text.length)
    .map((part) => (part.isRightToLeft ? `{${part.text}}` : part.text))
    .join('|')

describe('[PREV-02] letters that are written from right to left', () => {
  test('are found among others', () => {
    for (const text of ['שלום', 'a مرحبا', 'ﷲ']) assert.ok(isRightToLeft(text), text)
    for (const text of ['abc', '中文 한국어 ไทย', 'नमस्ते 😀']) assert.ok(!isRightToLeft(text), text)
  })

  test('stand in the order of their paragraph', () => {
    assert.equal(seen('שלום עולם'), '{שלום עולם}')
    assert.equal(seen('abc שלום עולם def'), 'abc |{שלום עולם}| def')
    assert.equal(seen('שלום abc עולם'), '{ עולם}|abc|{שלום }')
    assert.equal(seen('שנת 2026 טובה'), '{ טובה}|2026|{שנת }')
    assert.equal(seen('a = "שלום"', 'ltr'), 'a = "|{שלום}|"')
  })

  test('turn the brackets between them, and lose marks that only order', () => {
    assert.equal(seen('שלום (עולם)'), '{שלום )עולם(}')
    assert.equal(seen('שלום\u200f!'), '{שלום!}')
  })

  test('keep the style of each part', () => {
    const text = new OrderedText([
      { text: 'אב', style: 1 },
      { text: 'גד', style: 2 },
    ])
    assert.deepEqual(
      text.visuals(0, 4).map(({ text: part, piece }) => [part, piece.style]),
      [
        ['גד', 2],
        ['אב', 1],
      ],
    )
  })

  describe('on a page', () => {
    startDocumentServer(() => new Date())

    /** The columns of the first page that have ink, in points. */
    const inkOf = async (name: string, content: string) => {
      const { preview_url, reason } = await finished((await fileOf(name, content)).id)
      assert.equal(reason, null)
      const document = await PdfDocument.open(await bytesAt(preview_url))
      assert.ok(document !== 'encrypted', 'the page needs no password')
      const { data, pixels } = await document.draw(0, () => 1)
      const grey = await sharp(data, { raw: { ...pixels, channels: 4 } })
        .greyscale()
        .raw()
        .toBuffer()
      const columns = Array.from({ length: pixels.width }, (_, x) => x).filter((x) =>
        Array.from({ length: pixels.height }, (_, y) => grey[y * pixels.width + x]!).some((value) => value < 160),
      )
      return { first: columns[0]!, last: columns.at(-1)!, count: columns.length }
    }

    for (const name of ['a.txt', 'a.md']) {
      test(`a paragraph begins at the right of ${name}`, async () => {
        const { first, last } = await inkOf(name, 'مرحبا بالعالم')
        assert.ok(first > 180 && last > 335 && last < 348, `ink from ${first} to ${last}`)
      })
    }

    deepTest('a line of code begins at the left', async () => {
      const { first } = await inkOf('a.js', 'مرحبا')
      assert.ok(first < 40, `ink from ${first}`)
    })

    test('the letters of Arabic are joined', async () => {
      const joined = await inkOf('b.txt', 'سسسسسس')
      const apart = await inkOf('c.txt', 'س س س س س س')
      assert.ok(joined.count < 0.8 * apart.count, `${joined.count} columns of ink, ${apart.count} if not joined`)
    })

    deepTest(
      'a long paragraph is broken into rows, and its first word stands at the right of the first row',
      async () => {
        const { first, last } = await inkOf('d.txt', `${'مرحبا '.repeat(60)}`)
        assert.ok(first >= 14 && last <= 346, `ink from ${first} to ${last}`)
      },
    )

    // The library allows such a word the width of what stands before it, too.
    for (const [name, content] of [
      ['wide.md', `**${'w'.repeat(18)}** ${'w'.repeat(32)}`],
      ['wide.txt', `${'한국어 '.repeat(4)}${'w'.repeat(32)}`],
      ['words.txt', `ដោយយល់ឃើញ (ថា) ${'ដោយយល់\u200bឃើញថា'.repeat(8)}`],
    ] as const)
      test(`a long word behind another font or style stays on the page, in ${name}`, async () => {
        const { last } = await inkOf(name, content)
        assert.ok(last <= 346, `ink until ${last}`)
      })

    test('the letters of Devanagari are joined', async () => {
      const [joined, apart] = [await inkOf('e.txt', 'क्षक्षक्ष'), await inkOf('f.txt', 'कषकषकष')]
      assert.ok(joined.count < apart.count, `${joined.count} columns of ink, ${apart.count} if not joined`)
    })
  })
})

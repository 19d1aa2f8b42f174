import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { ReadingBlock } from '@/contract/previews/reading'
import { readRootfile } from '../../../server/previews/converters/blocks/bookPackage'
import { DocxBlocks } from '../../../server/previews/converters/document/DocxBlocks'
import { DocxLists, DocxStyles } from '../../../server/previews/converters/document/docxStyles'
import { flowOf } from '../../../server/previews/converters/document/flow'
import { LIST, type PieceList } from '../../../server/previews/converters/reading/pieceList'
import { writePieces } from '../../../server/previews/converters/reading/pieces'
import { readTags } from '../../../server/previews/converters/tags'
import { NoPreview } from '../../../server/previews/converters/task'

const nothing = () => undefined

describe('[AH-38] the readers of documents are bounded', () => {
  test('elements of any part that lie too deep are refused, and many beside one another are not', () => {
    const tooLarge = (error: unknown) => error instanceof NoPreview && error.reason === 'too_large'
    assert.throws(() => readTags('<a>'.repeat(3000), nothing), tooLarge)
    let count = 0
    readTags(`<w:s>${'<a><b/></a>'.repeat(3000)}</w:s>`, () => (count += 1))
    assert.equal(count, 6001)
    readTags(`<a>${'</b>'.repeat(500)}</a>`, nothing)
    assert.throws(
      () => readTags(`${'<a>'.repeat(1900)}${'</b>'.repeat(100_000)}`, nothing),
      (error: unknown) => error instanceof NoPreview && error.reason === 'failure',
    )
    assert.throws(() => readRootfile('<a>'.repeat(3000)), tooLarge)
  })

  test('the beginning of a document also ends in tables without a text', () => {
    const wide = '<w:tr><w:tc><w:gridSpan w:val="59"/></w:tc><w:tc/></w:tr>'
    const header = `<w:tr><w:tblHeader/><w:tc><w:gridSpan w:val="59"/></w:tc><w:tc/></w:tr>`
    const repeated = `${header}${'<w:tr><w:tc/><w:tc/></w:tr><w:tr><w:tc/></w:tr>'.repeat(100)}`
    for (const rows of [wide.repeat(100), repeated]) {
      const reader = new DocxBlocks({
        styles: new DocxStyles(''),
        lists: new DocxLists(''),
        links: new Map(),
        isUndivided: false,
        most: 24 * 1024,
      })
      assert.equal(reader.write(`<w:tbl>${rows.slice(0, 400)}`), true)
      assert.equal(reader.write(rows.slice(400)), false)
    }
  })

  test('many short lines of a PDF are joined like long ones', () => {
    const texts = ['an inter-', 'est', 'in', '中', '文', 'a', '-', 'b']
    const lines = Array.from({ length: 16_000 }, (_, at) => ({
      text: texts[at % texts.length]!,
      left: 0,
      right: 50,
      top: -12 * at,
      bottom: -12 * at - 12,
    }))
    const text = Array.from({ length: 2000 }, () => 'an interest in 中文 a - b').join(' ')
    assert.deepEqual([...flowOf([lines], 12)], [{ text, level: null }])
  })

  test('the list of the pieces stays short, whatever the headings contain', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'satchel-pieces-'))
    const listOf = async (name: string, blocks: readonly ReadingBlock[]) => {
      const output = join(folder, name)
      await writePieces(output, blocks, false)
      const bytes = await readFile(output)
      const end = bytes.indexOf('\n')
      assert.ok(end > 0 && end < LIST, String(end))
      return JSON.parse(bytes.toString('utf8', 0, end)) as PieceList
    }
    const heading = (text: string): ReadingBlock => ({ kind: 'heading', level: 1, runs: [{ text }] })
    const { outline } = await listOf('short', [heading('\u0001\u0002'), heading('\u0001甲\u0007\n乙')])
    assert.deepEqual(outline, [{ level: 1, text: '甲 乙', piece: 0, block: 1 }])
    // Half letters take six bytes each, and a table without a text has a piece of its own.
    const table: ReadingBlock = { kind: 'table', header: [], rows: [Array.from({ length: 2500 }, () => [])] }
    const half = Array.from({ length: 250 }, (_, at) => heading(`${at}${'\udc00'.repeat(70)}`))
    const long = await listOf('long', [...half, ...Array.from({ length: 1500 }, () => table)])
    assert.ok(long.pieces.length > 1400, String(long.pieces.length))
    assert.ok(long.outline!.length > 100 && long.outline!.length < 250, String(long.outline!.length))
    assert.equal(long.outline![0]!.text.slice(0, 2), '0\udc00')
    await rm(folder, { recursive: true })
  })
})

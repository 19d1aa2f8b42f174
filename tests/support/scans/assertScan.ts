import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { PdfDocument } from '../../../server/previews/converters/pdf/document'
import type { TestServer } from '../testServer'

/** How bright the paper is after cleaning, at least, and the share of a page's edge that may be darker. */
const PAPER = 225
const DARK_SHARE = 0.1

/** Asserts that a file is a PDF with so many pages, each of which shows only paper along its edges: the table around it is gone. */
export async function assertScan({ deps: { db, storage } }: Pick<TestServer, 'deps'>, name: string, pages: number) {
  const { key } = await db
    .selectFrom('items')
    .innerJoin('versions', 'versions.id', 'items.current_version_id')
    .innerJoin('bodies', 'bodies.id', 'versions.body_id')
    .select('bodies.key')
    .where('items.name', '=', name)
    .executeTakeFirstOrThrow()
  const document = await PdfDocument.open(await buffer(await storage.read(key)))
  assert.ok(document !== 'encrypted' && document.hasValidList)
  assert.equal(document.pageCount, pages)
  for (let at = 0; at < pages; at += 1) {
    const { data, pixels } = await document.draw(at, ({ width, height }) => 400 / Math.max(width, height))
    const { width, height } = pixels
    const inset = 12
    const edge: number[] = []
    for (let x = inset; x < width - inset; x += 1) edge.push(inset * width + x, (height - inset) * width + x)
    for (let y = inset; y < height - inset; y += 1) edge.push(y * width + inset, y * width + width - inset)
    const dark = edge.filter((place) => data[place * 4 + 1]! < PAPER)
    assert.ok(
      dark.length / edge.length < DARK_SHARE,
      `page ${at + 1}: ${dark.length} of ${edge.length} pixels are dark`,
    )
  }
}

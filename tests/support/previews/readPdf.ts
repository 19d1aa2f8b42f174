import assert from 'node:assert/strict'
import sharp from 'sharp'
import { PdfDocument } from '../../../server/previews/converters/pdf/document'

/** Text of every page, and a picture of it. A picture takes far longer than a text. */
export async function readPdf(bytes: Buffer): Promise<{ pages: string[]; pictures: Buffer[] }> {
  const document = await opened(bytes)
  const pages: string[] = []
  const pictures: Buffer[] = []
  for (let at = 0; at < document.pageCount; at += 1) {
    pages.push(document.text(at))
    const { data, pixels } = await document.draw(at, () => 1)
    pictures.push(
      await sharp(data, { raw: { ...pixels, channels: 4 } })
        .png()
        .toBuffer(),
    )
  }
  return { pages, pictures }
}

/** Text of every page. */
export async function textsOfPages(bytes: Buffer): Promise<string[]> {
  const document = await opened(bytes)
  return Array.from({ length: document.pageCount }, (_, at) => document.text(at))
}

async function opened(bytes: Buffer): Promise<PdfDocument> {
  const document = await PdfDocument.open(bytes)
  assert.ok(document !== 'encrypted', 'the PDF is encrypted')
  return document
}

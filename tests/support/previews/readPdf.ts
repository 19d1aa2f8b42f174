import assert from 'node:assert/strict'
import sharp from 'sharp'
import { PdfDocument } from '../../../server/previews/converters/pdf/document'

/** Text of every page, and a picture of it. */
export async function readPdf(bytes: Buffer): Promise<{ pages: string[]; pictures: Buffer[] }> {
  const document = await PdfDocument.open(bytes)
  assert.ok(document !== 'encrypted')
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

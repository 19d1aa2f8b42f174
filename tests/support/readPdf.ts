import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'

/** Text of every page, and a picture of it. */
export async function readPdf(bytes: Buffer): Promise<{ pages: string[]; pictures: Buffer[] }> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(bytes)
  const pages: string[] = []
  const pictures: Buffer[] = []
  for (const page of document.pages()) {
    pages.push(page.getText())
    const { data } = await page.render({
      scale: 1,
      render: ({ data: pixels, width, height }) =>
        sharp(Buffer.from(pixels), { raw: { width, height, channels: 4 } })
          .png()
          .toBuffer(),
    })
    pictures.push(Buffer.from(data))
  }
  document.destroy()
  return { pages, pictures }
}

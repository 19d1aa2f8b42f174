import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { looksAlike } from '../../support/previews/differs'
import { popplerPage, withoutChineseFont, withoutPoppler } from '../../support/previews/poppler'
import { damagedPdfs, dingbats, exchangedColours, fontlessChinese, jbig2, jpeg2000 } from '../../support/samples/pdfs'
import { until } from '../../support/until'
import { openDrive } from '../rig/drive'
import { row, shown } from '../rig/screen'

const drive = openDrive()
const NAME = '课本.pdf'

/** PDFs for which the worker of pdf.js fetches further files. Without those these pages are blank or wrong. */
const kinds: [kind: string, make: () => Buffer | Promise<Buffer>, skip?: string | false][] = [
  ['Chinese in a font that is not embedded (predefined CMap)', fontlessChinese, withoutChineseFont],
  ['JPEG 2000', jpeg2000],
  ['JBIG2', jbig2],
  ['an ICC profile', exchangedColours],
  ['a standard font that is not embedded', dingbats],
]

describe('[PREV-07] the browser draws what poppler draws', { skip: withoutPoppler }, () => {
  for (const [kind, make, skip = false] of kinds) {
    test(kind, { skip }, async () => {
      const content = await make()
      await showsAs(content, await popplerPage(content, 600))
    })
  }
})

describe('[PREV-07] the browser shows the first page of a damaged PDF that pdf.js can repair', () => {
  for (const [fault, damaged] of Object.entries(damagedPdfs)) {
    test(fault, async () => {
      const red = { width: 30, height: 20, channels: 3, background: '#f00' } as const
      await showsAs(damaged(), await sharp({ create: red }).png().toBuffer())
    })
  }
})

/** Opens a PDF of the user's own and fails unless its first page comes to look as expected. */
async function showsAs(content: Buffer, expected: Buffer): Promise<void> {
  const user = await drive.make.user()
  await drive.make.file({ owner: user }, { name: NAME, content })
  await drive.visit(user, '/files/own', async (page) => {
    await row(page, NAME).locator('.row-open').tap()
    await canvases(page).first().waitFor({ timeout: 60_000 })
    let fault: unknown
    await until('the first page', async () =>
      looksAlike(await canvasOf(page), expected, 0.12).then(
        () => true,
        (error: unknown) => void (fault = error),
      ),
    ).catch(() => {
      throw fault
    })
  })
}

const canvases = (page: Page) => shown(page).locator('.pdf-page canvas')

/** The first page as it is drawn at the moment, as PNG. */
async function canvasOf(page: Page): Promise<Buffer> {
  const address = await canvases(page)
    .first()
    .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
  return Buffer.from(address.split(',')[1]!, 'base64')
}

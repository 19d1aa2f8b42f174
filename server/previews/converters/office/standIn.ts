import { createWriteStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import sharp from 'sharp'
import { IMAGE_PREVIEW_PIXEL_LIMIT } from '@/domain/previews/limits'
import { readZip } from '../archive/zipFile'
import { openPdf } from '../pdf/check'
import { bottomOf, drawPdf, MARGIN } from '../text/paper'
import { drawRest, REST } from '../text/textToPdf'

/** The previews that iWork writes into its documents: of all pages, and of the first page. The document may be a folder that was packed. */
const WHOLE = /^([^/]+\/)?QuickLook\/Preview\.pdf$/
const FIRST_PAGES = [/^([^/]+\/)?preview\.jpg$/, /^([^/]+\/)?QuickLook\/Thumbnail\.jpg$/]
/** bytes of such a preview */
const LIMIT = 128 * 1024 * 1024
/** pixels of the longer side of a first page */
const LONGEST = 2400

/**
 * Writes the preview that an iWork document contains as a PDF.
 * @returns `whole` for a PDF of all pages, `first page` for a picture of the first one, null without a readable preview
 */
export async function writeStandIn(input: string, output: string): Promise<'whole' | 'first page' | null> {
  if (await isWritten(() => extractNamed(input, WHOLE, output), output, isPdf)) return 'whole'
  const picture = `${output}.jpg`
  for (const name of FIRST_PAGES) {
    const extract = () => extractNamed(input, name, picture)
    if (await isWritten(extract, picture, () => drawFirstPage(picture, output))) return 'first page'
  }
  return null
}

/** Whether something was written and can be used; removes it otherwise. A damaged preview says nothing about the document. */
async function isWritten(write: () => Promise<boolean>, output: string, check: (path: string) => Promise<boolean>) {
  try {
    if ((await write()) && (await check(output))) return true
  } catch {
    // Removed below, like one that cannot be used.
  }
  await rm(output, { force: true })
  return false
}

async function extractNamed(input: string, wanted: RegExp, output: string): Promise<boolean> {
  let isFound = false
  await readZip(
    input,
    ({ name, size }) => {
      const isIt = !isFound && wanted.test(name) && size > 0 && size <= LIMIT
      isFound ||= isIt
      return isIt
    },
    (bytes, ...through) => pipeline([bytes, ...through, createWriteStream(output, { mode: 0o600, flags: 'wx' })]),
  )
  return isFound
}

async function isPdf(path: string): Promise<boolean> {
  const document = await openPdf(path)
  return document !== 'encrypted' && document.hasPage(0)
}

/** Says that only the first page is shown. */
async function drawFirstPage(picture: string, output: string): Promise<boolean> {
  const { data, info } = await sharp(await readFile(picture), { limitInputPixels: IMAGE_PREVIEW_PIXEL_LIMIT })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({ width: LONGEST, height: LONGEST, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 80 })
    .toBuffer({ resolveWithObject: true })
  await drawPdf(output, (paper) => {
    const fit: [number, number] = [paper.page.width - 2 * MARGIN, bottomOf(paper) - MARGIN - 3 * MARGIN]
    paper.image(data, MARGIN, MARGIN, { fit })
    paper.y = MARGIN + info.height * Math.min(fit[0] / info.width, fit[1] / info.height)
    drawRest(paper, REST)
  })
  return true
}

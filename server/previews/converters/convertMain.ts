import { writeFile } from 'node:fs/promises'
import { NoPreview, type Outcome, type Task } from './task'

/**
 * The converting process. Each task arrives as a message and is answered by a message. The process shares no memory with the server, so a picture
 * that crashes its reader costs only one preview.
 */
process.on('message', (task: Task) => {
  void run(task).then(
    (outcome) => process.send?.({ done: outcome, memory: process.memoryUsage.rss() }),
    (error: unknown) => process.send?.({ failed: readFault(error), memory: process.memoryUsage.rss() }),
  )
})
process.on('disconnect', () => process.exit())

/** The modules per kind of task: loading all of them takes longer than most tasks. */
const load = {
  archive: () => import('./archive/listing'),
  archiveFolder: () => import('./archive/folder'),
  copyBook: () => import('./workbook/copyBook'),
  copyDocument: () => import('./conversion/copyDocument'),
  makeBook: () => import('./workbook/makeBook'),
  makeDocument: () => import('./conversion/makeDocument'),
  blocksToPdf: () => import('./blocks/blocksToPdf'),
  grid: () => import('./grid/makeGrid'),
  markdownToPdf: () => import('./text/markdownToPdf'),
  officeCheck: () => import('./office/check'),
  pdfBlank: () => import('./pdf/blank'),
  pdfCheck: () => import('./pdf/check'),
  pdfPages: () => import('./pdf/pages'),
  pdfScans: () => import('./pdf/scans'),
  pdfTexts: () => import('./pdf/pageTexts'),
  pictures: () => import('./picture/pictures'),
  readContent: () => import('./readContent'),
  reading: () => import('./reading/makeReading'),
  readTable: () => import('./table/readTable'),
  scanToPdf: () => import('./picture/scanToPdf'),
  textToPdf: () => import('./text/textToPdf'),
  watermarked: () => import('./watermarked'),
}

/** ms between two progress reports */
const SHARE_INTERVAL = 200
let lastReport = 0

function reportShare(share: number): void {
  if (Date.now() - lastReport < SHARE_INTERVAL) return
  lastReport = Date.now()
  process.send?.({ progress: share })
}

async function run(task: Task): Promise<Outcome> {
  switch (task.kind) {
    case 'pictures':
      return (await load.pictures()).makePictures(task.input, task.extension, task.outputs)
    case 'watermarkPicture':
      return {
        types: [await (await load.watermarked()).watermarkPicture(task.input, task.output, task.watermark)],
      }
    case 'watermarkOverlay':
      await (await load.watermarked()).watermarkOverlay(task.output, task.side, task.watermark)
      return { types: ['image/png'] }
    case 'checkPdf':
      return (await load.pdfCheck()).checkPdf(task.input)
    case 'replaceBlank':
      await (await load.pdfBlank()).replaceBlank(task.input, task.lacksParts)
      return { types: [] }
    case 'checkOffice':
      return (await load.officeCheck()).checkOffice(task.input, task.output)
    case 'textPdf':
      await (await load.textToPdf()).textToPdf(task.input, task.output, task)
      return { types: ['application/pdf'] }
    case 'markdownPdf':
      await (await load.markdownToPdf()).markdownToPdf(task.input, task.output, task.encoding)
      return { types: ['application/pdf'] }
    case 'blocksPdf':
      await (await load.blocksToPdf()).blocksToPdf(task.input, task.output, task.format)
      return { types: ['application/pdf'] }
    case 'reading':
      await (await load.reading()).makeReading(task.input, task.output, task)
      return { types: ['application/json'] }
    case 'makeDocument':
      await (await load.makeDocument()).makeDocument(task.input, task.output, task.from)
      return { types: ['application/octet-stream'] }
    case 'copyDocument':
      await (await load.copyDocument()).copyDocument(task.input, task.output, task.to)
      return { types: [] }
    case 'makeBook':
      await (await load.makeBook()).makeBook(task.input, task.output, task)
      return { types: ['application/octet-stream'] }
    case 'copyBook':
      await (await load.copyBook()).copyBook(task.input, task.output, task.to)
      return { types: [] }
    case 'grid':
      await (await load.grid()).makeGrid(task.input, task.output, task)
      return { types: ['application/json'] }
    case 'scanPdf':
      await (await load.scanToPdf()).scanToPdf(task.input, task.output, reportShare)
      return { types: ['application/pdf'] }
    case 'watermarkPdf':
      await (await load.watermarked()).watermarkPdf(task.input, task.output, task.watermark, reportShare)
      return { types: ['application/pdf'] }
    case 'listPages':
      return { types: [], pages: await (await load.pdfPages()).listPages(task.input) }
    case 'readPages':
      await (await load.pdfTexts()).writePageTexts(task.input, task.output)
      return { types: ['application/json'] }
    case 'drawPage':
      return { types: [await (await load.pdfPages()).savePage(task.input, task.output, task)] }
    case 'readContent':
      return { types: [], content: await (await load.readContent()).readContent(task.input, task.from, task.words) }
    case 'drawScans':
      return { types: [], scans: await (await load.pdfScans()).drawScans(task.input, task.folder, task.most) }
    case 'checkArchive':
      return { types: [], format: await (await load.archive()).formatOf(task.input, task.extension) }
    case 'listArchive':
      await writeFile(
        task.output,
        JSON.stringify(await (await load.archive()).listArchive(task.input, task.format, reportShare)),
      )
      return { types: ['application/json'] }
    case 'askList':
      return {
        types: [],
        answer: await (await load.archiveFolder()).askList(task.input, task.question, task.only),
      }
    case 'extractEntry':
      await (await load.archive()).extractEntry(task.input, task.format, task.entry, task.output)
      return { types: [] }
    case 'readTable':
      await writeFile(task.output, JSON.stringify(await (await load.readTable()).readTable(task.input, task.most)))
      return { types: ['application/json'] }
  }
}

function readFault(error: unknown): { reason: string; detail: string } {
  if (error instanceof NoPreview) return { reason: error.reason, detail: error.message }
  return { reason: 'failure', detail: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

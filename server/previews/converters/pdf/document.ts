import type { PageLine } from '@/contract/previews/pageTexts'
import { linesOf, placedLinesOf, type PdfLine } from './lines'
import { startPdfium, type Pdfium } from './pdfium'
import { NoPreview } from '../task'

/** points or pixels */
export interface Size {
  width: number
  height: number
}

export interface Drawing {
  /** The size of the page in points. */
  points: Size
  pixels: Size
  /** red, green, blue and opacity of each pixel */
  data: Buffer
}

/** ms of processor time for drawing one page */
const PAGE_TIME = 20_000
/** points; for a page without a size */
const A4: Size = { width: 595.28, height: 841.89 }
/** FPDF_ERR_PASSWORD, FPDF_ERR_SECURITY */
const LOCKED = [4, 5]
/** FPDF_ANNOT */
const ANNOTATIONS = 0x01
/** FPDF_REVERSE_BYTE_ORDER */
const RGBA = 0x10
/** FPDFBitmap_BGRA */
const FOUR_BYTES = 4
const WHITE = 0xffffffff
/** FPDF_RENDER_DONE */
const DONE = 2

/** An open document, as handles of PDFium. */
interface Opened {
  pdfium: Pdfium
  document: number
  /** The handle that draws form fields. */
  form: number
  /** PDFium's callback that decides about pausing. */
  pause: number
  /** The processor time, in ms, at which PDFium pauses. */
  until: number
}

/** A PDF opened by PDFium, with a memory of its own. */
export class PdfDocument {
  private constructor(
    private readonly bytes: Uint8Array,
    private opened: Opened,
  ) {}

  /** Throws NoPreview: failure for a file that PDFium cannot read. */
  static async open(file: Buffer): Promise<PdfDocument | 'encrypted'> {
    // PDFium searches only the first kilobyte for the header.
    const bytes = file.subarray(Math.max(0, file.indexOf('%PDF-')))
    const opened = await open(bytes)
    return opened === 'encrypted' ? opened : new PdfDocument(bytes, opened)
  }

  get pageCount(): number {
    return this.opened.pdfium.FPDF_GetPageCount(this.opened.document)
  }

  /** The sizes of all pages in points, without reading their contents. */
  sizes(): Size[] {
    const { pdfium, document } = this.opened
    const place = allocate(pdfium, 2 * Float32Array.BYTES_PER_ELEMENT)
    let before = A4
    return Array.from({ length: this.pageCount }, (_, at) => {
      pdfium.FPDF_GetPageSizeByIndexF(document, at, place)
      const [width = 0, height = 0] = pdfium.pdfium.HEAPF32.subarray(place / 4, place / 4 + 2)
      if (width > 0 && height > 0) before = { width: roundPoints(width), height: roundPoints(height) }
      return before
    })
  }

  /** Whether a page, counted from 0, exists and has a size. */
  hasPage(at: number): boolean {
    return this.onPage(at, (page) => sizeOf(this.opened, page) !== null)
  }

  /** Whether the list of the document's parts is whole. PDFium makes a list of its own for a damaged document. */
  get hasValidList(): boolean {
    return this.opened.pdfium.FPDF_DocumentHasValidCrossReferenceTable(this.opened.document)
  }

  /** The document with all pages of another one behind its own. Throws NoPreview failure. */
  withPagesOf(other: Buffer): Buffer {
    const { pdfium, document } = this.opened
    const place = allocate(pdfium, other.length)
    pdfium.pdfium.HEAPU8.set(other, place)
    const source = pdfium.FPDF_LoadMemDocument(place, other.length, '')
    if (source === 0 || !pdfium.FPDF_ImportPagesByIndex(document, source, 0, 0, this.pageCount))
      throw new NoPreview('failure', 'PDFium cannot join the pages')
    const writer = pdfium.PDFiumExt_OpenFileWriter()
    pdfium.PDFiumExt_SaveAsCopy(document, writer)
    const size = pdfium.PDFiumExt_GetFileWriterSize(writer)
    const copy = allocate(pdfium, size)
    pdfium.PDFiumExt_GetFileWriterData(writer, copy, size)
    pdfium.PDFiumExt_CloseFileWriter(writer)
    return Buffer.from(pdfium.pdfium.HEAPU8.slice(copy, copy + size).buffer)
  }

  /** The text of a page, counted from 0; '' when it cannot be read. */
  text(at: number): string {
    return this.onPage(at, (page) => textOf(this.opened, page))
  }

  /** The lines of a page, counted from 0; none when it cannot be read. */
  lines(at: number): PdfLine[] {
    return this.linesBy(linesOf, at)
  }

  /** The lines of a page, counted from 0, with their places on the shown page; none when it cannot be read. */
  placedLines(at: number): PageLine[] {
    return this.linesBy(placedLinesOf, at)
  }

  private linesBy<Line>(read: (pdfium: Pdfium, page: number, box: number) => Line[], at: number): Line[] {
    const { pdfium } = this.opened
    const place = allocate(pdfium, 4 * Float32Array.BYTES_PER_ELEMENT)
    const lines = this.onPage(at, (page) => read(pdfium, page, place))
    pdfium.pdfium.wasmExports.free(place)
    return lines
  }

  /**
   * Draws a page, counted from 0, on white, with its annotations and form fields. Throws NoPreview failure when the page cannot be drawn; other pages
   * still can.
   * @param scaleOf pixels per point
   */
  async draw(at: number, scaleOf: (points: Size) => number): Promise<Drawing> {
    try {
      return this.onPage(at, (page) => draw(this.opened, page, scaleOf))
    } catch (error) {
      // A crashed instance is never used again.
      const again = await open(this.bytes)
      if (again !== 'encrypted') this.opened = again
      throw new NoPreview('failure', `page ${at + 1} cannot be drawn: ${String(error)}`)
    }
  }

  /** @param use receives 0 for a missing page */
  private onPage<T>(at: number, use: (page: number) => T): T {
    const { pdfium, document } = this.opened
    const page = pdfium.FPDF_LoadPage(document, at)
    const result = use(page)
    if (page !== 0) pdfium.FPDF_ClosePage(page)
    return result
  }
}

async function open(bytes: Uint8Array): Promise<Opened | 'encrypted'> {
  const pdfium = await startPdfium()
  const place = allocate(pdfium, bytes.length)
  pdfium.pdfium.HEAPU8.set(bytes, place)
  const document = pdfium.FPDF_LoadMemDocument(place, bytes.length, '')
  if (document === 0) {
    const fault = pdfium.FPDF_GetLastError()
    if (LOCKED.includes(fault)) return 'encrypted'
    throw new NoPreview('failure', `PDFium says ${fault}`)
  }
  const form = pdfium.PDFiumExt_InitFormFillEnvironment(document, pdfium.PDFiumExt_OpenFormFillInfo())
  const opened: Opened = { pdfium, document, form, pause: allocate(pdfium, 12), until: 0 }
  const isOver = pdfium.pdfium.addFunction(() => Number(processorTime() > opened.until), 'ii')
  pdfium.pdfium.HEAP32.set([1, isOver, 0], opened.pause / 4)
  return opened
}

/** ms of processor time of this process: a page is abandoned for its cost, not because the machine is busy */
function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function draw(opened: Opened, page: number, scaleOf: (points: Size) => number): Drawing {
  const { pdfium, form, pause } = opened
  const points = sizeOf(opened, page)
  if (points === null) throw new Error('the document cannot be read')
  const scale = scaleOf(points)
  const width = Math.max(1, Math.round(points.width * scale))
  const height = Math.max(1, Math.round(points.height * scale))
  const length = width * height * FOUR_BYTES
  const place = allocate(pdfium, length)
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, FOUR_BYTES, place, width * FOUR_BYTES)
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
  if (form !== 0) pdfium.FORM_OnAfterLoadPage(page, form)
  opened.until = processorTime() + PAGE_TIME
  const end = pdfium.FPDF_RenderPageBitmap_Start(bitmap, page, 0, 0, width, height, 0, ANNOTATIONS | RGBA, pause)
  pdfium.FPDF_RenderPage_Close(page)
  if (end !== DONE) throw new Error(`a page takes longer than ${PAGE_TIME} ms`)
  if (form !== 0) {
    pdfium.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, RGBA)
    pdfium.FORM_OnBeforeClosePage(page, form)
  }
  const data = Buffer.from(pdfium.pdfium.HEAPU8.slice(place, place + length).buffer)
  pdfium.FPDFBitmap_Destroy(bitmap)
  pdfium.pdfium.wasmExports.free(place)
  return { points, pixels: { width, height }, data }
}

function sizeOf({ pdfium }: Opened, page: number): Size | null {
  if (page === 0) return null
  const size = { width: pdfium.FPDF_GetPageWidthF(page), height: pdfium.FPDF_GetPageHeightF(page) }
  return size.width > 0 && size.height > 0 ? size : null
}

function textOf({ pdfium }: Opened, page: number): string {
  const text = page === 0 ? 0 : pdfium.FPDFText_LoadPage(page)
  if (text === 0) return ''
  const count = pdfium.FPDFText_CountChars(text)
  const place = allocate(pdfium, 2 * (Math.max(0, count) + 1))
  const written = count > 0 ? pdfium.FPDFText_GetText(text, 0, count, place) : 1
  const bytes = Buffer.from(pdfium.pdfium.HEAPU8.slice(place, place + 2 * Math.max(0, written - 1)))
  pdfium.pdfium.wasmExports.free(place)
  pdfium.FPDFText_ClosePage(text)
  return bytes.toString('utf16le')
}

function allocate({ pdfium }: Pdfium, bytes: number): number {
  const place = pdfium.wasmExports.malloc(bytes)
  if (place === 0) throw new NoPreview('too_large', `no ${bytes} bytes for PDFium`)
  return place
}

function roundPoints(points: number): number {
  return Math.max(0.01, Math.round(points * 100) / 100)
}

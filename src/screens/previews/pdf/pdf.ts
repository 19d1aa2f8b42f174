import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { PageBox, PageMark } from '@/domain/previews/pageWords'
import type { PageHeading } from '../ViewerProps'
import { FirstPage } from './FirstPage'
import { hearGestures } from './pdfGestures'
import { outlineOf } from './pdfOutline'
import { PdfPages } from './pdfPages'
import { PdfPictures } from './pdfPictures'
import { spanIn } from './pdfSpan'

type PdfJs = typeof import('pdfjs-dist')

export interface OpenPdf {
  /** Rejects when the viewer does not start (NotStarted), and when the file cannot be fetched or read; `isBroken` tells the two apart. */
  shown: Promise<void>
  /** Whether the viewer runs and only the file is awaited. */
  readonly hasStarted: boolean
  /** Shows a page, counted from 1, once the pages are there. */
  goTo(page: number): void
  /** Shows a place on a page, counted from 0. */
  showSpot(page: number, box: PageBox): void
  /** Marks found places, by page from 0. */
  mark(marks: ReadonlyMap<number, readonly PageMark[]>): void
  /** Draws a page, counted from 1, as large as a box. @returns ends the drawing */
  draw(page: number, box: HTMLElement): () => void
  /** Whether the first page is wider than high. */
  readonly isWide: boolean
  /** The headings that lead to pages; none before the pages are there. */
  outline(): Promise<PageHeading[]>
  /** Ends everything at once, including what still loads. */
  close(): void
}

interface Listener {
  /** 0 to 100. */
  loaded(percent: number): void
  locked(isWrong: boolean, unlock: (password: string) => void): void
  /** The page being read. */
  turned(page: number, total: number): void
  tapped(): void
}

/** pdf.js failed to load, needs a newer engine, or has no worker that answers. */
export class NotStarted extends Error {}

/** Where the build puts pdf.js; its version is part of the path. */
declare const SATCHEL_PDFJS: string

let library: Promise<PdfJs> | undefined
let tries = 0

/** Uses another address after a failure, because some browsers remember a module that failed to load. */
function loadLibrary(): Promise<PdfJs> {
  library ??= loadParts(tries ? `?${tries}` : '')
  library.catch(() => {
    library = undefined
    tries += 1
  })
  return library
}

/** Fetches the worker beside the library, which takes it from the browser's cache. Some browsers would fetch it twice if it were still under way. */
async function loadParts(again: string): Promise<PdfJs> {
  const worker = `${SATCHEL_PDFJS}pdf.worker.min.mjs`
  const [pdfjs] = await Promise.all([
    import(/* webpackIgnore: true */ `${SATCHEL_PDFJS}pdf.min.mjs${again}`) as Promise<PdfJs>,
    fetch(worker)
      .then((answer) => answer.arrayBuffer())
      .catch(() => undefined),
  ])
  pdfjs.GlobalWorkerOptions.workerSrc = worker
  return pdfjs
}

/** Whether the file itself is broken, so that a retry would not help. */
export function isBroken(error: unknown): boolean {
  return error instanceof Error && error.name === 'InvalidPDFException'
}

/**
 * Shows a PDF as a column of pages that scrolls in `box`. The password given to `unlock` stays in the browser's memory.
 * @param picture address of a picture of the first page, which is shown until that page is drawn
 */
export function openPdf(address: string, box: HTMLElement, listener: Listener, picture?: string): OpenPdf {
  const cover = picture === undefined ? undefined : new FirstPage(box, picture)
  const ends: (() => void)[] = [() => cover?.close()]
  let isClosed = false
  let hasStarted = false
  let pages: PdfPages | undefined
  let outline: Promise<PageHeading[]> | undefined
  let document: PDFDocumentProxy | undefined
  let pictures: PdfPictures | undefined
  return {
    shown: show(),
    get hasStarted() {
      return hasStarted
    },
    goTo: (page) => pages?.goTo(page - 1),
    showSpot: (page, spot) => pages?.showSpot(page, spot),
    mark: (marks) => pages?.mark(marks),
    draw(page, place) {
      if (!document) return () => undefined
      pictures ??= new PdfPictures(document)
      return pictures.draw(page, place)
    },
    get isWide() {
      return pages?.isWide ?? false
    },
    outline() {
      if (!document) return Promise.resolve([])
      outline ??= outlineOf(document)
      return outline
    },
    close() {
      isClosed = true
      for (const end of ends.reverse()) end()
    },
  }

  async function show(): Promise<void> {
    const pdfjs = await started(loadLibrary())
    if (isClosed) return
    const worker = new pdfjs.PDFWorker()
    ends.push(() => worker.destroy())
    await started(worker.promise)
    hasStarted = true
    if (isClosed) return
    const task = pdfjs.getDocument({
      url: address,
      worker,
      cMapUrl: `${SATCHEL_PDFJS}cmaps/`,
      cMapPacked: true,
      standardFontDataUrl: `${SATCHEL_PDFJS}standard_fonts/`,
      iccUrl: `${SATCHEL_PDFJS}iccs/`,
      wasmUrl: `${SATCHEL_PDFJS}wasm/`,
      isEvalSupported: false,
    })
    ends.push(() => void task.destroy())
    task.onProgress = ({ loaded, total }: { loaded: number; total: number }) =>
      listener.loaded(total > 0 ? Math.min(100, (100 * loaded) / total) : 0)
    task.onPassword = (unlock: (password: string) => void, why: number) => {
      listener.locked(why === pdfjs.PasswordResponses.INCORRECT_PASSWORD, unlock)
    }
    const pdf = await task.promise
    const first = await pdf.getPage(1)
    const span = await spanIn(pdf)
    if (isClosed) return
    const shown = new PdfPages(pdf, first, box, listener.turned, span, cover)
    pages = shown
    document = pdf
    const detach = hearGestures(box, shown, listener.tapped)
    ends.push(() => shown.close(), detach)
  }
}

function started<T>(start: Promise<T>): Promise<T> {
  return start.catch((error: unknown) => {
    throw new NotStarted(String(error))
  })
}

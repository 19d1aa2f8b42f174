import type { PDFDocumentProxy, PDFPageProxy, RenderTask } from 'pdfjs-dist'

type PdfJs = typeof import('pdfjs-dist')

export interface OpenPdf {
  close(): void
}

/** Where the build puts pdf.js; its version is part of the path. */
declare const SATCHEL_PDFJS: string

/** Device pixels of one page at most: phones drop larger canvases. */
const PIXEL_LIMIT = 5_000_000
/** Screens above and below whose pages are drawn ahead. */
const NEAR = '50%'

let library: Promise<PdfJs> | undefined

function loadLibrary(): Promise<PdfJs> {
  library ??= (import(/* webpackIgnore: true */ `${SATCHEL_PDFJS}pdf.min.mjs`) as Promise<PdfJs>).then((pdfjs) => {
    pdfjs.GlobalWorkerOptions.workerSrc = `${SATCHEL_PDFJS}pdf.worker.min.mjs`
    return pdfjs
  })
  library.catch(() => {
    library = undefined
  })
  return library
}

/** Shows a PDF as a column of pages in `box`; `turned` tells the page in view. Rejects when the file cannot be read. */
export async function openPdf(address: string, box: HTMLElement, turned: (page: number, total: number) => void): Promise<OpenPdf> {
  const pdfjs = await loadLibrary()
  const task = pdfjs.getDocument({
    url: address,
    cMapUrl: `${SATCHEL_PDFJS}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${SATCHEL_PDFJS}standard_fonts/`,
    wasmUrl: `${SATCHEL_PDFJS}wasm/`,
    isEvalSupported: false,
  })
  try {
    return await showPages(await task.promise, box, turned)
  } catch (error) {
    void task.destroy()
    throw error
  }
}

async function showPages(pdf: PDFDocumentProxy, box: HTMLElement, turned: (page: number, total: number) => void): Promise<OpenPdf> {
  const first = await pdf.getPage(1)
  const places = Array.from({ length: pdf.numPages }, (_, index) => new PagePlace(pdf, index + 1, first))
  box.replaceChildren(...places.map((place) => place.element))
  turned(1, pdf.numPages)

  const near = watch(box.parentElement, NEAR, 0, (place, isNear) => place.turn(isNear))
  const inView = new Set<PagePlace>()
  const middle = watch(box.parentElement, '-45% 0% -45% 0%', 0, (place, isIn) => {
    inView[isIn ? 'add' : 'delete'](place)
    const [shown] = [...inView].sort((a, b) => a.number - b.number)
    if (shown) turned(shown.number, pdf.numPages)
  })
  function watch(root: Element | null, rootMargin: string, threshold: number, told: (place: PagePlace, isIn: boolean) => void) {
    const observer = new IntersectionObserver((entries) => {
      for (const entry of entries) {
        const place = places.find(({ element }) => element === entry.target)
        if (place) told(place, entry.isIntersecting)
      }
    }, { root, rootMargin, threshold })
    for (const { element } of places) observer.observe(element)
    return observer
  }

  return {
    close() {
      near.disconnect()
      middle.disconnect()
      for (const place of places) place.turn(false)
      box.replaceChildren()
      void pdf.loadingTask.destroy()
    },
  }
}

/** The place of one page; its canvas exists only while it is near the screen. */
class PagePlace {
  readonly element = document.createElement('div')
  private isNear = false
  private task: RenderTask | undefined

  constructor(private readonly pdf: PDFDocumentProxy, readonly number: number, first: PDFPageProxy) {
    this.element.className = 'pdf-page'
    this.shape(first)
  }

  turn(isNear: boolean) {
    if (isNear === this.isNear) return
    this.isNear = isNear
    if (isNear) void this.draw()
    else this.wipe()
  }

  private shape(page: PDFPageProxy) {
    const { width, height } = page.getViewport({ scale: 1 })
    this.element.style.aspectRatio = `${width} / ${height}`
  }

  private async draw() {
    const page = await this.pdf.getPage(this.number)
    if (!this.isNear) return
    this.shape(page)
    const shown = page.getViewport({ scale: 1 })
    const wanted = (this.element.clientWidth / shown.width) * window.devicePixelRatio
    const scale = Math.min(wanted, Math.sqrt(PIXEL_LIMIT / (shown.width * shown.height)))
    const viewport = page.getViewport({ scale })
    const canvas = document.createElement('canvas')
    canvas.width = Math.floor(viewport.width)
    canvas.height = Math.floor(viewport.height)
    this.task = page.render({ canvas, viewport })
    this.element.replaceChildren(canvas)
    await this.task.promise.catch(() => undefined)
  }

  /** A canvas of no size gives its memory back at once. */
  private wipe() {
    this.task?.cancel()
    this.task = undefined
    for (const canvas of this.element.querySelectorAll('canvas')) canvas.width = canvas.height = 0
    this.element.replaceChildren()
  }
}

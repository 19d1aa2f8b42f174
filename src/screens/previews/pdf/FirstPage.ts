import { columnOf } from '@/domain/previews/pdfPages'
import type { PdfView } from '@/domain/previews/pdfZoom'
import { readingView, SPAN_WIDTH, type Span } from '@/domain/previews/reading'
import { free, PagePlace } from './PagePlace'
import { spanCanvas, spanDrawn } from './pdfSpan'

/** A picture of the first page, where and as large as the viewer will show that page; it can be read while the viewer loads. */
export class FirstPage {
  readonly picture = new Image()
  private readonly content = document.createElement('div')
  private scale = 0

  /** @param address of the picture; a picture that cannot be shown is left out */
  constructor(
    private readonly box: HTMLElement,
    address: string,
  ) {
    this.content.className = 'pdf-column'
    this.picture.alt = ''
    this.picture.src = address
    this.picture.decode().then(
      () => this.show(),
      () => {},
    )
  }

  /** The part of the page that is being read, at another scale; undefined before the picture is shown. */
  viewIn(scale: number): PdfView | undefined {
    const { content, box } = this
    if (!content.isConnected) return undefined
    const by = scale / this.scale
    return { scale, left: box.scrollLeft * by, top: box.scrollTop * by }
  }

  close() {
    this.content.remove()
    // A picture that is not decoded yet is not shown any more.
    this.scale = NaN
  }

  private show() {
    const { box, content, picture } = this
    if (box.childElementCount > 0 || this.scale !== 0) return
    const size = { width: picture.naturalWidth, height: picture.naturalHeight }
    const column = columnOf([size], box.clientWidth)
    const view = readingView(column, spanIn(picture))
    const place = new PagePlace(0, picture)
    place.put(column, view.scale)
    content.style.width = `${column.width * view.scale}px`
    content.style.height = `${column.height * view.scale}px`
    content.append(place.element)
    box.replaceChildren(content)
    box.scrollTo({ left: view.left, top: view.top, behavior: 'auto' })
    this.scale = view.scale
  }
}

/** The horizontal extent of the text on a picture of a page, as shares of its width. */
function spanIn(picture: HTMLImageElement): Span | null {
  const height = Math.round((SPAN_WIDTH * picture.naturalHeight) / picture.naturalWidth)
  const canvas = spanCanvas(height)
  try {
    canvas.getContext('2d', { willReadFrequently: true })!.drawImage(picture, 0, 0, SPAN_WIDTH, height)
    return spanDrawn(canvas)
  } finally {
    free(canvas)
  }
}

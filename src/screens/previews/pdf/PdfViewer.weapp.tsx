import type { PdfViewerProps } from '../ViewerProps'

/** The mini-program hands documents to the phone's own viewer (SystemViewer). */
export function PdfViewer(_: PdfViewerProps) {
  return null
}

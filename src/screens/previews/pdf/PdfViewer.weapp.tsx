import type { PdfViewerProps } from './PdfViewerProps'

/** The mini-program hands documents to the phone's own viewer (SystemViewer). */
export function PdfViewer(_: PdfViewerProps) {
  return null
}

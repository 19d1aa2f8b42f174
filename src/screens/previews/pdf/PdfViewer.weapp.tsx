import type { PdfViewerProps } from '../ViewerProps'

/** The mini-program opens documents in the phone's own viewer (SystemViewer). */
export function PdfViewer(_: PdfViewerProps) {
  return null
}

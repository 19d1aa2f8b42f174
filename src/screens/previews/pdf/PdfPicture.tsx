import { useEffect, useRef } from 'react'
import type { OpenPdf } from './pdf'

/** The picture of a page, from 1, as large as its box. */
export function PdfPicture({ pdf, page }: { pdf: OpenPdf; page: number }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => pdf.draw(page, box.current!), [pdf, page])
  return <div ref={box} className="pages-photo" aria-hidden />
}

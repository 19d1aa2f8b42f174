import { useEffect, useRef, useState } from 'react'
import { useWords } from '@/components/context'
import { PDF_LOAD_TIMEOUT } from '@/domain/limits'
import type { PdfViewerProps } from './PdfViewerProps'
import { openPdf, type OpenPdf } from './pdf'

/** A PDF of which only the pages near the screen are drawn (AH-13). */
export function PdfViewer({ address, onShown, onFailed }: PdfViewerProps) {
  const t = useWords()
  const column = useRef<HTMLDivElement>(null)
  const [page, setPage] = useState({ number: 1, total: 0 })
  const failed = useRef(onFailed)
  failed.current = onFailed
  const shown = useRef(onShown)
  shown.current = onShown

  useEffect(() => {
    const box = column.current!
    let opened: OpenPdf | undefined
    let isLeft = false
    const timer = setTimeout(() => failed.current('network_error'), PDF_LOAD_TIMEOUT)
    openPdf(address, box, (number, total) => setPage({ number, total }))
      .then((pdf) => {
        if (isLeft) return pdf.close()
        opened = pdf
        shown.current()
      })
      .catch(() => {
        if (!isLeft) failed.current('failure')
      })
      .finally(() => clearTimeout(timer))
    return () => {
      isLeft = true
      clearTimeout(timer)
      opened?.close()
    }
  }, [address])

  return (
    <div className='pdf' tabIndex={0} role='document'>
      <div ref={column} className='pdf-column' />
      {page.total > 0 && <div className='pdf-page-number' role='status'>{t('preview.page', { n: page.number, total: page.total })}</div>}
    </div>
  )
}

import { useCallback, useEffect, useRef, useState } from 'react'
import { useWords } from '@/components/ui/context'
import { PDF_LOAD_TIMEOUT } from '@/domain/previews/limits'
import { useApp } from '@/screens/app/AppContext'
import { useDisposable } from '@/screens/app/useDisposable'
import { PageTexts } from '@/stores/previews/PageTexts'
import { PageFind } from '../pages/PageFind'
import { PageTools } from '../pages/PageTools'
import type { PdfViewerProps } from '../ViewerProps'
import { isBroken, NotStarted, openPdf, type OpenPdf } from './pdf'
import { createBar } from './pdfBar'
import { PdfMarks } from './PdfMarks'
import { PdfPicture } from './PdfPicture'

/** A PDF: its pages, the bar with the present page, and progress before the first page (PREV-07, AH-13). */
export function PdfViewer(props: PdfViewerProps) {
  const t = useWords<'preview'>()
  const { address, preview, overlays, firstPage } = props
  const app = useApp()
  const box = useRef<HTMLDivElement>(null)
  const opened = useRef<OpenPdf | null>(null)
  const told = useRef(props)
  told.current = props
  const [percent, setPercent] = useState<number | null>(0)
  const [page, setPage] = useState({ number: 1, total: 0 })
  const [isBarShown, showBar] = useBar()
  const read = useRef(page)
  read.current = page
  const texts = useDisposable(() => {
    const pages = {
      get total() {
        return read.current.total
      },
      get current() {
        return read.current.number
      },
      showSpot: (...spot: Parameters<OpenPdf['showSpot']>) => opened.current?.showSpot(...spot),
    }
    return new PageTexts(app, preview.target, pages, (reason) => told.current.onFailed(reason))
  })

  useEffect(() => {
    const timer = loadTimer(() => end(pdf.hasStarted ? 'timeout' : 'notStarted'))
    let isShown = false
    let last = 1
    const listener = {
      loaded: setPercent,
      locked(isWrong: boolean, unlock: (password: string) => void) {
        timer.stop()
        setPercent(null)
        told.current.onLocked(isWrong, (password) => {
          timer.start()
          unlock(password)
        })
      },
      turned(number: number, total: number) {
        setPage({ number, total })
        showBar()
        if (isShown) told.current.preview.reading.place.leavePages(number, total)
        last = total
      },
      tapped: showBar,
    }
    const pdf = openPdf(address, box.current!, listener, told.current.firstPage)
    opened.current = pdf
    let isOver = false
    const close = () => {
      isOver = true
      timer.stop()
      pdf.close()
    }
    function end(reason: Parameters<PdfViewerProps['onFailed']>[0] | 'notStarted') {
      if (isOver) return
      close()
      if (reason === 'notStarted') told.current.onNotStarted()
      else told.current.onFailed(reason)
    }
    timer.start()
    pdf.shown.then(
      () => {
        if (isOver) return
        timer.stop()
        setPercent(null)
        const first = told.current.preview.reading.place.pageOf(last)
        if (first > 1) pdf.goTo(first)
        isShown = true
        told.current.onShown()
      },
      (error) => end(error instanceof NotStarted ? 'notStarted' : isBroken(error) ? 'failure' : 'network_error'),
    )
    return close
  }, [address, showBar])

  const outline = useCallback(() => opened.current?.outline() ?? Promise.resolve([]), [])
  const text = t('preview.page', { n: page.number, total: page.total })
  return (
    <div className="pages-whole">
      <PageFind preview={preview} texts={texts} />
      <div className="pages-rest">
        <div ref={box} className="pdf" tabIndex={0} role="document" />
        {percent !== null && (
          <div
            className={firstPage ? 'pdf-bar pdf-bar-shown' : 'pdf-loading'}
            role="status"
          >{`${t('preview.loading')} ${t('preview.percent', { n: Math.round(percent) })}`}</div>
        )}
        <PdfMarks texts={texts} pdf={opened.current} total={page.total} />
        <PageTools
          preview={preview}
          overlays={overlays}
          texts={texts}
          total={page.total}
          current={page.number}
          isWide={opened.current?.isWide ?? false}
          draw={(number) => opened.current && <PdfPicture pdf={opened.current} page={number} />}
          onGo={(to) => opened.current?.goTo(to)}
          onOutline={outline}
        />
        {page.total > 0 && (
          <div className={isBarShown ? 'pdf-bar pdf-bar-shown' : 'pdf-bar'} role="status">
            {text}
          </div>
        )}
      </div>
    </div>
  )
}

function useBar(): [isShown: boolean, show: () => void] {
  const [isShown, setShown] = useState(false)
  const [bar] = useState(() => createBar(setShown))
  useEffect(() => bar.hide, [bar])
  return [isShown, bar.show]
}

/** The time limit for loading a PDF, which excludes the time for typing its password. */
function loadTimer(over: () => void) {
  let timer: number | undefined
  const stop = () => clearTimeout(timer)
  return {
    stop,
    start() {
      stop()
      timer = window.setTimeout(over, PDF_LOAD_TIMEOUT)
    },
  }
}

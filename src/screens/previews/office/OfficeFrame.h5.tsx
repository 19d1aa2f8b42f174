import { useEffect, useRef, useState } from 'react'
import { useWords } from '@/components/ui/context'
import { PDF_LOAD_TIMEOUT } from '@/domain/previews/limits'
import type { PreviewError } from '@/domain/previews/generation'
import { frameOutcome } from '@/domain/previews/officeFrame'
import type { OfficeFrameProps } from '../ViewerProps'

/** Rights that our page, the office service and the editor need; the frame cannot navigate the app away. */
const RIGHTS = 'allow-scripts allow-same-origin allow-forms allow-popups'

/** A document in a frame, which reports when it is visible and when it fails (PREV-10, PREV-11). */
export function OfficeFrame(props: OfficeFrameProps) {
  const t = useWords<'preview'>()
  const { address, name, isSilent = false } = props
  const frame = useRef<HTMLIFrameElement>(null)
  const told = useRef(props)
  told.current = props
  const [isShown, setShown] = useState(false)
  const { origin } = new URL(address, location.href)
  const isOurs = origin === location.origin
  const end = useRef<(outcome: 'shown' | PreviewError) => void>()

  useEffect(() => {
    const stop = () => {
      clearTimeout(timer)
      window.removeEventListener('message', hear)
      end.current = undefined
    }
    const timer = window.setTimeout(() => end.current?.('timeout'), PDF_LOAD_TIMEOUT)
    const hear = ({ origin: from, source, data }: MessageEvent) => {
      const isFromFrame = source !== null && source === frame.current?.contentWindow
      const outcome = frameOutcome({ origin: from, isFromFrame, data }, origin)
      if (outcome) end.current?.(outcome)
    }
    end.current = (outcome) => {
      if (outcome === 'shown' && isSilent) clearTimeout(timer)
      else stop()
      if (outcome !== 'shown') return told.current.onFailed(outcome)
      setShown(true)
      told.current.onShown()
    }
    window.addEventListener('message', hear)
    return stop
  }, [address, origin, isSilent])

  /** If our page failed to load, the frame contains another one, which cannot report. */
  function loaded() {
    if (isSilent) end.current?.('shown')
    else if (isOurs && !frame.current?.contentDocument?.querySelector('.pdf')) end.current?.('network_error')
  }

  const classes = [
    'office-frame',
    ...(isOurs ? [] : ['office-frame-outside']),
    ...(isShown ? [] : ['office-frame-hidden']),
  ]
  return (
    <>
      <iframe
        ref={frame}
        className={classes.join(' ')}
        src={address}
        title={name}
        sandbox={RIGHTS}
        referrerPolicy="no-referrer"
        onLoad={loaded}
      />
      {!isShown && (
        <div className="pdf-loading" role="status">
          {t('preview.loading')}
        </div>
      )}
    </>
  )
}

import { observer } from 'mobx-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/Button'
import { Tile } from '@/components/ui/Tile'
import { useWords } from '@/components/ui/context'
import { PDF_LOAD_TIMEOUT } from '@/domain/previews/limits'
import type { PreviewError } from '@/domain/previews/generation'
import { frameOutcome } from '@/domain/previews/officeFrame'
import { useApp } from '@/screens/app/AppContext'
import type { DocumentPages } from '@/stores/documents/DocumentPages'
import type { OfficeFrameProps } from '../ViewerProps'

/** Rights that our page, the office service and the editor need; the frame cannot navigate the app away. */
const RIGHTS = 'allow-scripts allow-same-origin allow-forms allow-popups'

/** A document in a frame, or in the page of our own editor (PREV-10, PREV-11, DOC-01). */
export const OfficeFrame = observer(function OfficeFrame(props: OfficeFrameProps) {
  const { documentPages } = useApp().lazy
  if (!props.isSilent) return <Frame {...props} />
  if (documentPages === undefined) return <Waiting />
  return documentPages.isOwn(props.address) ? <OwnEditor {...props} pages={documentPages} /> : <Frame {...props} />
})

/** Shows the page of our own editor in place of the preview; a visitor's link stays below it, and opens it by a tap. */
function OwnEditor({ fileId, address, name, tile, pages, onShown }: OfficeFrameProps & { pages: DocumentPages }) {
  const t = useWords<'preview'>()
  const isLink = useApp().link !== undefined
  useEffect(() => {
    onShown()
    if (!isLink) void pages.open(fileId, address, true)
    // Once for an address: the preview is gone afterwards.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pages, fileId, address])
  if (!isLink) return <Waiting />
  return (
    <div className="preview-state">
      <Tile {...tile} large />
      <div className="preview-state-title">{name}</div>
      <div className="preview-state-actions">
        <Button small label={t('preview.openDocument')} onPress={() => void pages.open(fileId, address)} />
      </div>
    </div>
  )
}

function Waiting() {
  const t = useWords<'preview'>()
  return (
    <div className="pdf-loading" role="status">
      {t('preview.loading')}
    </div>
  )
}

/** A frame, which reports when it is visible and when it fails. */
function Frame(props: OfficeFrameProps) {
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
      {!isShown && <Waiting />}
    </>
  )
}

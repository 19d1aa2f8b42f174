import { observer } from 'mobx-react'
import { Suspense, lazy } from 'react'
import type { QrOverlayProps } from './QrOverlayProps'

const QrPanel = lazy(() => import(/* webpackChunkName: "qrcode" */ './QrPanel'))

/** The QR code of a link, which comes when it is asked for. */
export const QrOverlay = observer(function QrOverlay({ link, overlays }: QrOverlayProps) {
  if (overlays.valueFor('qrcode') !== String(link.id)) return null
  return (
    <Suspense fallback={null}>
      <QrPanel link={link} onClose={() => void overlays.close('qrcode')} />
    </Suspense>
  )
})

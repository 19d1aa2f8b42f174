import { observer } from 'mobx-react'
import type { QrOverlayProps } from './QrOverlayProps'
import QrPanel from './QrPanel'

/** The QR code of a link; its package has it already. */
export const QrOverlay = observer(function QrOverlay({ link, overlays }: QrOverlayProps) {
  if (overlays.valueFor('qrcode') !== String(link.id)) return null
  return <QrPanel link={link} onClose={() => void overlays.close('qrcode')} />
})

import { Suspense, lazy } from 'react'
import type { QrPanelProps } from './QrPanelProps'

const QrPanel = lazy(() => import(/* webpackChunkName: "qrcode" */ './QrPanel'))

/** The QR code of a link, whose code comes when it is asked for. */
export function LazyQrPanel(props: QrPanelProps) {
  return (
    <Suspense fallback={null}>
      <QrPanel {...props} />
    </Suspense>
  )
}

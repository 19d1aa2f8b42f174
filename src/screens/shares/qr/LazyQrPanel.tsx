import { lazyPart } from '@/screens/app/lazyPart'
import type { QrPanelProps } from './QrPanel'

/** The QR code of a link, loaded on demand. */
export const LazyQrPanel = lazyPart<QrPanelProps>(() => import(/* webpackChunkName: "qrcode" */ './QrPanel'))

import { lazyPart } from '@/screens/app/lazyPart'
import type { QrPanelProps } from './QrPanel'

/** The QR code of a link, whose code comes when it is asked for. */
export const LazyQrPanel = lazyPart<QrPanelProps>(() => import(/* webpackChunkName: "qrcode" */ './QrPanel'))

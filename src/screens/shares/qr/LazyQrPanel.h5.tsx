import { later } from '@/screens/app/later'
import type { QrPanelProps } from './QrPanelProps'

/** The QR code of a link, whose code comes when it is asked for. */
export const LazyQrPanel = later<QrPanelProps>(() => import(/* webpackChunkName: "qrcode" */ './QrPanel'))

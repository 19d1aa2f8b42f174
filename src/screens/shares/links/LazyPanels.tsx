import { lazyPart } from '@/screens/app/lazyPart'
import type { QrPanelProps } from '../qr/QrPanel'
import type { LinkSettingsProps } from './LinkSettings'

/** The QR code of a link, loaded on demand. */
export const LazyQrPanel = lazyPart<QrPanelProps>(() => import(/* webpackChunkName: "qrcode" */ '../qr/QrPanel'))

/** The settings of a link, loaded when they are opened. */
export const LazyLinkSettings = lazyPart<LinkSettingsProps>(
  () => import(/* webpackChunkName: "link-settings" */ './LinkSettings'),
)

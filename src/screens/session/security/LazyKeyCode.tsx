import { View } from '@tarojs/components'
import { lazyPart } from '@/screens/app/lazyPart'
import type { KeyCodeProps } from './KeyCode'

/** The QR code of a key, loaded on demand. */
export const LazyKeyCode = lazyPart<KeyCodeProps>(
  () => import(/* webpackChunkName: "key-code" */ './KeyCode'),
  <View className="security-qr security-qr-empty" />,
)

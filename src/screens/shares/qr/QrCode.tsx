import { View } from '@tarojs/components'
import { useMemo, type CSSProperties } from 'react'
import { qrPicture, type QrMatrix } from './qrMatrix'
import './qrCode.scss'

/** A QR code. Put it on white in both themes: scanners need dark on light. */
export function QrCode({ code, label }: { code: QrMatrix; label: string }) {
  const picture = useMemo(() => qrPicture(code), [code])
  return (
    <View
      className="qr-code"
      style={{ '--code': `url("${picture}")` } as CSSProperties}
      role="img"
      aria-label={label}
    />
  )
}

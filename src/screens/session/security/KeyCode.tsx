import { View } from '@tarojs/components'
import { useMemo } from 'react'
import { QrCode } from '@/screens/shares/qr/QrCode'
import { qrMatrix } from '@/screens/shares/qr/qrMatrix'

export interface KeyCodeProps {
  /** `otpauth:` */
  address: string
  label: string
}

/** The key of an authenticator app as a QR code. */
export default function KeyCode({ address, label }: KeyCodeProps) {
  const code = useMemo(() => qrMatrix(address), [address])
  return (
    <View className="security-qr">
      <QrCode code={code} label={label} />
    </View>
  )
}

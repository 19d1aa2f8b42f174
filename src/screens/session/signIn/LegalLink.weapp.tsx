import { View } from '@tarojs/components'
import { useApp } from '@/screens/app/AppContext'
import type { LegalLinkProps } from './LegalLinkProps'

export function LegalLink({ kind, label, address }: LegalLinkProps) {
  const { showLegal } = useApp().platform
  return (
    <View className="login-legal-link" onClick={() => void showLegal?.(kind, address)}>
      {label}
    </View>
  )
}

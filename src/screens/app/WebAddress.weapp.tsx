import { Text } from '@tarojs/components'
import { useApp } from '@/screens/app/AppContext'
import { copyLink } from '@/stores/shares/copyLink'
import type { WebAddressProps } from './webAddressProps'

/** An address in what others wrote. WeChat opens no other site, so a tap copies the address, and WeChat says so. */
export function WebAddress({ className, address, children }: WebAddressProps) {
  const app = useApp()
  const copy = () => void copyLink(app, address, { text: '' }, () => undefined)
  return (
    <Text className={className} onClick={copy}>
      {children}
    </Text>
  )
}

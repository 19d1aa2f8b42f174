import { Text } from '@tarojs/components'
import type { TextPart } from '@/domain/comments/addresses'
import { useApp } from '@/screens/app/AppContext'
import { copyLink } from '@/stores/shares/copyLink'

/** The address of a web page in a comment. WeChat opens no other site, so a tap copies the address, and WeChat says so. */
export function WebAddress({ text, address }: Required<TextPart>) {
  const app = useApp()
  const copy = () => void copyLink(app, address, { text: '' }, () => undefined)
  return (
    <Text className="comment-link" onClick={copy}>
      {text}
    </Text>
  )
}

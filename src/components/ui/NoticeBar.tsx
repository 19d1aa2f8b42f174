import { View } from '@tarojs/components'
import { TextButton } from './TextButton'
import './NoticeBar.scss'

interface Props {
  tone: 'warning' | 'quiet' | 'brand'
  text: string
  /** What can be done about it, the likeliest last. */
  actions?: readonly { label: string; tone?: 'brand' | 'plain'; onPress(): void }[]
}

/** A line below the header that tells how things stand, for as long as they do. */
export function NoticeBar({ tone, text, actions = [] }: Props) {
  return (
    <View className={`notice notice-${tone}`}>
      <View className="notice-text" role="status">
        {text}
      </View>
      {actions.map((action, at) => (
        <TextButton key={at} {...action} />
      ))}
    </View>
  )
}

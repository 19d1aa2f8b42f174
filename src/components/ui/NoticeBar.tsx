import { View } from '@tarojs/components'
import { TextButton } from './TextButton'
import './NoticeBar.scss'

interface Props {
  tone: 'warning' | 'quiet' | 'brand'
  text: string
  /** The likeliest action last. */
  actions?: readonly { label: string; tone?: 'brand' | 'plain'; onPress(): void }[]
}

/** A line below the header that reports a lasting state, such as an outage. */
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

import { Text } from '@tarojs/components'
import './stateMark.scss'

/** How something stands, in a word: as it should, not quite, or over. */
export function StateMark({ tone, text }: { tone: 'good' | 'warning' | 'over'; text: string }) {
  return <Text className={`state-mark state-${tone}`}>{text}</Text>
}

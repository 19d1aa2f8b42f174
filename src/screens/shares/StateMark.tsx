import { Text } from '@tarojs/components'
import './stateMark.scss'

/** A state in one word: good, in need of attention, or over. */
export function StateMark({ tone, text }: { tone: 'good' | 'warning' | 'over'; text: string }) {
  return <Text className={`state-mark state-${tone}`}>{text}</Text>
}

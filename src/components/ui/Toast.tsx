import { Text, View } from '@tarojs/components'
import './Toast.scss'

interface Props {
  text: string
  /** Such as Undo. */
  action?: string
  onAction?(): void
}

/** A brief message at the bottom; Screen announces it. Its owner decides how long it stays. */
export function Toast({ text, action, onAction }: Props) {
  return (
    <View className="toast">
      <Text className="toast-text">{text}</Text>
      {action ? (
        <View className="toast-action" onClick={onAction}>
          {action}
        </View>
      ) : null}
    </View>
  )
}

import { Text, View } from '@tarojs/components'
import './Toast.scss'

interface Props {
  text: string
  /** Such as Undo. */
  action?: string
  onAction?(): void
}

/** A passing word at the bottom; Screen reads it out. How long it stays is its owner's matter. */
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

import { View } from '@tarojs/components'
import { Icon } from '@/components/ui/Icon'

interface Props {
  label: string
  /** The present state. */
  value?: string
  onOpen(): void
}

/** A line of a card that opens something. */
export function CardRow({ label, value, onOpen }: Props) {
  return (
    <View className="security-row" onClick={onOpen}>
      <View className="security-row-label">{label}</View>
      {value ? <View className="security-row-value">{value}</View> : null}
      <Icon name="chevron-right" size={18} />
    </View>
  )
}

import { View } from '@tarojs/components'
import './TextButton.scss'

interface Props {
  label: string
  tone?: 'brand' | 'plain'
  disabled?: boolean
  onPress(): void
}

/** A textual button for the ends of a header. */
export function TextButton({ label, tone = 'brand', disabled = false, onPress }: Props) {
  return (
    <View
      className={`text-button text-button-${disabled ? 'disabled' : tone}`}
      aria-disabled={disabled}
      onClick={() => {
        if (!disabled) onPress()
      }}
    >
      {label}
    </View>
  )
}

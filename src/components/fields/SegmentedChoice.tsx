import { View } from '@tarojs/components'
import './SegmentedChoice.scss'

interface Props<V extends string> {
  label: string
  value: V
  options: readonly { value: V; label: string }[]
  onChoose(value: V): void
}

/** A choice of one among a few visible options. */
export function SegmentedChoice<V extends string>({ label, value, options, onChoose }: Props<V>) {
  return (
    <View className="segmented">
      <View className="segmented-label">{label}</View>
      <View className="segmented-options" role="radiogroup" aria-label={label}>
        {options.map((option) => (
          <View
            key={option.value}
            className={option.value === value ? 'segmented-option segmented-chosen' : 'segmented-option'}
            role="radio"
            aria-checked={option.value === value}
            onClick={() => {
              if (option.value !== value) onChoose(option.value)
            }}
          >
            {option.label}
          </View>
        ))}
      </View>
    </View>
  )
}

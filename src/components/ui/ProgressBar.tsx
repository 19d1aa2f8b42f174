import { View } from '@tarojs/components'
import './ProgressBar.scss'

interface Props {
  /** 0 to 100. */
  percent: number
  /** The name for screen readers; without it the adjacent text must say the same. */
  label?: string
  isWarning?: boolean
}

export function ProgressBar({ percent, label, isWarning }: Props) {
  const value = Math.round(Math.min(100, Math.max(0, percent)))
  const spoken = label
    ? { role: 'progressbar', 'aria-label': label, 'aria-valuenow': value, 'aria-valuemin': 0, 'aria-valuemax': 100 }
    : {}
  return (
    <View className="progress-bar" {...spoken}>
      <View
        className={isWarning ? 'progress-bar-done progress-bar-warning' : 'progress-bar-done'}
        style={{ width: `${value}%` }}
      />
    </View>
  )
}

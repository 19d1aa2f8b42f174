import { View } from '@tarojs/components'
import { Button } from '../ui/Button'

export interface PreviewAction {
  key: string
  label: string
  tone?: 'primary' | 'weak'
  loading?: boolean
  onPress(): void
}

/** Actions offered while there is no preview. */
export function PreviewActions({ actions }: { actions: readonly PreviewAction[] }) {
  if (actions.length === 0) return null
  return (
    <View className="preview-state-actions">
      {actions.map(({ key, label, tone = 'weak', loading, onPress }) => (
        <Button key={key} small label={label} tone={tone} loading={loading} onPress={onPress} />
      ))}
    </View>
  )
}

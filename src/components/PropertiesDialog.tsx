import { View } from '@tarojs/components'
import { useWords } from './context'
import { Dialog } from './Dialog'
import './PropertiesDialog.scss'

interface Props {
  name: string
  /** In words; absent for a folder. */
  size?: string
  /** When the file was made, before it came here. */
  original?: string
  /** All of them, one after the other. */
  tags?: string
  onClose(): void
}

/** Name and size, in full, the file's own date, and every tag: a row shows two (ROW-05, AH-12, 1§6). */
export function PropertiesDialog({ name, size, original, tags, onClose }: Props) {
  const t = useWords()
  const lines: [label: string, value: string | undefined][] = [
    [t('properties.name'), name],
    [t('properties.size'), size],
    [t('properties.original'), original],
    [t('properties.tags'), tags],
  ]
  const text = (
    <View className="properties">
      {lines.map(([label, value]) =>
        value ? (
          <View key={label} className="properties-line">
            <View className="properties-label">{label}</View>
            <View className="properties-value">{value}</View>
          </View>
        ) : null,
      )}
    </View>
  )
  return (
    <Dialog
      title={t('properties.title')}
      text={text}
      confirm={t('action.close')}
      onConfirm={onClose}
      onCancel={onClose}
    />
  )
}

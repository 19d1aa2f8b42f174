import { View } from '@tarojs/components'
import { useWords } from './context'
import { Dialog } from './Dialog'
import './PropertiesDialog.scss'

interface Props {
  name: string
  /** In words; absent for a folder. */
  size?: string
  /** All of them, one after the other. */
  tags?: string
  onClose(): void
}

/** Name and size, in full, and every tag: a row shows two (ROW-05, 1§6). */
export function PropertiesDialog({ name, size, tags, onClose }: Props) {
  const t = useWords()
  const lines: [label: string, value: string | undefined][] = [
    [t('properties.name'), name], [t('properties.size'), size], [t('properties.tags'), tags],
  ]
  const text = (
    <View className='properties'>
      {lines.map(([label, value]) => (value ? (
        <View key={label} className='properties-line'>
          <View className='properties-label'>{label}</View>
          <View className='properties-value'>{value}</View>
        </View>
      ) : null))}
    </View>
  )
  return <Dialog title={t('properties.title')} text={text} confirm={t('action.close')} onConfirm={onClose} onCancel={onClose} />
}

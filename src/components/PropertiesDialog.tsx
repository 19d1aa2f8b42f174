import { View } from '@tarojs/components'
import { useWords } from './context'
import { Dialog } from './Dialog'
import './PropertiesDialog.scss'

interface Props {
  name: string
  /** In words; absent for a folder. */
  size?: string
  onClose(): void
}

/** Name and size, in full (ROW-05). */
export function PropertiesDialog({ name, size, onClose }: Props) {
  const t = useWords()
  const text = (
    <View className='properties'>
      <View className='properties-line'>
        <View className='properties-label'>{t('properties.name')}</View>
        <View className='properties-value'>{name}</View>
      </View>
      {size === undefined ? null : (
        <View className='properties-line'>
          <View className='properties-label'>{t('properties.size')}</View>
          <View className='properties-value'>{size}</View>
        </View>
      )}
    </View>
  )
  return <Dialog title={t('properties.title')} text={text} confirm={t('action.close')} onConfirm={onClose} onCancel={onClose} />
}

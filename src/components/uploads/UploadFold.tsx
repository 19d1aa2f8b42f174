import { View } from '@tarojs/components'
import { Icon } from '../ui/Icon'
import './UploadFold.scss'

interface Props {
  label: string
  isOpen: boolean
  onPress(): void
}

/** Finished uploads in one line; a tap lists them (AH-03). */
export function UploadFold({ label, isOpen, onPress }: Props) {
  return (
    <View className="upload-fold" aria-expanded={isOpen} onClick={onPress}>
      <View className="upload-fold-done">
        <Icon name="check" size={18} />
      </View>
      <View className="upload-fold-label">{label}</View>
      <View className={isOpen ? 'upload-fold-chevron upload-fold-open' : 'upload-fold-chevron'}>
        <Icon name="chevron-down" size={18} />
      </View>
    </View>
  )
}

import { View } from '@tarojs/components'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'

/** Says that the document is in its second viewer, and leads back to the first. */
export function SwitchedBar({ onBack }: { onBack(): void }) {
  const t = useWords<'preview'>()
  return (
    <View className="preview-bar" role="status">
      <View className="preview-bar-text">{t('preview.switched')}</View>
      <TextButton label={t('preview.switchBack')} onPress={onBack} />
    </View>
  )
}

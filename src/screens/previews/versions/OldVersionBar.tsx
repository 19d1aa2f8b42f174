import { View } from '@tarojs/components'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'

interface Props {
  fileId: number
}

/** Says that this is not the current version, and leads there. */
export function OldVersionBar({ fileId }: Props) {
  const {
    platform: { navigate },
  } = useApp()
  const t = useWords<'preview'>()
  return (
    <View className="preview-bar preview-bar-old" role="status">
      <View className="preview-bar-text">{t('versions.old')}</View>
      <TextButton label={t('versions.toCurrent')} onPress={() => void navigate.replace({ page: 'preview', fileId })} />
    </View>
  )
}

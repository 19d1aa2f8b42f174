import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import type { PreviewStore } from '@/stores/previews/PreviewStore'
import '../versions/versions.scss'

/** Leads back to the text of a file whose pages the user chose (AH-36). */
export const PagesBar = observer(function PagesBar({ preview }: { preview: PreviewStore }) {
  const t = useWords<'preview'>()
  if (!preview.reading.prefersPages || preview.phase !== 'ready') return null
  return (
    <View className="preview-bar" role="status">
      <View className="preview-bar-text">{t('preview.reading.inPages')}</View>
      <TextButton label={t('preview.reading.back')} onPress={() => void preview.preferPages(false)} />
    </View>
  )
})

import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import { hasGrid } from '@/domain/previews/viewerOf'
import type { PreviewStore } from '@/stores/previews/PreviewStore'
import '../versions/versions.scss'

/** Leads back to the text or table of a file whose pages the user chose (AH-36, AH-37). Says so if a document has no text to read (AH-38). */
export const PagesBar = observer(function PagesBar({ preview }: { preview: PreviewStore }) {
  const t = useWords<'preview'>()
  const back = t(hasGrid(preview.item?.extension ?? '') ? 'preview.grid.back' : 'preview.reading.back')
  if (preview.phase !== 'ready') return null
  if (preview.reading.hasNoText)
    return (
      <View className="preview-bar" role="status">
        <View className="preview-bar-text">{t('preview.reading.noText')}</View>
      </View>
    )
  if (!preview.reading.prefersPages) return null
  return (
    <View className="preview-bar" role="status">
      <View className="preview-bar-text">{t('preview.reading.inPages')}</View>
      <TextButton label={back} onPress={() => void preview.preferPages(false)} />
    </View>
  )
})

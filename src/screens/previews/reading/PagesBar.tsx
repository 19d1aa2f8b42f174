import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import { hasGrid } from '@/domain/previews/viewerOf'
import { useApp } from '@/screens/app/AppContext'
import type { PreviewStore } from '@/stores/previews/PreviewStore'
import '../versions/versions.scss'

/**
 * Leads back to the text or table of a file whose pages the user chose (AH-36, AH-37). Says why a document has no reading mode (AH-38), or
 *
 * where one that is only read here is edited (DOC-01).
 */
export const PagesBar = observer(function PagesBar({ preview }: { preview: PreviewStore }) {
  const t = useWords<'preview'>()
  const { sessionContext } = useApp()
  const back = t(hasGrid(preview.item?.extension ?? '') ? 'preview.grid.back' : 'preview.reading.back')
  if (preview.phase !== 'ready') return null
  const { text, table } = preview.representation
  const isEdited = (text ?? table) !== null && sessionContext.viewFlags.collaborative_document
  const { refusal } = preview.reading
  const told = isEdited ? t('preview.reading.editElsewhere') : refusal && t(`preview.reading.${refusal}`)
  if (told)
    return (
      <View className="preview-bar" role="status">
        <View className="preview-bar-text">{told}</View>
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

import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useWords } from '@/components/ui/context'
import { Icon } from '@/components/ui/Icon'
import { offersReading } from '@/stores/previews/reading/offersReading'
import type { PreviewStore } from '@/stores/previews/PreviewStore'

/** On the pages of a document: leads to its reading mode (AH-38). */
export const ReadingButton = observer(function ReadingButton({ preview }: { preview: PreviewStore }) {
  const t = useWords<'preview'>()
  if (!offersReading(preview)) return null
  return (
    <View className="pages-act pages-act-read" onClick={() => void preview.preferPages(false)}>
      <Icon name="type" size={20} />
      {t('preview.reading.mode')}
    </View>
  )
})

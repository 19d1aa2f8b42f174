import { View } from '@tarojs/components'
import { observer } from 'mobx-react'
import { useWords } from '@/components/ui/context'
import { offersFind } from '@/stores/previews/offersFind'
import type { PageTexts } from '@/stores/previews/PageTexts'
import type { PreviewStore } from '@/stores/previews/PreviewStore'
import { FindBar } from '../reading/FindBar'
import { onEscape } from './onEscape'

interface Props {
  preview: PreviewStore
  texts: PageTexts
}

/** Above the pages of a document: finds words on them (AH-38). */
export const PageFind = observer(function PageFind({ preview, texts }: Props) {
  const t = useWords<'preview'>()
  const { find, hasNoText } = texts
  if (!find.isOpen || !offersFind(preview)) return null
  return (
    <View className="pages-find" {...onEscape(() => find.close())}>
      <FindBar
        find={find}
        label={t('preview.reading.findHint')}
        notice={hasNoText ? t('preview.pages.noText') : undefined}
      />
    </View>
  )
})

import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { TextButton } from '../ui/TextButton'
import { useWords } from '../ui/context'
import './PageFoot.scss'

interface Props {
  pages: {
    /** State of the next page: `loading`, `failed`, or another one that shows nothing. */
    footer: string
    /** `failed`: the first page could not be loaded. */
    phase: string
    retry(): Promise<void>
  }
  /** px at least */
  height?: number
}

/** The foot of rows that come in pages: more are loading, or failed and can be retried (LIST-03). */
export const PageFoot = observer(function PageFoot({ pages, height = 24 }: Props) {
  const { footer, phase } = pages
  const t = useWords()
  return (
    <View className="page-foot" style={{ minHeight: `${height}px` }}>
      {footer === 'loading' ? <View role="status">{t('list.loading')}</View> : null}
      {[footer, phase].includes('failed') ? (
        <TextButton label={t('list.loadFailed')} onPress={() => void pages.retry()} />
      ) : null}
    </View>
  )
})

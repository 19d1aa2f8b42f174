import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { TextButton } from '../ui/TextButton'
import { useWords } from '../ui/context'
import './PageFoot.scss'

interface Props {
  pages: {
    /** Of the rows that are to come: `loading`, `failed`, or none of it. */
    footer: string
    /** `failed`: not even the first ones could be had. */
    phase: string
    retry(): Promise<void>
  }
  /** px at least */
  height?: number
}

/** The end of rows that come in pages: more are loading, or could not be had and can be asked for again (LIST-03). */
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

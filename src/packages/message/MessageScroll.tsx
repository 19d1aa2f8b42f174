import { observer } from 'mobx-react'
import { CustomWrapper, ScrollView, View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { TextButton } from '@/components/TextButton'
import { useWords } from '@/components/context'
import { MESSAGE_LOAD_MORE_DISTANCE } from '@/domain/limits'
import type { PagedList } from '@/stores/lists/PagedList'

interface Props {
  pages: Pick<PagedList<never, 'gone'>, 'footer' | 'isRefreshing' | 'refresh' | 'retry'>
  label: string
  /** Rows. */
  children: ReactNode
  onNearEnd(): void
}

/** Rows of the message centre: pulled they are asked for again, at their end come more. */
export const MessageScroll = observer(function MessageScroll({ pages, label, children, onNearEnd }: Props) {
  const t = useWords<'message'>()
  const { footer } = pages
  return (
    <ScrollView
      className="messages"
      scrollY
      lowerThreshold={MESSAGE_LOAD_MORE_DISTANCE}
      onScrollToLower={onNearEnd}
      refresherEnabled
      refresherTriggered={pages.isRefreshing}
      refresherBackground="transparent"
      onRefresherRefresh={() => void pages.refresh()}
    >
      <View role="list" aria-label={label}>
        <CustomWrapper>{children}</CustomWrapper>
      </View>
      <View className="messages-foot">
        {footer === 'loading' && <View role="status">{t('list.loading')}</View>}
        {footer === 'failed' && <TextButton label={t('list.loadFailed')} onPress={() => void pages.retry()} />}
      </View>
    </ScrollView>
  )
})

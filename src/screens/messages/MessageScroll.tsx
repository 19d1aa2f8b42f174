import { observer } from 'mobx-react'
import { CustomWrapper, ScrollView, View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { PageFoot } from '@/components/frame/PageFoot'
import { MESSAGE_LOAD_MORE_DISTANCE } from '@/domain/limits'
import type { PagedList } from '@/stores/items/lists/PagedList'

interface Props {
  pages: Pick<PagedList<never, 'gone'>, 'footer' | 'isRefreshing' | 'phase' | 'refresh' | 'retry'>
  label: string
  children: ReactNode
  onNearEnd(): void
}

/** Rows of the message centre: a pull fetches them again, the end loads more. */
export const MessageScroll = observer(function MessageScroll({ pages, label, children, onNearEnd }: Props) {
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
      <PageFoot pages={pages} height={72} />
    </ScrollView>
  )
})

import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect } from 'react'
import { Empty } from '@/components/frame/Empty'
import { Header } from '@/components/frame/Header'
import { PageFoot } from '@/components/frame/PageFoot'
import { Skeleton } from '@/components/ui/Skeleton'
import { VirtualList } from '@/components/lists/VirtualList'
import { useWords } from '@/components/ui/context'
import { needLazyWords } from '@/i18n/lazy/load'
import { useApp } from '@/screens/app/AppContext'
import { LoadFailed } from '@/screens/app/LoadFailed'
import { useDisposable } from '@/screens/app/useDisposable'
import { useFresh } from '@/screens/app/useFresh'
import { placeOfEntry } from '@/screens/items/places/placeOfEntry'
import { openPlace } from '@/screens/items/places/openPlace'
import { useChatCard } from '@/screens/messengers/cards'
import { PageScreen } from '@/screens/page/PageScreen'
import type { AppServices } from '@/stores/app/AppServices'
import { ReceivedList, type ReceivedRow as Row } from '@/stores/shares/ReceivedList'
import { ReceivedRow } from './ReceivedRow'
import '../links/links.scss'

/** Everything that others gave the user: links, invitations and folders (AH-49). */
export const ReceivedScreen = observer(function ReceivedScreen() {
  const app = useApp()
  const t = useWords<'links'>()
  useChatCard(null)
  const overlays = useDisposable(() => app.createOverlays())
  const list = useDisposable(() => new ReceivedList(app))
  useEffect(needLazyWords, [])
  useFresh(list)
  return (
    <PageScreen
      open={overlays}
      header={<Header title={t('links.received.title')} onBack={() => void app.platform.navigate.back()} />}
    >
      <View className="links">
        <View className="links-body">
          <Rows list={list} />
        </View>
      </View>
    </PageScreen>
  )
})

const Rows = observer(function Rows({ list }: { list: ReceivedList }) {
  const app = useApp()
  const t = useWords<'links'>()
  const { pages, phase } = list
  if (phase === 'loading') return <Skeleton />
  if (phase === 'failed') return <LoadFailed error={pages.error} onRetry={() => void pages.retry()} />
  if (pages.isEmpty)
    return <Empty icon="folder-input" title={t('links.received.empty.title')} text={t('links.received.empty.text')} />
  return (
    <VirtualList
      rows={pages.held.rows}
      label={t('links.received.title')}
      total={pages.held.total}
      inOrder={app.platform.name === 'h5'}
      isRefreshing={pages.isRefreshing}
      onRefresh={() => void pages.refresh()}
      onNearEnd={(view) => list.onScroll(view)}
      renderRow={(row, place) => <ReceivedRow received={row} {...place} onOpen={() => open(app, row)} />}
      bottom={<PageFoot pages={pages} height={72} />}
    />
  )
})

/** Opens a link, an invitation to answer, or a folder. */
function open(app: AppServices, { unique_name: uniqueName, collab_id: collabId, item }: Row): void {
  const { navigate } = app.platform
  if (uniqueName !== '') void navigate.push({ page: 'visit', uniqueName })
  else if (collabId !== null) void navigate.push({ page: 'invitation', collabId })
  else openPlace(app, placeOfEntry(item), item.name)
}

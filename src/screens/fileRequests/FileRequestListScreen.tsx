import { observer } from 'mobx-react'
import { ScrollView, View } from '@tarojs/components'
import { useEffect } from 'react'
import { Button } from '@/components/ui/Button'
import { Empty } from '@/components/frame/Empty'
import { Header } from '@/components/frame/Header'
import { Icon } from '@/components/ui/Icon'
import { PageFoot } from '@/components/frame/PageFoot'
import { Skeleton } from '@/components/ui/Skeleton'
import { Tile } from '@/components/ui/Tile'
import { useWords } from '@/components/ui/context'
import { MESSAGE_LOAD_MORE_DISTANCE } from '@/domain/limits'
import { needLazyWords } from '@/i18n/lazy/load'
import { useApp } from '@/screens/app/AppContext'
import { useChatCard } from '@/screens/messengers/cards'
import { LoadFailed } from '@/screens/app/LoadFailed'
import { PageScreen } from '@/screens/page/PageScreen'
import { useShown } from '@/screens/page/usePage'
import { useDisposable } from '@/screens/app/useDisposable'
import { FileRequestList } from '@/stores/fileRequests/FileRequestList'
import { Panels } from '../panels/Panels'
import { FileRequestForm } from './FileRequestForm'
import { FileRequestState } from './FileRequestState'
import { wordFacts } from './wordFileRequest'

/** The user's collecting links, all or those of one folder, where a new one can be made (AH-25). */
export const FileRequestListScreen = observer(function FileRequestListScreen({ folderId }: { folderId?: number }) {
  const app = useApp()
  const t = useWords<'collect'>()
  const { platform, session } = app
  const overlays = useDisposable(() => app.createOverlays())
  const list = useDisposable(() => new FileRequestList(app, folderId))
  useEffect(needLazyWords, [])
  // The page of one link can be forwarded, this list cannot.
  useChatCard(null)

  // Loads again on return, since links may have been made or closed above it.
  const isIn = session.phase === 'signedIn'
  const isShown = useShown()
  useEffect(() => {
    if (isIn && isShown) void list.open()
  }, [isIn, isShown, list])
  useEffect(
    () =>
      platform.onShow(() => {
        if (session.phase === 'signedIn' && list.pages.phase !== 'loading') void list.open()
      }),
    [platform, session, list],
  )

  const folder = list.rows[0]?.folder
  const make = () => overlays.show('collectform', 'new')
  return (
    <PageScreen
      open={overlays}
      header={
        <Header
          title={folderId !== undefined && folder ? t('collect.ofFolder', { name: folder.name }) : t('collect.title')}
          onBack={() => void platform.navigate.back()}
        />
      }
      footer={
        folderId !== undefined && !list.pages.isEmpty && list.pages.phase === 'ready' ? (
          <Button label={t('collect.new')} onPress={make} />
        ) : undefined
      }
      overlays={
        <>
          {folderId !== undefined && overlays.valueFor('collectform') ? (
            <FileRequestForm
              folderId={folderId}
              link={null}
              overlays={overlays}
              onDone={({ id }) => void platform.navigate.push({ page: 'collects', id })}
            />
          ) : null}
          <Panels overlays={overlays} />
        </>
      }
    >
      <Rows list={list} onNew={folderId === undefined ? undefined : make} />
    </PageScreen>
  )
})

const Rows = observer(function Rows({ list, onNew }: { list: FileRequestList; onNew?(): void }) {
  const app = useApp()
  const t = useWords<'collect'>()
  const { phase, error } = list.pages
  if (phase === 'loading') return <Skeleton />
  if (phase === 'failed') return <LoadFailed error={error} onRetry={() => void list.pages.retry()} />
  if (list.pages.isEmpty)
    return (
      <Empty
        icon="users"
        title={t('collect.none.title')}
        text={t('collect.none.text')}
        action={t('collect.new')}
        onAction={onNew}
      />
    )
  return (
    <ScrollView
      className="collect-scroll"
      scrollY
      lowerThreshold={MESSAGE_LOAD_MORE_DISTANCE}
      onScrollToLower={() => list.nearEnd()}
    >
      <View role="list" aria-label={t('collect.title')}>
        {list.rows.map((link) => (
          <View key={link.id} role="listitem">
            <View
              className="collect-row"
              role="button"
              onClick={() => void app.platform.navigate.push({ page: 'collects', id: link.id })}
            >
              <Tile group="folder" label="" />
              <View className="collect-texts">
                <View className="collect-name">{link.title}</View>
                <View className="collect-facts">
                  <FileRequestState link={link} />
                  {wordFacts(app, link, t)}
                </View>
              </View>
              <Icon name="chevron-right" size={18} />
            </View>
          </View>
        ))}
      </View>
      <PageFoot pages={list.pages} height={56} />
    </ScrollView>
  )
})

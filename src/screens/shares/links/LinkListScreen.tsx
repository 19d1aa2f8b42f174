import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect } from 'react'
import { Header } from '@/components/frame/Header'
import { useWords } from '@/components/ui/context'
import { needLazyWords } from '@/i18n/lazy/load'
import type { Words } from '@/i18n/words'
import { useApp } from '@/screens/app/AppContext'
import { useChatCard } from '@/screens/messengers/cards'
import { PageScreen } from '@/screens/page/PageScreen'
import { useDisposable } from '@/screens/app/useDisposable'
import { linkChangesOf } from '@/stores/shares/LinkChanges'
import { LinkList } from '@/stores/shares/LinkList'
import { LinkFilters } from './LinkFilters'
import { LinkRows } from './LinkRows'
import { LinkSearch } from './LinkSearch'
import { ReportsPanel } from './reports/ReportsPanel'
import './links.scss'

/** The user's links, all or those of one item (AH-17). */
export const LinkListScreen = observer(function LinkListScreen({ item }: { item?: string }) {
  const app = useApp()
  const t = useWords<'links'>()
  useChatCard(null)
  const { platform, session } = app
  const overlays = useDisposable(() => app.createOverlays())
  const list = useDisposable(() => new LinkList({ ...app, linkChanges: linkChangesOf(app) }, item))
  useEffect(needLazyWords, [])

  const isIn = session.phase === 'signedIn'
  useEffect(() => {
    if (isIn) void list.open()
  }, [isIn, list])
  useEffect(
    () =>
      platform.onShow(() => {
        if (session.phase === 'signedIn' && list.phase !== 'loading') void list.open()
      }),
    [platform, session, list],
  )

  const isSearching = overlays.valueFor('links') !== undefined
  useEffect(() => {
    if (!isSearching) list.endSearch()
  }, [isSearching, list])

  return (
    <PageScreen
      open={overlays}
      header={
        isSearching ? (
          <LinkSearch list={list} onClose={() => void overlays.close('links')} />
        ) : (
          <Header
            title={titleOf(list, t)}
            onBack={() => void platform.navigate.back()}
            actions={[{ icon: 'search', label: t('links.search'), onPress: () => overlays.show('links') }]}
          />
        )
      }
      overlays={
        overlays.valueFor('reports') === undefined ? undefined : (
          <ReportsPanel onClose={() => void overlays.close('reports')} />
        )
      }
    >
      <View className="links">
        <LinkFilters list={list} onReports={() => overlays.show('reports')} />
        <View className="links-body">
          <LinkRows list={list} onOpen={({ id }) => void platform.navigate.push({ page: 'shares', id })} />
        </View>
      </View>
    </PageScreen>
  )
})

function titleOf({ isOfEnterprise, item, rows }: LinkList, t: Words<'links'>): string {
  if (item === undefined) return t(isOfEnterprise ? 'links.enterpriseTitle' : 'links.title')
  const of = rows.find((row) => row.item.typed_id === item)?.item
  if (of) return t('links.ofItem', { name: of.name })
  return t(item.startsWith('folder') ? 'links.ofFolder' : 'links.ofFile')
}

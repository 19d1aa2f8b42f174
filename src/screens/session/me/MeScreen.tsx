import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect } from 'react'
import { Header } from '@/components/frame/Header'
import { MeSettings } from '@/components/sheets/MeSettings'
import { useWords } from '@/components/ui/context'
import { RECEIVED_ID } from '@/domain/shares/received'
import { needLazyWords } from '@/i18n/lazy/load'
import { useApp } from '@/screens/app/AppContext'
import { useDisposable } from '@/screens/app/useDisposable'
import { FootBar } from '@/screens/page/FootBar'
import { lazyPart } from '@/screens/app/lazyPart'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { PageScreen } from '@/screens/page/PageScreen'
import { Panels } from '@/screens/panels/Panels'
import { useMe } from './useMe'
import './me.scss'

const Offline = lazyPart<{ overlays: OverlayStore }>(
  () => import(/* webpackChunkName: "offline" */ '@/screens/offline/OfflinePanel'),
)

const stay = () => Promise.resolve()

/** The account and its settings, and what the user received and shared (AH-47). */
export const MeScreen = observer(function MeScreen() {
  const app = useApp()
  const t = useWords()
  const overlays = useDisposable(() => app.createOverlays())
  useEffect(needLazyWords, [])
  const settings = useMe(stay, [
    {
      key: 'received',
      label: t('navigation.received'),
      icon: 'folder-input',
      place: { page: 'shares', id: RECEIVED_ID },
    },
    { key: 'shares', label: t('navigation.shares'), icon: 'share-2', place: { page: 'shares' } },
  ])
  return (
    <PageScreen
      open={overlays}
      header={<Header title={t('me.title')} />}
      overlays={
        <>
          <FootBar present="me" />
          <Panels overlays={overlays} />
          {overlays.valueFor('offline') && <Offline overlays={overlays} />}
        </>
      }
    >
      <View className="me">{settings && <MeSettings {...settings} />}</View>
    </PageScreen>
  )
})

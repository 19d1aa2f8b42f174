import { observer } from 'mobx-react'
import { getCurrentInstance } from '@tarojs/taro'
import { useEffect, useState } from 'react'
import { WordsContext } from '@/components/context'
import { scheduleLazyWords } from '@/i18n/lazy/load'
import { loadVisitWords } from '@/i18n/visit/load'
import type { PlaceOf } from '@/platform/Platform'
import { AppContext, useApp } from '@/screens/AppContext'
import { SignedIn } from '@/screens/page/SignedIn'
import { usePlace } from '@/screens/page/usePlace'
import { useDisposable } from '@/screens/useDisposable'
import { usePackageWords } from '@/screens/usePackageWords'
import { visitsOf } from '@/stores/visit/Visits'
import { FilePage } from './FilePage'
import { FolderPage } from './FolderPage'
import { keptGrants } from './keptGrants'
import { LazyLanding, LazyMessagePage, LazyNoLink } from './LazyScreens'
import { LoadingScreen } from './LoadingScreen'
import { offerCard } from './offerCard'
import { SharedFile } from './SharedFile'
import './visit.scss'

/**
 * `/share/:unique_name`: what a link shows to whoever has it, with or without an account (2§2). `/message/share_link/:message?unique_name=`:
 * the same as a message tells of it.
 */
export default function VisitPage() {
  const t = usePackageWords(loadVisitWords)
  const place = usePlace('visit')
  const [isMessage] = useState(() => getCurrentInstance().router?.params.message !== undefined)
  return <WordsContext.Provider value={t}>{page()}</WordsContext.Provider>

  function page() {
    if (!place) return isMessage ? <ToMessages /> : <LazyNoLink />
    const visit = <Visit {...place} />
    return place.message === undefined ? visit : <SignedIn>{visit}</SignedIn>
  }
}

/** A message of which the address does not say what it is about. */
function ToMessages() {
  const { navigate } = useApp().platform
  useEffect(() => void navigate.replace({ page: 'message', type: 'share_link' }), [navigate])
  return null
}

const Visit = observer(function Visit({ uniqueName, item, message }: PlaceOf<'visit'>) {
  const own = useApp()
  const [{ store, app }] = useState(() => visitsOf(own, keptGrants).of(uniqueName))
  const overlays = useDisposable(() => own.createOverlays())
  const userId = own.session.user?.id ?? null
  useEffect(() => void store.open(userId), [store, userId])
  const isThere = store.phase !== 'loading'
  const isCard = store.phase === 'open' && message === undefined
  useEffect(() => {
    if (isCard) offerCard(own, store)
  }, [isCard, own, store])
  useEffect(() => {
    if (isThere) scheduleLazyWords()
  }, [isThere])

  return <AppContext.Provider value={app}>{content()}</AppContext.Provider>

  function content() {
    const { phase, process } = store
    const props = { store, overlays }
    const isInside = message !== undefined
    if (phase === 'loading') return <LoadingScreen {...props} isInside={isInside} />
    if (phase !== 'open' || !process?.item) return <LazyLanding {...props} isInside={isInside} />
    if (isInside) return <LazyMessagePage {...props} process={process} item={process.item} />
    if (item?.startsWith('file')) return <FilePage {...props} fileId={idOf(item)} />
    if (item) return <FolderPage {...props} folderId={idOf(item)} />
    return process.item.type === 'folder' ? (
      <FolderPage {...props} folderId={0} />
    ) : (
      <SharedFile {...props} process={process} item={process.item} />
    )
  }
})

function idOf(typedId: string): number {
  return Number(typedId.split('_')[1])
}

import { observer } from 'mobx-react'
import { useEffect, useRef, useState, type ComponentType } from 'react'
import { useWords } from '@/components/ui/context'
import { scheduleLazyWords } from '@/i18n/lazy/load'
import { AppContext, useApp } from '@/screens/app/AppContext'
import { useLinkCard } from '@/screens/messengers/cards'
import { useDisposable } from '@/screens/app/useDisposable'
import { visitsOf } from '@/stores/landing/Visits'
import { FilePage } from '../viewer/FilePage'
import { FolderPage } from '../list/FolderPage'
import { grantStorage, noteArrival, offerCard, useReceiver } from '../messenger/landingPhone'
import { LazyLanding, LazyMessagePage } from './LazyScreens'
import { LoadingScreen } from './LoadingScreen'
import { SharedFile } from '../viewer/SharedFile'
import type { ShownProps } from './landingProps'
import { wordSharer } from './wordLanding'

interface Props {
  uniqueName: string
  /** The typed_id of an item in the link. */
  item?: string
  /** The message that opened it. */
  message?: number
  /** Whether a private message sent it. */
  isPrivate?: boolean
  /** Tried once, if the link needs a password. */
  password?: string
  /** How a chat's page shows a file. */
  ChatFile?: ComponentType<ShownProps & { fileId: number; forwards: boolean }>
}

/** A link's contents, or what comes before them. */
export const LandingContent = observer(function LandingContent({
  uniqueName,
  item,
  message,
  password,
  isPrivate = false,
  ChatFile,
}: Props) {
  const t = useWords<'visit'>()
  const own = useApp()
  const [{ store, app }] = useState(() => visitsOf(own, grantStorage).of(uniqueName))
  const overlays = useDisposable(() => own.createOverlays())
  const userId = own.session.user?.id ?? null
  useEffect(() => void store.open(userId), [store, userId])
  useEffect(() => own.platform.onShow(() => void store.onResume()), [own, store])
  const isThere = store.phase !== 'loading'
  const isMeant = useReceiver(store, isPrivate)
  const isCard = store.phase === 'open' && isMeant === true && message === undefined
  useEffect(() => {
    if (!isCard) return
    offerCard(own, store)
    noteArrival(app, store)
  }, [isCard, app, own, store])
  const { process: told } = store
  const link = isCard && told && !told.share_link.disable_forward ? told.share_link : null
  const forwards = useLinkCard(link, {
    fallback: told ? wordSharer(told, t) : '',
    several: (name, n) => t('visit.items', { name, n }),
    isFile: told?.item?.type === 'file',
  })
  const tried = useRef(false)
  const isAsked = store.phase === 'password'
  useEffect(() => {
    if (!isAsked || !password || tried.current) return
    tried.current = true
    void store.submit(password)
  }, [isAsked, password, store])
  useEffect(() => {
    if (isThere) scheduleLazyWords()
  }, [isThere])

  return <AppContext.Provider value={app}>{content()}</AppContext.Provider>

  function content() {
    const { phase, process } = store
    const props = { store, overlays }
    const isInside = message !== undefined
    if (phase === 'loading' || isMeant === null) return <LoadingScreen {...props} isInside={isInside} />
    if (phase !== 'open' || !isMeant || !process?.item)
      return <LazyLanding {...props} isInside={isInside} isMeant={isMeant} />
    if (isInside) return <LazyMessagePage {...props} process={process} item={process.item} />
    const fileId = item?.startsWith('file') ? idOf(item) : process.item.type === 'file' ? process.item.id : null
    if (ChatFile && fileId !== null)
      return <ChatFile {...props} process={process} item={process.item} fileId={fileId} forwards={forwards} />
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

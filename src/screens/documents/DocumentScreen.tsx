import { autorun } from 'mobx'
import { observer } from 'mobx-react'
import { useEffect, type KeyboardEvent } from 'react'
import { Empty } from '@/components/frame/Empty'
import { Skeleton } from '@/components/ui/Skeleton'
import { WordsContext } from '@/components/ui/context'
import { HOME } from '@/domain/addresses'
import { loadDocumentWords } from '@/i18n/documents/load'
import { useApp } from '@/screens/app/AppContext'
import { lazyPart } from '@/screens/app/lazyPart'
import { LoadFailed } from '@/screens/app/LoadFailed'
import { useDisposable } from '@/screens/app/useDisposable'
import { useDropped } from '@/screens/app/useDropped'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { ItemOverlays } from '@/screens/items/ItemOverlays'
import { PageScreen } from '@/screens/page/PageScreen'
import { Panels } from '@/screens/panels/Panels'
import { DocumentStore } from '@/stores/documents/DocumentStore'
import type { Ending } from '@/stores/documents/Ending'
import { DocumentHeader, HISTORY_TAB, titleOf } from './DocumentHeader'
import { DocumentNotices } from './DocumentNotices'
import type { EditorProps } from './EditorProps'
import type { HistoryOverlayProps } from './history/HistoryOverlay'
import { PassageContext } from '@/screens/comments/PassageContext'
import { PicturesContext } from './pictures/PicturesContext'
import { useTextPassages } from './passages/useTextPassages'
import { useItem } from './useItem'
import { useKeyboard } from './useKeyboard'
import './documents.scss'

export interface DocumentScreenProps {
  fileId: number
  /** The token that the address or another page handed over. */
  access: string | null
  /** The comments to show at their passage, by the first one. */
  thread: number | null
}

const LazyHistory = lazyPart<HistoryOverlayProps>(
  () => import(/* webpackChunkName: "documentHistory" */ './history/HistoryOverlay'),
)
const loadText = () => import(/* webpackChunkName: "text" */ './TextEditor')
const loadSheet = () => import(/* webpackChunkName: "sheet" */ './sheets/SheetEditor')
const TextEditor = lazyPart<EditorProps>(loadText, <Skeleton />)
const SheetEditor = lazyPart<EditorProps>(loadSheet, <Skeleton />)

/** The socket of documents (server/live/documents). */
const SOCKET = '/documents/socket'

/** A text or a workbook that several people edit (DOC-01 to DOC-04, DOC-09). H5 only. */
export default observer(function DocumentScreen({ fileId, access, thread }: DocumentScreenProps) {
  const app = useApp()
  const { api, session, platform, feedback } = app
  const { navigate } = platform
  const t = usePackageWords(loadDocumentWords)
  const keyboard = useKeyboard()
  const overlays = useDisposable(() => app.createOverlays())
  const store = useDisposable(
    () =>
      new DocumentStore({
        api,
        fileId,
        socketAddress: location.origin.replace('http', 'ws') + SOCKET,
        access,
        userId: session.phase === 'signedIn' ? (session.user?.id ?? null) : null,
        platform,
      }),
  )
  useEffect(() => void store.open(), [store])

  const { ending, isLoaded, session: copy } = store
  const item = useItem(fileId, session.phase === 'signedIn' && isLoaded)
  const mayComment = store.kind === 'ydoc' && ending === null && item?.action_permissions.perm_comment === true
  const passages = useTextPassages(fileId, mayComment, thread, openComments)
  const isCommented = passages !== null && overlays.valueFor('comment') !== undefined
  const title = titleOf(store)
  const { kind } = store
  const Editor = kind === 'yxls' ? SheetEditor : TextEditor
  useEffect(() => {
    // While the contents are still on their way.
    if (kind !== null) (kind === 'yxls' ? loadSheet() : loadText()).catch(() => {})
  }, [kind])
  useEffect(() => {
    if (title) document.title = title
  }, [title])

  // Visitors, and people without a session, only read what is written now.
  const hasHistory = session.phase === 'signedIn' && store.hasHistory
  const isHistoryOpen = overlays.valueFor('tab') === HISTORY_TAB
  useDropped(isHistoryOpen && (ending !== null || (isLoaded && !hasHistory)), 'tab', overlays)

  const isElsewhere = ending?.kind === 'elsewhere'
  useEffect(() => {
    // The preview is a panel, and this page has none.
    if (isElsewhere) void navigate.resume(`${HOME}?preview=1&file_id=${fileId}`)
  }, [isElsewhere, navigate, fileId])

  // A phone that is back in its network need not wait for the next attempt.
  useEffect(() => {
    const hurry = () => copy?.hurry()
    window.addEventListener('online', hurry)
    return () => window.removeEventListener('online', hurry)
  }, [copy])

  // Not as part of the drawing, which each letter would repeat.
  useEffect(() => {
    const allow = () => window.removeEventListener('beforeunload', askToStay)
    const end = autorun(() => {
      if (store.isSaved || store.isKept) allow()
      else window.addEventListener('beforeunload', askToStay)
    })
    return () => {
      end()
      allow()
    }
  }, [store])

  // A phone may end a page that it hides.
  useEffect(() => {
    const keep = () => store.keepUnsent()
    document.addEventListener('visibilitychange', keep)
    return () => document.removeEventListener('visibilitychange', keep)
  }, [store])

  // A page that a mini-program or a mail opened has none of ours below.
  const hasBack = navigate.depth() > 0 || session.phase === 'signedIn'
  return (
    <WordsContext.Provider value={t}>
      <PassageContext.Provider value={passages}>
        <PicturesContext.Provider value={copy}>
          <PageScreen
            open={overlays}
            header={
              <DocumentHeader
                store={store}
                item={ending ? null : item}
                overlays={overlays}
                hasHistory={hasHistory}
                onBack={hasBack ? () => void leave() : undefined}
              />
            }
            overlays={
              <>
                <Panels overlays={overlays} />
                {copy && hasHistory && isHistoryOpen && (
                  <LazyHistory fileId={fileId} store={store} session={copy} overlays={overlays} />
                )}
                {item && <ItemOverlays item={item} context="preview" overlays={overlays} />}
              </>
            }
          >
            <div
              className={isCommented ? 'document document-commented' : 'document'}
              style={isCommented ? undefined : { paddingBottom: keyboard }}
              onKeyDown={keepTab}
            >
              <DocumentNotices store={store} />
              {ending ? (
                ended(ending)
              ) : copy && isLoaded ? (
                <Editor key={copy.document.guid} store={store} session={copy} onComments={openComments} />
              ) : (
                <Skeleton />
              )}
            </div>
          </PageScreen>
        </PicturesContext.Provider>
      </PassageContext.Provider>
    </WordsContext.Provider>
  )

  function openComments() {
    if (overlays.valueFor('comment') !== undefined) return
    void navigate.push({ page: 'comments', typedId: `file_${fileId}` })
  }

  /** The comments beside the text would catch the key. */
  function keepTab(event: KeyboardEvent) {
    if (event.key === 'Tab' && passages) event.stopPropagation()
  }

  async function leave() {
    store.keepUnsent()
    const isUnsent = !store.isSaved && !store.isConnected
    const isLost = isUnsent && !store.isKept
    if (isUnsent && store.isKept) feedback.toast({ text: t('document.leave.kept') })
    const words = { title: { text: t('document.leave.title') }, confirm: { text: t('document.leave.confirm') } }
    if (isLost && !(await feedback.confirm({ text: t('document.leave.text') }, { ...words, isDanger: true }))) return
    await navigate.back()
  }

  function ended(why: Ending) {
    switch (why.kind) {
      case 'failed':
        return <LoadFailed error={why.message} onRetry={() => void store.open()} />
      case 'closed':
        return <Empty icon="lock" title={t('document.ended.title')} text={t(endedBy(why))} />
      case 'elsewhere':
        return <Skeleton />
    }
  }
})

const askToStay = (event: BeforeUnloadEvent) => event.preventDefault()

/** The words for the end of a connection. */
function endedBy({ reason }: Extract<Ending, { kind: 'closed' }>) {
  switch (reason) {
    case 'item_not_found':
    case 'item_is_deleted':
    case 'document_access':
    case 'permission_denied':
      return `document.ended.${reason}` as const
    default:
      return 'document.ended.not_support' as const
  }
}

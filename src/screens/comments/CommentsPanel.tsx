import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect } from 'react'
import { Empty } from '@/components/frame/Empty'
import { Header } from '@/components/frame/Header'
import { Skeleton } from '@/components/ui/Skeleton'
import { classes } from '@/components/ui/classes'
import { WordsContext, useWords } from '@/components/ui/context'
import { useModal } from '@/components/sheets/useModal'
import { needLazyWords } from '@/i18n/lazy/load'
import { loadCommentWords } from '@/i18n/comments/load'
import { AskAccess } from '@/screens/app/AskAccess'
import { useApp } from '@/screens/app/AppContext'
import { LoadFailed } from '@/screens/app/LoadFailed'
import { useLiveStore } from '@/screens/page/usePage'
import { useDisposable } from '@/screens/app/useDisposable'
import { usePackageWords } from '@/screens/app/usePackageWords'
import type { WantedItem } from '@/stores/app/askForAccess'
import { CommentStore } from '@/stores/comments/CommentStore'
import { VoiceDraft } from '@/stores/comments/VoiceDraft'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { CommentComposer } from './CommentComposer'
import { CommentList } from './CommentList'
import { openPassage } from './openPassage'
import { usePassages } from './PassageContext'
import { ThreadBar } from './ThreadBar'
import { TargetCard } from './TargetCard'
import { VoicePanel } from './voice/VoicePanel'
import '@/theme/lazyIcons.scss'
import './comments.scss'

/** ms between two polls where no stream reports changes */
const LOOK = 10_000

interface Props {
  typedId: string
  /** The message that opened it: the commented item is then shown on top. */
  message?: number
  /** On a wide screen they lie beside the preview below, which stays usable. */
  isBeside?: boolean
  /** Of the page below. */
  overlays: OverlayStore
  onClose(): void
}

/** The comments on an item, and the form for a new one (2§2). */
export const CommentsPanel = observer(function CommentsPanel({
  typedId,
  message,
  isBeside = false,
  overlays,
  onClose,
}: Props) {
  const app = useApp()
  const t = usePackageWords(loadCommentWords)
  const { session } = app
  const passages = usePassages()
  const comments = useDisposable(() => new CommentStore(app, { typedId, messageId: message }, passages))
  const voice = useDisposable(() => new VoiceDraft(app, comments))
  const isIn = session.phase === 'signedIn'
  useEffect(needLazyWords, [])
  useEffect(() => {
    if (isIn) void comments.load()
  }, [isIn, comments])
  // Beside the text it shows all comments again when it is opened anew.
  useEffect(() => () => passages?.show(null), [passages])
  const pointed = message === undefined || passages ? null : comments.threads.aboutPassage(comments.focusId)
  useEffect(() => {
    if (pointed !== null) void openPassage(app, comments, pointed, true)
  }, [pointed, app, comments])
  const live = useLiveStore()
  useEffect(
    () => live?.watch({ name: comments.watched, interval: LOOK, changed: () => comments.load() }),
    [live, comments],
  )
  const ref = useModal(onClose, isBeside)
  const speak = voice.isPossible
    ? (isHeld: boolean) => {
        // Within the tap: the phone asks for its microphone.
        void voice.begin(isHeld)
        overlays.show('record')
      }
    : undefined
  const title = comments.total > 0 ? t('comments.titleN', { n: comments.total }) : t('comments.title')
  return (
    <WordsContext.Provider value={t}>
      <View
        ref={ref}
        className={classes('comments', passages ? 'comments-of-text' : isBeside && 'comments-beside')}
        role="dialog"
        aria-modal={!isBeside}
        aria-label={title}
      >
        <Header title={title} onBack={onClose} />
        {!isBeside && message === undefined && comments.item && (
          <View className="comments-of">{comments.item.name}</View>
        )}
        {title ? (
          <Body comments={comments} voice={voice} hasCard={message !== undefined} onSpeak={speak} />
        ) : (
          <Skeleton />
        )}
        {overlays.valueFor('record') !== undefined && (
          <VoicePanel voice={voice} overlays={overlays} onClose={() => void overlays.close('record')} />
        )}
      </View>
    </WordsContext.Provider>
  )
})

interface BodyProps {
  comments: CommentStore
  voice: VoiceDraft
  hasCard: boolean
  /** Absent where the phone cannot record. */
  onSpeak?(isHeld: boolean): void
}

const Body = observer(function Body({ comments, voice, hasCard, onSpeak }: BodyProps) {
  const t = useWords<'comments'>()
  const { navigate } = useApp().platform
  const { phase, item } = comments
  // A recording says nothing about a passage.
  const takesVoice = comments.takesVoices && !comments.threads.passages?.chosen
  const card = hasCard && item && <TargetCard item={item} />
  switch (phase) {
    case 'loading':
      return <Skeleton />
    case 'failed':
      return <LoadFailed onRetry={() => void comments.load()} />
    case 'gone':
      return (
        <Empty
          icon="cloud-off"
          title={t('comments.gone')}
          text={t('comments.goneText')}
          action={t('comments.home')}
          onAction={() => void navigate.relaunch({ page: 'files', space: 'frequent' })}
        >
          <AskAccess wanted={{ item_typed_id: comments.target.typedId as WantedItem['item_typed_id'] }} />
        </Empty>
      )
    case 'forbidden':
      return (
        <>
          {card}
          <Empty icon="message-square" title={t('comments.noPerm')} />
        </>
      )
    case 'ready':
      return (
        <>
          {card}
          {comments.threads.passages && <ThreadBar passages={comments.threads.passages} />}
          <CommentList comments={comments} />
          <CommentComposer comments={comments} voice={voice} onSpeak={takesVoice ? onSpeak : undefined} />
        </>
      )
  }
})

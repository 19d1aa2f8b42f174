import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import * as Y from 'yjs'
import { ApiFailure } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import { messageOf } from '@/api/reactions'
import { SegmentedChoice } from '@/components/fields/SegmentedChoice'
import { Header } from '@/components/frame/Header'
import { useModal } from '@/components/sheets/useModal'
import { Button } from '@/components/ui/Button'
import { Skeleton } from '@/components/ui/Skeleton'
import { useWords } from '@/components/ui/context'
import { lazyPart } from '@/screens/app/lazyPart'
import { LoadFailed } from '@/screens/app/LoadFailed'
import type { DocumentKind } from '@/contract/documents'
import type { DocumentSession } from '@/stores/documents/DocumentSession'
import type { HistoryStore } from '@/stores/documents/HistoryStore'
import type { VersionProps } from './VersionProps'
import { versionOf, type Chosen } from './chosen'
import { useMoments } from './useMoments'

/** In the parts of the editors, which the page has loaded by then. */
const parts: Record<DocumentKind, (props: VersionProps) => ReactNode> = {
  ydoc: lazyPart<VersionProps>(() => import(/* webpackChunkName: "text" */ './VersionText'), <Skeleton />),
  yxls: lazyPart<VersionProps>(() => import(/* webpackChunkName: "sheet" */ './VersionBook'), <Skeleton />),
}

interface Props {
  history: HistoryStore
  chosen: Chosen
  kind: DocumentKind
  session: DocumentSession
  /** Absent for those who may not name versions, as at present. */
  onName?(): void
  onRestore?(versionId: number): void
  onClose(): void
}

/** What the version is compared with. */
type Comparison = 'none' | 'before' | 'now'

/** A version to read, with what makes it differ from the one before or from the present state. */
export const VersionView = observer(function VersionView(props: Props) {
  const { history, chosen, kind, session, onName, onRestore, onClose } = props
  const t = useWords<'document'>()
  const moments = useMoments()
  const ref = useModal(onClose)
  const [now] = useState(() => Y.encodeStateAsUpdate(session.document))
  const version = versionOf(history, chosen)
  const id = chosen === 'now' ? undefined : Number(chosen)
  const before = id === undefined ? history.versions?.[0] : history.before(id)
  const [comparison, setComparison] = useState<Comparison>('before')
  const mayBefore = before !== undefined || history.hasMore
  const compared = comparison === 'before' && !mayBefore ? 'none' : comparison
  const isWaiting = compared === 'before' && before === undefined
  useEffect(() => {
    if (isWaiting) void history.more()
  }, [history, isWaiting])

  const beforeId = before?.version_id
  const load = useCallback(async () => {
    const own = id === undefined ? now : await history.contents(id)
    if (compared === 'none') return { state: own, earlier: null }
    if (compared === 'now') return { state: now, earlier: own }
    return { state: own, earlier: await history.contents(beforeId!) }
  }, [history, id, now, compared, beforeId])
  const { loaded, error, retry } = useLoaded(load, !isWaiting)

  const Version = parts[kind]
  const title = chosen === 'now' ? t('document.history.now') : version ? moments.titleOf(version) : ''
  const options: readonly Comparison[] = [
    'none',
    ...(mayBefore ? (['before'] as const) : []),
    ...(id === undefined ? [] : (['now'] as const)),
  ]
  return (
    <View ref={ref} className="history-version" role="dialog" aria-modal aria-label={title}>
      <Header title={title} onBack={onClose} />
      <SegmentedChoice<Comparison>
        label={t('document.history.compare')}
        value={compared}
        options={options.map((value) => ({ value, label: t(`document.history.compareWith.${value}`) }))}
        onChoose={setComparison}
      />
      {error ? <LoadFailed error={error} onRetry={retry} /> : loaded ? <Version {...loaded} /> : <Skeleton />}
      {(onName || onRestore) && (
        <div className="history-foot">
          {onName && <Button tone="weak" label={t('document.history.name')} onPress={onName} />}
          {onRestore && id !== undefined && (
            <Button label={t('document.history.restore')} loading={history.isRestoring} onPress={() => onRestore(id)} />
          )}
        </div>
      )}
    </View>
  )
})

/** What a function loads, again when it changes. */
function useLoaded<T>(load: () => Promise<T>, isWanted: boolean) {
  const [loaded, setLoaded] = useState<T | null>(null)
  const [error, setError] = useState<Message | null>(null)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    let isOver = false
    setLoaded(null)
    setError(null)
    if (isWanted)
      load().then(
        (value) => {
          if (!isOver) setLoaded(() => value)
        },
        (failure: unknown) => {
          if (!(failure instanceof ApiFailure)) throw failure
          if (!isOver) setError(messageOf(failure.failure))
        },
      )
    return () => void (isOver = true)
  }, [load, isWanted, turn])
  return { loaded, error, retry: () => setTurn(turn + 1) }
}

import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Skeleton } from '@/components/ui/Skeleton'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import type { DocumentVersion } from '@/contract/documents'
import { LoadFailed } from '@/screens/app/LoadFailed'
import type { HistoryStore } from '@/stores/documents/HistoryStore'
import type { Chosen } from './chosen'
import { useMoments } from './useMoments'

interface Props {
  history: HistoryStore
  onChoose(chosen: Chosen): void
  /** Names the present state; absent for those who may not. */
  onName?(): void
}

/** The present state, and the versions by day. */
export const VersionList = observer(function VersionList({ history, onChoose, onName }: Props) {
  const t = useWords<'document'>()
  const moments = useMoments()
  const { versions, lastChange, hasMore, error, isLoading } = history
  if (versions === null) return error ? <LoadFailed error={error} onRetry={() => void history.open()} /> : <Skeleton />
  return (
    <div className="history-versions">
      <Row
        title={t('document.history.now')}
        text={lastChange ? t('document.history.changed', { name: lastChange.user.name }) : ''}
        onPress={() => onChoose('now')}
      />
      {onName && (
        <div className="history-name">
          <TextButton label={t('document.history.nameNow')} onPress={onName} />
        </div>
      )}
      {byDay(versions, moments.dayOf).map(([first, ...others]) => (
        <section key={first.version_id} aria-label={moments.wordDay(first.created_at)}>
          <h2 className="history-day">{moments.wordDay(first.created_at)}</h2>
          {[first, ...others].map((version) => (
            <Row
              key={version.version_id}
              title={version.name || moments.wordClock(version.created_at)}
              text={[version.name && moments.wordClock(version.created_at), version.user.name]
                .filter(Boolean)
                .join(' · ')}
              isNamed={version.name !== ''}
              onPress={() => onChoose(`${version.version_id}`)}
            />
          ))}
        </section>
      ))}
      {versions.length === 0 && <div className="history-nothing">{t('document.history.nothing')}</div>}
      {error && <LoadFailed error={error} onRetry={() => void history.more()} />}
      {hasMore && !error && (
        <div className="history-name">
          <TextButton label={t('document.history.more')} disabled={isLoading} onPress={() => void history.more()} />
        </div>
      )}
    </div>
  )
})

interface RowProps {
  title: string
  text: string
  isNamed?: boolean
  onPress(): void
}

function Row({ title, text, isNamed, onPress }: RowProps) {
  return (
    <View className="history-row" onClick={onPress}>
      <div className={isNamed ? 'history-title history-title-named' : 'history-title'}>{title}</div>
      <div className="history-text">{text}</div>
    </View>
  )
}

type Day = [DocumentVersion, ...DocumentVersion[]]

/** Versions of the same day together, in their order. */
function byDay(versions: readonly DocumentVersion[], dayOf: (at: number) => number): Day[] {
  const days: Day[] = []
  for (const version of versions) {
    const day = days.at(-1)
    if (day && dayOf(day[0].created_at) === dayOf(version.created_at)) day.push(version)
    else days.push([version])
  }
  return days
}

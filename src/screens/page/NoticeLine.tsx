import { observer } from 'mobx-react'
import { NoticeBar } from '@/components/ui/NoticeBar'
import { useWords } from '@/components/ui/context'
import { dateParts, type DateParts } from '@/domain/format/time'
import { wordTime } from '@/i18n/format'
import { wordClock } from '@/i18n/moment'
import type { Words } from '@/i18n/words'
import { openOffline } from '@/stores/offline/openOffline'
import { useApp } from '../app/AppContext'

/** `since`: when the page's data was fetched, ms; absent where the data does not age. */
export interface NoticeLineProps {
  since?: number
}

/** The state of the network (AH-19), else names that wait or were refused (AH-42), else the offer of a new version (AH-32); otherwise nothing. */
export default observer(function NoticeLine({ since }: NoticeLineProps) {
  const app = useApp()
  const {
    lazy,
    platform: { clock },
  } = app
  const t = useWords()
  const network = lazy.network
  const update = lazy.update
  const { queue = [], refused = 0 } = lazy.waitingNames ?? {}
  const waiting = queue.length - refused
  const open = (label: string) => [{ label, onPress: () => void openOffline(app) }]
  if (network?.state === 'offline') {
    const state =
      since === undefined
        ? t('network.offline')
        : t('network.offlineSince', { time: momentOf(since, clock.now(), clock.zone(), t) })
    const text = waiting > 0 ? `${state} · ${t('waiting.bar', { n: waiting })}` : state
    const hasMore = waiting > 0 || lazy.offline !== undefined
    return <NoticeBar tone="warning" text={text} actions={hasMore ? open(t('offline.title')) : []} />
  }
  if (network?.state === 'weak') return <NoticeBar tone="quiet" text={t('network.weak')} />
  if (refused > 0)
    return <NoticeBar tone="warning" text={t('waiting.refusedBar', { n: refused })} actions={open(t('waiting.show'))} />
  if (waiting > 0) return <NoticeBar tone="quiet" text={t('waiting.bar', { n: waiting })} />
  if (!update?.isOffered) return null
  return (
    <NoticeBar
      tone="brand"
      text={t('update.offered')}
      actions={[
        { label: t('update.later'), tone: 'plain', onPress: () => update.dismiss() },
        { label: t('update.begin'), onPress: () => void update.begin() },
      ]}
    />
  )
})

/** A time, with the day if that is not today; in ms. */
function momentOf(moment: number, now: number, zone: number, t: Words): string {
  const parts = dateParts(moment / 1000, now / 1000, zone)
  const time = wordClock(parts)
  return isSameDay(parts, dateParts(now / 1000, now / 1000, zone)) ? time : `${wordTime(parts, t)} ${time}`
}

function isSameDay(one: DateParts, other: DateParts): boolean {
  return one.year === other.year && one.month === other.month && one.day === other.day
}

import { observer } from 'mobx-react'
import { NoticeBar } from '@/components/ui/NoticeBar'
import { useWords } from '@/components/ui/context'
import { dateParts, type DateParts } from '@/domain/format/time'
import { wordTime } from '@/i18n/format'
import { wordClock } from '@/i18n/moment'
import type { Words } from '@/i18n/words'
import { useApp } from '../app/AppContext'

/** `since`: when the page's data was fetched, ms; absent where the data does not age. */
export interface NoticeLineProps {
  since?: number
}

/** The state of the network (AH-19), else the offer of a new version (AH-32); otherwise nothing. */
export default observer(function NoticeLine({ since }: NoticeLineProps) {
  const {
    lazy,
    platform: { clock },
  } = useApp()
  const t = useWords()
  const network = lazy.network
  const update = lazy.update
  if (network?.state === 'offline') {
    const text =
      since === undefined
        ? t('network.offline')
        : t('network.offlineSince', { time: momentOf(since, clock.now(), clock.zone(), t) })
    return <NoticeBar tone="warning" text={text} />
  }
  if (network?.state === 'weak') return <NoticeBar tone="quiet" text={t('network.weak')} />
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

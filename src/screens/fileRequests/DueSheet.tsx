import { View } from '@tarojs/components'
import { useState } from 'react'
import { Sheet } from '@/components/sheets/Sheet'
import { TextButton } from '@/components/ui/TextButton'
import { classes } from '@/components/ui/classes'
import { WordsContext, useWords } from '@/components/ui/context'
import { dueAt, dueMinutes } from '@/domain/fileRequests/state'
import { NEVER_EXPIRES } from '@/domain/limits'
import { endOfDay, endOfDayAfter, localDateOf } from '@/domain/shares/expiry'
import { loadShareWords } from '@/i18n/shares/form/load'
import { wordClock } from '@/i18n/moment'
import { useApp } from '@/screens/app/AppContext'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { Calendar } from '../shares/calendar/Calendar'
import { useZone } from '../shares/form/PermissionRows'
import { wordDue } from './wordFileRequest'

interface Props {
  dueTime: number
  onChoose(dueTime: number): void
  onClose(): void
}

/** The proposed time, minutes of the day: the end of a school day. */
const USUAL = 18 * 60

/** The deadline: a day and an hour, or none. */
export function DueSheet({ dueTime, onChoose, onClose }: Props) {
  const app = useApp()
  const { clock } = app.platform
  const t = useWords<'collect'>()
  const shareWords = usePackageWords(loadShareWords)
  const zoneAt = useZone()
  const [now] = useState(() => clock.now() / 1000)
  const today = localDateOf(now, zoneAt)
  const [day, setDay] = useState<number | null>(
    dueTime === NEVER_EXPIRES ? null : endOfDay(localDateOf(dueTime, zoneAt), zoneAt),
  )
  const [minutes, setMinutes] = useState(
    () => (day !== null && dueMinutes.find((each) => dueAt(day, each) === dueTime)) || USUAL,
  )
  const chosen = day === null ? NEVER_EXPIRES : dueAt(day, minutes)
  const isPast = chosen !== NEVER_EXPIRES && chosen <= now
  return (
    <Sheet label={t('collect.form.due')} onClose={onClose}>
      <View className="expiry-head">
        <TextButton tone="plain" label={t('action.cancel')} onPress={onClose} />
        <View className="expiry-title">{t('collect.form.due')}</View>
        <TextButton label={t('action.confirm')} disabled={isPast} onPress={() => onChoose(chosen)} />
      </View>
      <View className="expiry-presets" role="radiogroup" aria-label={t('collect.form.time')}>
        <View
          className={classes('expiry-preset', day === null && 'expiry-chosen')}
          role="radio"
          aria-checked={day === null}
          onClick={() => setDay(null)}
        >
          {t('collect.dueNever')}
        </View>
        {dueMinutes.map((each) => (
          <View
            key={each}
            className={classes('expiry-preset', day !== null && each === minutes && 'expiry-chosen')}
            role="radio"
            aria-checked={day !== null && each === minutes}
            onClick={() => {
              setMinutes(each)
              if (day === null) setDay(endOfDayAfter(1, now, zoneAt))
            }}
          >
            {wordClock({ hour: Math.floor(each / 60), minute: each % 60 })}
          </View>
        ))}
      </View>
      <WordsContext.Provider value={shareWords}>
        <Calendar
          value={day === null ? null : localDateOf(day, zoneAt)}
          today={today}
          first={today}
          onChoose={(date) => setDay(endOfDay(date, zoneAt))}
        />
      </WordsContext.Provider>
      <View className="expiry-until" role="status">
        {isPast ? t('collect.form.past') : wordDue(app, { due_time: chosen }, t)}
      </View>
    </Sheet>
  )
}

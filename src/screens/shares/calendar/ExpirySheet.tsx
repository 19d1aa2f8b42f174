import { View } from '@tarojs/components'
import { useState } from 'react'
import { Sheet } from '@/components/sheets/Sheet'
import { TextButton } from '@/components/ui/TextButton'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import { dateParts } from '@/domain/format/time'
import { NEVER_EXPIRES } from '@/domain/limits'
import { endOfDay, endOfDayAfter, expiryPresets, localDateOf, presetOf } from '@/domain/shares/expiry'
import { wordMoment } from '@/i18n/moment'
import { useApp } from '@/screens/app/AppContext'
import { Calendar } from './Calendar'
import { useZone } from '../form/PermissionRows'

interface Props {
  dueTime: number
  onChoose(dueTime: number): void
  onClose(): void
}

/** The expiry of a link: a usual period, a day, or never (SHARE-06). */
export function ExpirySheet({ dueTime, onChoose, onClose }: Props) {
  const { clock } = useApp().platform
  const t = useWords<'share'>()
  const zoneAt = useZone()
  const [now] = useState(() => clock.now() / 1000)
  const [chosen, setChosen] = useState(dueTime)
  const preset = presetOf(chosen, now, zoneAt)
  const today = localDateOf(now, zoneAt)
  return (
    <Sheet label={t('share.perms.expiry')} onClose={onClose}>
      <View className="expiry-head">
        <TextButton tone="plain" label={t('action.cancel')} onPress={onClose} />
        <View className="expiry-title">{t('share.perms.expiry')}</View>
        <TextButton label={t('action.confirm')} onPress={() => onChoose(chosen)} />
      </View>
      <View className="expiry-presets" role="radiogroup" aria-label={t('share.calendar.presets')}>
        {expiryPresets.map((days) => (
          <View
            key={days ?? 'never'}
            className={classes('expiry-preset', days === preset && 'expiry-chosen')}
            role="radio"
            aria-checked={days === preset}
            onClick={() => setChosen(days === null ? NEVER_EXPIRES : endOfDayAfter(days, now, zoneAt))}
          >
            {days === null ? t('share.calendar.never') : t('share.calendar.days', { n: days })}
          </View>
        ))}
      </View>
      <Calendar
        value={chosen === NEVER_EXPIRES ? null : localDateOf(chosen, zoneAt)}
        today={today}
        first={today}
        onChoose={(date) => setChosen(endOfDay(date, zoneAt))}
      />
      <View className="expiry-until" role="status">
        {chosen === NEVER_EXPIRES
          ? t('share.calendar.forever')
          : t('share.calendar.until', { moment: `${wordMoment(dateParts(chosen, now, zoneAt(chosen)), t)}:59` })}
      </View>
    </Sheet>
  )
}

import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { IconButton } from '@/components/ui/IconButton'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import { civilDate, dayOfDate, type CivilDate } from '@/domain/format/time'
import { isBefore, isSameDay, monthAfter, weeksOf, type Month } from '@/domain/shares/month'
import { useDayKeys } from './useDayKeys'

interface Props {
  /** null: no day is chosen. */
  value: CivilDate | null
  today: CivilDate
  /** The first day that can be chosen. */
  first: CivilDate
  onChoose(date: CivilDate): void
}

/** A month of days to choose from. Arrow keys move from day to day, also past the month's end; Enter chooses. */
export function Calendar({ value, today, first, onChoose }: Props) {
  const t = useWords<'share'>()
  const [month, setMonth] = useState<Month>(value ?? first)
  const [reached, setReached] = useState<CivilDate | null>(null)

  // Another control may have chosen a day.
  const chosen = value && dayOfDate(value)
  useEffect(() => {
    if (chosen !== null) setMonth(civilDate(chosen))
  }, [chosen])

  const open = weeksOf(month).flatMap((week) => week.filter((day) => day !== null && !isBefore(day, first)))
  const stop =
    open.find((day) => isSameDay(day, reached)) ?? open.find((day) => isSameDay(day, value)) ?? open[0] ?? null
  const isFirstMonth = !isBefore(first, { ...month, day: 1 })
  const name = (key: 'month' | 'day', { year, month: number, day }: Month & { day?: number }) =>
    t(`share.calendar.${key}`, { year, month: t('share.calendar.months').split(' ')[number - 1] ?? '', day: day ?? '' })

  const keys = useDayKeys({
    reached,
    onReach(day) {
      const next = isBefore(day, first) ? first : day
      setMonth(next)
      setReached(next)
    },
    onChoose,
  })

  return (
    <View ref={keys.box} className="calendar" role="group" aria-label={name('month', month)}>
      <View className="calendar-head">
        <IconButton
          icon="chevron-left"
          label={t('share.calendar.previous')}
          disabled={isFirstMonth}
          onPress={() => !isFirstMonth && setMonth(monthAfter(month, -1))}
        />
        <View className="calendar-month" role="status">
          {name('month', month)}
        </View>
        <IconButton
          icon="chevron-right"
          label={t('share.calendar.next')}
          onPress={() => setMonth(monthAfter(month, 1))}
        />
      </View>
      <View className="calendar-week" aria-hidden>
        {t('share.calendar.weekdays')
          .split(' ')
          .map((weekday, at) => (
            <View key={at} className="calendar-weekday">
              {weekday}
            </View>
          ))}
      </View>
      {weeksOf(month).map((week, at) => (
        <View key={at} className="calendar-week">
          {week.map((day, place) =>
            day && !isBefore(day, first) ? (
              <View
                key={place}
                className={classes('calendar-day', isSameDay(day, value) && 'calendar-chosen')}
                role="button"
                aria-label={name('day', day)}
                aria-pressed={isSameDay(day, value)}
                aria-current={isSameDay(day, today) ? 'date' : undefined}
                {...keys.of(day, isSameDay(day, stop))}
                onClick={() => onChoose(day)}
              >
                <View className="calendar-number">{day.day}</View>
              </View>
            ) : (
              <View key={place} className="calendar-day calendar-over" aria-hidden>
                <View className="calendar-number">{day?.day}</View>
              </View>
            ),
          )}
        </View>
      ))}
    </View>
  )
}

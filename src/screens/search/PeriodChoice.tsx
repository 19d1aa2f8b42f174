import { observer } from 'mobx-react'
import { Input, View } from '@tarojs/components'
import { useState } from 'react'
import { MenuList, type MenuEntry } from '@/components/sheets/MenuList'
import { Button } from '@/components/ui/Button'
import { useWords } from '@/components/ui/context'
import { civilDate, localDay } from '@/domain/format/time'
import { periods, readDate, writeDate } from '@/domain/search/filters'
import { useApp } from '@/screens/app/AppContext'
import type { ChoiceProps } from './ChoiceProps'
import '@/components/fields/Field.scss'

/** Usual periods, and two days of the user's own. */
export const PeriodChoice = observer(function PeriodChoice({ search, onChoose }: ChoiceProps) {
  const { clock } = useApp().platform
  const t = useWords<'search'>()
  const chosen = search.filters.period
  const own = chosen !== null && typeof chosen === 'object' ? chosen : null
  const [from, setFrom] = useState(own ? writeDate(own.from) : '')
  const [to, setTo] = useState(own ? writeDate(own.to) : '')
  const [isWrong, setWrong] = useState(false)
  const entries: MenuEntry[] = [null, ...periods].map((period) => ({
    key: period ?? 'any',
    label: period === null ? t('search.filter.any') : t(`search.period.${period}`),
    isChosen: period === chosen,
    onSelect: () => onChoose({ period }),
  }))
  const apply = () => {
    const today = civilDate(localDay(clock.now() / 1000, clock.zone()))
    const days = [
      from.trim() === '' ? { year: 1970, month: 1, day: 1 } : readDate(from),
      to.trim() === '' ? today : readDate(to),
    ]
    const [first, last] = days
    if (first && last && (from + to).trim() !== '') onChoose({ period: { from: first, to: last } })
    else setWrong(true)
  }
  return (
    <>
      <MenuList entries={entries} />
      <View className="search-dates" role="group" aria-label={t('search.period.own')}>
        <View className="search-dates-title" aria-hidden>
          {t('search.period.own')}
        </View>
        <View className="search-dates-fields">
          <DateField label={t('search.period.from')} value={from} isWrong={isWrong} onChange={setFrom} />
          <DateField label={t('search.period.to')} value={to} isWrong={isWrong} onChange={setTo} />
        </View>
        {isWrong ? (
          <View className="field-note field-error" role="alert">
            {t('search.period.wrong')}
          </View>
        ) : null}
        <Button label={t('search.period.apply')} onPress={apply} />
      </View>
    </>
  )
})

interface FieldProps {
  label: string
  value: string
  isWrong: boolean
  onChange(value: string): void
}

/** A date such as 2026-01-31. A browser shows its own calendar. */
function DateField({ label, value, isWrong, onChange }: FieldProps) {
  return (
    <View className="search-date">
      <View className="search-date-label" aria-hidden>
        {label}
      </View>
      <View className={isWrong ? 'field-box field-wrong' : 'field-box'}>
        <Input
          className="field-input"
          value={value}
          placeholder="2026-01-31"
          placeholderClass="field-placeholder"
          maxlength={10}
          nativeProps={{
            type: 'date',
            'aria-label': label,
            'aria-invalid': isWrong,
            min: '1970-01-01',
            max: '9999-12-31',
          }}
          onInput={(event) => onChange(event.detail.value)}
        />
      </View>
    </View>
  )
}

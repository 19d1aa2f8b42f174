import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Icon } from '@/components/ui/Icon'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import { hasFilters, noFilters, writeDate, type Period } from '@/domain/search/filters'
import type { Words } from '@/i18n/words'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import type { SearchStore } from '@/stores/search/SearchStore'

interface Props {
  search: SearchStore
  overlays: OverlayStore
}

/** Kind, time and person of a search: each chip opens its choices (AH-41). */
export const FilterChips = observer(function FilterChips({ search, overlays }: Props) {
  const t = useWords<'search'>()
  const { kind, period, person } = search.filters
  const chips = [
    ['kind', kind && t(`search.kind.${kind}`)],
    ['period', period && wordPeriod(period, t)],
    ['person', person && (person.name || t('search.person.someone'))],
  ] as const
  return (
    <>
      {chips.map(([filter, value]) => {
        const label = t(`search.filter.${filter}`)
        return (
          <View
            key={filter}
            className={classes('search-scope', value !== null && 'search-chosen')}
            role="button"
            aria-label={value === null ? label : t('search.filter.set', { filter: label, value })}
            onClick={() => overlays.show('filters', filter)}
          >
            <View className="search-filter">{value ?? label}</View>
            <Icon name="chevron-down" size={14} />
          </View>
        )
      })}
      {hasFilters(search.filters) ? (
        <View className="search-scope" role="button" onClick={() => search.filter(noFilters)}>
          {t('search.filter.clear')}
        </View>
      ) : null}
    </>
  )
})

function wordPeriod(period: Period, t: Words<'search'>): string {
  if (typeof period === 'string') return t(`search.period.${period}`)
  const { from, to } = period
  return t('search.period.between', { from: writeDate(from), to: writeDate(to) })
}

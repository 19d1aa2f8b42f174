import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { classes } from '@/components/classes'
import { useWords } from '@/components/context'
import type { LinkFilter, LinkList } from '@/stores/sharing/LinkList'

const filters: readonly LinkFilter[] = ['all', 'open', 'ended']

interface Props {
  list: LinkList
  /** Shows what was reported of them. */
  onReports(): void
}

/** Which links are listed; the chosen filter says how many there are. */
export const LinkFilters = observer(function LinkFilters({ list, onReports }: Props) {
  const t = useWords<'links'>()
  return (
    <View className="links-filters">
      <View className="links-chips" role="radiogroup" aria-label={t('links.filter')}>
        {filters.map((filter) => {
          const isChosen = filter === list.filter
          const label = t(`links.filters.${filter}`)
          return (
            <View
              key={filter}
              className="links-chip"
              role="radio"
              aria-checked={isChosen}
              onClick={() => {
                if (!isChosen) void list.choose(filter)
              }}
            >
              <View className={classes('links-chip-face', isChosen && 'links-chosen')}>
                {isChosen && list.total !== null ? t('links.counted', { label, n: list.total }) : label}
              </View>
            </View>
          )
        })}
      </View>
      {list.mayListEnterprise && list.item === undefined ? (
        <>
          <View
            className="links-chip"
            aria-pressed={list.isOfEnterprise}
            onClick={() => void list.chooseEnterprise(!list.isOfEnterprise)}
          >
            <View className={classes('links-chip-face', list.isOfEnterprise && 'links-chosen')}>
              {t('links.enterprise')}
            </View>
          </View>
          <View className="links-chip" role="button" onClick={onReports}>
            <View className="links-chip-face">{t('links.reports.title')}</View>
          </View>
        </>
      ) : null}
    </View>
  )
})

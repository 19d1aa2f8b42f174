import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { SegmentedChoice } from '@/components/fields/SegmentedChoice'
import { TextButton } from '@/components/ui/TextButton'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import type { LinkFilter, LinkList } from '@/stores/shares/LinkList'

const scopes = ['mine', 'enterprise'] as const
const filters: readonly LinkFilter[] = ['all', 'open', 'ended']

interface Props {
  list: LinkList
  /** Opens the reports about links. */
  onReports(): void
}

/** Filters by maker and state; the chosen state shows the number of links. */
export const LinkFilters = observer(function LinkFilters({ list, onReports }: Props) {
  const t = useWords<'links'>()
  return (
    <View className="links-filters">
      {list.mayListEnterprise && list.item === undefined ? (
        <View className="links-scope">
          <SegmentedChoice
            label={t('links.scope')}
            value={list.isOfEnterprise ? 'enterprise' : 'mine'}
            options={scopes.map((value) => ({ value, label: t(`links.${value}`) }))}
            onChoose={(scope) => void list.chooseEnterprise(scope === 'enterprise')}
          />
          <TextButton label={t('links.reports.title')} onPress={onReports} />
        </View>
      ) : null}
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
    </View>
  )
})

import { observer } from 'mobx-react'
import type { ReactNode } from 'react'
import { MenuList, type MenuEntry } from '@/components/sheets/MenuList'
import { Sheet } from '@/components/sheets/Sheet'
import { SheetHead } from '@/components/sheets/SheetHead'
import { useWords } from '@/components/ui/context'
import { searchKinds, type SearchFilters } from '@/domain/search/filters'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import type { SearchStore } from '@/stores/search/SearchStore'
import type { ChoiceProps } from './ChoiceProps'
import { PeriodChoice } from './PeriodChoice'
import { PersonChoice } from './PersonChoice'

interface Props {
  search: SearchStore
  overlays: OverlayStore
}

/** The choices of the chip that was tapped (AH-41). */
export const FilterSheets = observer(function FilterSheets({ search, overlays }: Props) {
  const which = overlays.valueFor('filters')
  const close = () => overlays.close('filters')
  const choose = (change: Partial<SearchFilters>) => void close().then(() => search.filter(change))
  switch (which) {
    case 'kind':
      return (
        <FilterSheet filter="kind" onClose={() => void close()}>
          <KindChoice search={search} onChoose={choose} />
        </FilterSheet>
      )
    case 'period':
      return (
        <FilterSheet filter="period" onClose={() => void close()}>
          <PeriodChoice search={search} onChoose={choose} />
        </FilterSheet>
      )
    case 'person':
      return (
        <FilterSheet filter="person" onClose={() => void close()}>
          <PersonChoice search={search} onChoose={choose} />
        </FilterSheet>
      )
    default:
      return null
  }
})

interface FilterSheetProps {
  filter: 'kind' | 'period' | 'person'
  children: ReactNode
  onClose(): void
}

function FilterSheet({ filter, children, onClose }: FilterSheetProps) {
  const t = useWords<'search'>()
  const title = t(`search.filter.${filter}`)
  return (
    <Sheet label={title} onClose={onClose}>
      <SheetHead title={title} text={filter === 'person' ? t('search.person.hint') : undefined} />
      {children}
    </Sheet>
  )
}

const KindChoice = observer(function KindChoice({ search, onChoose }: ChoiceProps) {
  const t = useWords<'search'>()
  const chosen = search.filters.kind
  const entries: MenuEntry[] = [null, ...searchKinds].map((kind) => ({
    key: kind ?? 'any',
    label: kind === null ? t('search.filter.any') : t(`search.kind.${kind}`),
    isChosen: kind === chosen,
    onSelect: () => onChoose({ kind }),
  }))
  return <MenuList entries={entries} />
})

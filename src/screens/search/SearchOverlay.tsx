import { observer } from 'mobx-react'
import { readFilters } from '@/domain/search/filters'
import type { SearchIn } from '@/platform/Platform'
import type { PanelProps } from '../panels/PanelProps'
import { SearchPanel } from './SearchPanel'

/** The search over the list that opened it. */
export default observer(function SearchOverlay({ at, overlays }: PanelProps) {
  const { search_in: searchIn, search_text: text = '', search_filter: filter } = overlays.companionsOf('search')
  return (
    <SearchPanel
      from={at ?? { space: 'frequent' }}
      first={{ text, searchIn: searchIn as SearchIn, filters: readFilters(filter) }}
      overlays={overlays}
      onClose={() => void overlays.close('search')}
    />
  )
})

import { observer } from 'mobx-react'
import type { PanelProps } from '../panels/PanelProps'
import { SearchPanel } from './SearchPanel'

/** The search over the list that opened it. */
export default observer(function SearchOverlay({ at, overlays }: PanelProps) {
  const { search_in: searchIn, search_text: text = '' } = overlays.companionsOf('search')
  return (
    <SearchPanel
      from={at ?? { space: 'frequent' }}
      first={{ text, searchIn: searchIn === 'current' ? 'current' : 'all' }}
      overlays={overlays}
      onClose={() => void overlays.close('search')}
    />
  )
})

import { observer } from 'mobx-react'
import { SortSheet } from '@/components/sheets/SortSheet'
import { useWords } from '@/components/ui/context'
import { isPhoto } from '@/domain/items/lists/photos'
import { sortWord } from '@/domain/items/sorting'
import { ViewChoice } from '../photos/PhotoTools'
import type { SheetProps } from './SheetProps'

/** The order of a list (LIST-04); nothing where a list has none. */
export const SortOverlay = observer(function SortOverlay({ list, overlays }: Omit<SheetProps, 'selection'>) {
  const t = useWords()
  const { sort } = list
  const hasChoice =
    list.shownAs !== undefined && list.rows.some((row) => isPhoto({ extension_category: 'other', ...row }))
  return (
    sort && (
      <SortSheet
        {...sort}
        dateWord={t(`sort.by.${sortWord(list.at.space, 'date')}`)}
        onChoose={(by, direction) => {
          void overlays.close('sort').then(() => overlays.keep({ sort_by: by, sort_direction: direction }))
          void list.sortBy({ by, direction })
        }}
        onClose={() => void overlays.close('sort')}
      >
        {hasChoice && <ViewChoice list={list} onChoose={() => void overlays.close('sort')} />}
      </SortSheet>
    )
  )
})

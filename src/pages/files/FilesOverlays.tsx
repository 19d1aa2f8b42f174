import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { SortSheet } from '@/components/SortSheet'
import { useWords } from '@/components/context'
import type { MenuContext } from '@/domain/items/menuByContext'
import { sortWord } from '@/domain/items/sorting'
import type { ListSource } from '@/stores/lists/listSources'
import type { ListStore } from '@/stores/lists/ListStore'
import type { OverlayStore } from '@/stores/shell/OverlayStore'
import type { SelectionStore } from '@/stores/lists/SelectionStore'
import { itemOf, type Row } from '@/stores/lists/rows'
import { ItemOverlays } from '@/screens/items/ItemOverlays'
import { AddSheet } from './AddSheet'
import { FrequentSheet } from './FrequentSheet'
import { MeOverlay } from './MeOverlay'
import { NavigationOverlay } from './NavigationOverlay'
import { SelectMode } from './SelectMode'
import { NewFolderForm } from './NewFolderForm'
import { UploadsOverlay } from './UploadsOverlay'
import '@/theme/laterIcons.scss'

export interface FilesOverlaysProps {
  list: ListStore
  overlays: OverlayStore
}

export interface ChoosingProps extends FilesOverlaysProps {
  selection: SelectionStore
}

/** The sheets and panels of a list, lowest first. */
export const FilesOverlays = observer(function FilesOverlays({ list, overlays, selection }: ChoosingProps) {
  const { sort, newFolderParent } = list
  const t = useWords()
  const named = overlays.valueFor('createrename')
  const typedId =
    overlays.valueFor('actionsheet') ?? overlays.valueFor('properties') ?? (named === 'new' ? undefined : named)
  const row = typedId === undefined ? null : findRow(list, typedId)
  const item = row && itemOf(row)

  // A flag in a fresh address may be about something that is not, or no longer, here.
  const isLost = list.phase !== 'loading' && typedId !== undefined && row === null
  const isAdrift = named === 'new' && list.phase === 'ready' && !list.canCreateFolder
  const isPartOfPicker = overlays.valueFor('selectnav') ?? overlays.valueFor('createfolder')
  const hasNoPicker = isPartOfPicker !== undefined && overlays.valueFor('movecopy') === undefined
  useEffect(() => {
    if (isLost || isAdrift || hasNoPicker) void overlays.closeTop()
  }, [isLost, isAdrift, hasNoPicker, overlays])

  return (
    <>
      {overlays.valueFor('select') && <SelectMode list={list} overlays={overlays} selection={selection} />}
      {overlays.valueFor('filenav') && <NavigationOverlay list={list} overlays={overlays} />}
      {overlays.valueFor('me') && <MeOverlay overlays={overlays} />}
      {overlays.valueFor('sort') && sort && (
        <SortSheet
          {...sort}
          dateWord={t(`sort.by.${sortWord(list.at.space, 'date')}`)}
          onChoose={(by, direction) => {
            void overlays.close('sort').then(() => overlays.keep({ sort_by: by, sort_direction: direction }))
            void list.sortBy({ by, direction })
          }}
          onClose={() => void overlays.close('sort')}
        />
      )}
      {overlays.valueFor('add') && <AddSheet list={list} overlays={overlays} />}
      {overlays.valueFor('uploads') && <UploadsOverlay overlays={overlays} />}
      {item && <ItemOverlays item={item} context={contextOf(list.at.space)} overlays={overlays} />}
      {row && 'frequent' in row && <FrequentSheet row={row} overlays={overlays} />}
      {named === 'new' && newFolderParent && <NewFolderForm place={newFolderParent} overlays={overlays} />}
    </>
  )
})

function contextOf(space: ListSource['space']): MenuContext {
  return space === 'frequent' || space === 'trash' ? space : 'list'
}

/** Among the rows, or the listed folder itself. */
function findRow({ folder, rows }: ListStore, typedId: string): Row | null {
  if (folder?.typed_id === typedId) return folder
  return rows.find((each) => each.typed_id === typedId) ?? null
}

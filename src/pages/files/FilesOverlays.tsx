import { observer } from 'mobx-react'
import { useEffect } from 'react'
import type { OverlayFlag } from '@/domain/overlays'
import type { MenuContext } from '@/domain/items/menuByContext'
import { ItemOverlays } from '@/screens/items/ItemOverlays'
import { itemOfSheet } from '@/screens/items/itemSheets'
import type { ListSource } from '@/stores/items/lists/listSources'
import type { ListStore } from '@/stores/items/lists/ListStore'
import { itemOf, type Row } from '@/stores/items/lists/rows'
import { FrequentSheet } from './sheets/FrequentSheet'
import { NewFolderForm } from './sheets/NewFolderForm'
import type { SheetProps } from './sheets/SheetProps'
import { sheets } from './sheets/sheets'
import '@/theme/lazyIcons.scss'

/** Overlays that exist only inside another one. */
const parts: readonly { whole: OverlayFlag; flags: readonly OverlayFlag[] }[] = [
  { whole: 'movecopy', flags: ['selectnav', 'createfolder'] },
  { whole: 'tab', flags: ['invite', 'collabRolesDetail'] },
  { whole: 'share', flags: ['changeperms', 'changepermssm', 'addmessage', 'contactremove'] },
]

/** The sheets of a list, lowest first. */
export default observer(function FilesOverlays(props: SheetProps) {
  const { list, overlays } = props
  const { newFolderParent } = list
  const isNewFolder = overlays.valueFor('createrename') === 'new'
  const typedId = itemOfSheet(overlays)
  const row = typedId === undefined ? null : findRow(list, typedId)
  const item = row && itemOf(row)

  // The address may contain a flag about an item that is not here, or not any more.
  const isLost = list.phase !== 'loading' && typedId !== undefined && row === null
  const isAdrift = isNewFolder && list.phase === 'ready' && !list.canCreateFolder
  const isAlone = parts.some(({ whole, flags }) => {
    const isOpen = (flag: OverlayFlag) => overlays.valueFor(flag) !== undefined
    return flags.some(isOpen) && !isOpen(whole)
  })
  useEffect(() => {
    if (isLost || isAdrift || isAlone) void overlays.closeTop()
  }, [isLost, isAdrift, isAlone, overlays])

  return (
    <>
      {sheets.map(({ flag, Sheet }) => overlays.valueFor(flag) && <Sheet key={flag} {...props} />)}
      {item && <ItemOverlays item={item} context={contextOf(list.at.space)} overlays={overlays} />}
      {row && 'frequent' in row && <FrequentSheet row={row} overlays={overlays} />}
      {isNewFolder && newFolderParent && <NewFolderForm place={newFolderParent} overlays={overlays} />}
    </>
  )
})

function contextOf(space: ListSource['space']): MenuContext {
  return space === 'frequent' || space === 'trash' ? space : 'list'
}

/** Looks among the rows and the pictures, and at the listed folder itself. */
function findRow({ header: { folder }, rows, photos }: ListStore, typedId: string): Row | null {
  if (folder?.typed_id === typedId) return folder
  const isIt = (each: Row) => each.typed_id === typedId
  return rows.find(isIt) ?? photos?.rows.find(isIt) ?? null
}

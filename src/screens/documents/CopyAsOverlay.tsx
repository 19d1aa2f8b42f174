import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { MenuList } from '@/components/sheets/MenuList'
import { Sheet } from '@/components/sheets/Sheet'
import { SheetHead } from '@/components/sheets/SheetHead'
import { WordsContext, useWords } from '@/components/ui/context'
import type { CopyFormat } from '@/contract/documents'
import type { Item } from '@/contract/entities'
import { copyFormats } from '@/domain/documents/conversions'
import { documentKindOf } from '@/domain/documents/roots'
import { knownParent, type Carried } from '@/domain/moving/destinations'
import type { ListLocation } from '@/domain/addresses'
import { loadPickWords } from '@/i18n/moving/load'
import { useApp } from '@/screens/app/AppContext'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { DestinationPicker } from '@/screens/moving/DestinationPicker'
import type { PanelProps } from '@/screens/panels/PanelProps'
import { copyAs } from '@/stores/documents/convert'
import { findItem } from '@/stores/items/findItem'
import type { MoveTarget } from '@/stores/moving/ItemMover'

/** The action by which the picker checks a place. */
const ACTION = 'choose'
/** A new file, for which a place needs the right to upload. */
const aFile: readonly Carried[] = [{ type: 'file', typed_id: 'file_0', parent_folder_id: 0, space: 'personal_space' }]

/** Copies a document as a file of another kind: asks for the kind, then for the folder (DOC-07). H5 only. */
export default observer(function CopyAsOverlay({ overlays }: PanelProps) {
  const app = useApp()
  const t = useWords()
  const pick = usePackageWords(loadPickWords)
  const typedId = overlays.valueFor('copyas') ?? ''
  const [format, setFormat] = useState<CopyFormat | null>(null)
  const [item, setItem] = useState<Item | null>(null)
  const close = () => overlays.close('copyas')

  useEffect(() => {
    let isOver = false
    void findItem(app, typedId).then(async (found) => {
      if (isOver) return
      if (found) setItem(found)
      else await overlays.close('copyas')
    })
    return () => {
      isOver = true
    }
  }, [app, typedId, overlays])

  const kind = item && documentKindOf(item.extension.toLowerCase())
  if (format === null)
    return (
      <Sheet label={t('convert.title')} onClose={() => void close()}>
        <SheetHead title={t('convert.title')} />
        <MenuList
          entries={(kind ? copyFormats[kind] : []).map((key) => ({
            key,
            label: t(`convert.formats.${key}`),
            value: `.${key}`,
            onSelect: () => setFormat(key),
          }))}
        />
      </Sheet>
    )

  const into = async (target: MoveTarget) => {
    if (item === null) return
    await close()
    await copyAs(app, item, format, target)
  }
  return (
    <WordsContext.Provider value={pick}>
      <DestinationPicker
        title={pick('pick.title.copy')}
        confirmLabel={(name) => pick('pick.into.copy', { name })}
        action={ACTION}
        carried={aFile}
        start={item && placeOf(item)}
        overlays={overlays}
        onConfirm={(target) => void into(target)}
        onClose={() => void close()}
      />
    </WordsContext.Provider>
  )
})

/** The folder of the document, or its space where the user does not see the folder. */
function placeOf(item: Item): ListLocation {
  const parent = knownParent(item)
  if (parent) return { space: 'folder', id: parent }
  if (item.space === 'department_space' && item.department_id !== null) return { space: 'dept', id: item.department_id }
  return item.space === 'collab_space' ? { space: 'collab' } : { space: 'own' }
}

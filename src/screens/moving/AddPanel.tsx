import { observer } from 'mobx-react'
import { WordsContext } from '@/components/ui/context'
import type { Carried } from '@/domain/moving/destinations'
import { loadPickWords } from '@/i18n/moving/load'
import type { PlaceOf } from '@/platform/Platform'
import { useApp } from '@/screens/app/AppContext'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { keepName } from '@/screens/items/places/openPlace'
import { rootOf } from '@/stores/app/rootOf'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import type { MoveTarget } from '@/stores/moving/ItemMover'
import { DestinationPicker } from './DestinationPicker'
import { placeOfTarget } from './placeOfTarget'

interface Props {
  overlays: OverlayStore
  /** Opens the list of the chosen folder in place of the picker. */
  openList(place: PlaceOf<'files'>): Promise<void>
  onClose(): void
}

const action = 'choose'
/** Something new, for which a place needs the right to create folders or to upload. */
const anything: readonly Carried[] = [
  { type: 'folder', typed_id: 'folder_0', parent_folder_id: 0, space: 'personal_space' },
]

/** Chooses the folder to add something to, where none is open; then shows its list with what can be added there (AH-47). */
export const AddPanel = observer(function AddPanel({ overlays, openList, onClose }: Props) {
  const { placeNames, platform, sessionContext } = useApp()
  const t = usePackageWords(loadPickWords)

  async function choose(target: MoveTarget) {
    const place = placeOfTarget(target)
    keepName(placeNames, place, target.name)
    await openList(place)
    platform.navigate.overlaysOfPage().open({ flag: 'add', value: '1', companions: {} })
  }

  const start = rootOf('files', sessionContext)
  return (
    <WordsContext.Provider value={t}>
      <DestinationPicker
        title={t('pick.title.add')}
        confirmLabel={(name) => t('pick.into.add', { name })}
        action={action}
        carried={anything}
        start={start.page === 'files' && start.space === 'collab' ? { space: 'collab' } : { space: 'own' }}
        overlays={overlays}
        onConfirm={(target) => void choose(target)}
        onClose={onClose}
      />
    </WordsContext.Provider>
  )
})

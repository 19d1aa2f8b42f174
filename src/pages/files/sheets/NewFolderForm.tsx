import { NameForm } from '@/components/fields/NameForm'
import { useWords } from '@/components/ui/context'
import { ItemNames, type NewFolderParent } from '@/stores/items/ItemNames'
import { useApp } from '@/screens/app/AppContext'
import { useNameForm } from '@/screens/items/useNameForm'
import type { SheetProps } from './SheetProps'

interface Props extends Pick<SheetProps, 'overlays'> {
  place: NewFolderParent
}

export function NewFolderForm({ place, overlays }: Props) {
  const app = useApp()
  const t = useWords()
  const form = useNameForm(
    '',
    (name) => (app.lazy.waitingNames ?? new ItemNames(app)).newFolder(place, name),
    () => overlays.close('createrename'),
  )
  return (
    <NameForm
      {...form}
      title={t('name.newFolder')}
      placeholder={t('name.folderPlaceholder')}
      onCancel={() => void overlays.close('createrename')}
    />
  )
}

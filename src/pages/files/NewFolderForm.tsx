import { NameForm } from '@/components/NameForm'
import { useWords } from '@/components/context'
import type { NewFolderPlace } from '@/stores/ItemActions'
import { useApp } from '../AppContext'
import { useNameForm } from '../useNameForm'
import type { FilesOverlaysProps } from './FilesOverlays'

interface Props extends Pick<FilesOverlaysProps, 'overlays'> {
  place: NewFolderPlace
}

export function NewFolderForm({ place, overlays }: Props) {
  const { actions } = useApp()
  const t = useWords()
  const form = useNameForm('', (name) => actions.newFolder(place, name), () => overlays.close('createrename'))
  return (
    <NameForm {...form} title={t('name.newFolder')} placeholder={t('name.folderPlaceholder')} onCancel={() => void overlays.close('createrename')} />
  )
}

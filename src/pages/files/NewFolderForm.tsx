import { useState } from 'react'
import { NameForm } from '@/components/NameForm'
import { useWords } from '@/components/context'
import { useApp } from '../AppContext'
import { useNameForm } from '../useNameForm'
import type { FilesOverlaysProps } from './FilesOverlays'

export function NewFolderForm({ list, overlays }: FilesOverlaysProps) {
  const { actions } = useApp()
  const t = useWords()
  // Shown only where a folder can be made.
  const [place] = useState(() => list.newFolderPlace!)
  const form = useNameForm('', (name) => actions.newFolder(place, name), () => overlays.close('createrename'))
  return (
    <NameForm {...form} title={t('name.newFolder')} placeholder={t('name.folderPlaceholder')} onCancel={() => void overlays.close('createrename')} />
  )
}

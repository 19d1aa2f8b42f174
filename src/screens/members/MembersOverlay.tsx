import { observer } from 'mobx-react'
import { useApp } from '@/screens/app/AppContext'
import { useDropped } from '@/screens/app/useDropped'
import type { PanelProps } from '../panels/PanelProps'
import { MembersPanel } from './MembersPanel'

/** The members over their folder's files (LIST-08); elsewhere the flag is dropped. */
export default observer(function MembersOverlay({ overlays, folder }: PanelProps) {
  const { navigate } = useApp().platform
  useDropped(folder === null, 'tab', overlays)
  if (!folder) return null
  const files = () => overlays.close('tab')
  return (
    <MembersPanel
      key={folder.id}
      folderId={folder.id}
      name={folder.department?.name ?? folder.name}
      overlays={overlays}
      onFiles={() => void files()}
      onLeave={() => void files().then(() => navigate.back())}
    />
  )
})

import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect } from 'react'
import type { OpenItem } from '@/contract/applications'
import { Button } from '@/components/ui/Button'
import { useWords } from '@/components/ui/context'
import { middleEllipsis } from '@/domain/format/middleEllipsis'
import { useApp } from '@/screens/app/AppContext'
import { useDisposable } from '@/screens/app/useDisposable'
import { mayPick } from '@/stores/applications/OpenChoice'
import { OpenFolders } from '@/stores/applications/OpenFolders'
import type { OpenProps } from './OpenState'
import { PickerScreen } from './PickerScreen'

/** characters of a name on the button */
const LABEL_LENGTH = 12

/** The folders above a folder. Every path begins with the own root, which only own folders lie in. */
function stepsOf({ path, space }: OpenItem) {
  return space.type === 'personal' ? path : path.slice(1)
}

/** Chooses a folder, and sends it to the framing page (PICK-01). */
export const DestinationPicker = observer(function DestinationPicker({ session, overlays }: OpenProps) {
  const { feedback, platform } = useApp()
  const t = useWords<'open'>()
  const { options, api, user } = session
  const folders = useDisposable(() => new OpenFolders({ api, clock: platform.clock, feedback }))
  useEffect(() => void folders.start(options.folderId), [folders, options])
  const { folder } = folders
  const { phase } = folders.pages
  const isKnown = phase === 'ready' && folder !== null
  const isOpen = isKnown && mayPick(folder)
  const name = folder?.id === 0 ? t('space.own') : (folder?.name ?? '')
  const label = isKnown ? t('open.into', { name: middleEllipsis(name, LABEL_LENGTH) }) : t('open.confirm')

  function confirm() {
    if (!isOpen) return
    const path = stepsOf(folder).map((step) => (step.id === 0 ? t('space.own') : step.name))
    void session.finish('select_destination', { folder: { id: folder.id, name, path } })
  }

  const block = phase !== 'ready' || isOpen ? '' : t(folder === null ? 'open.choosePlace' : 'open.noPermission')
  return (
    <PickerScreen
      session={session}
      overlays={overlays}
      folders={folders}
      hasNewFolder={isKnown && folder.permissions.includes('create_folder') && user !== null}
      footer={
        <View>
          {block ? (
            <View className="open-block" role="status">
              {block}
            </View>
          ) : null}
          <Button label={options.confirmBtnText || label} disabled={!isOpen} onPress={confirm} />
        </View>
      }
    />
  )
})

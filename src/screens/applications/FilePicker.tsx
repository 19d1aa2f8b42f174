import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { SelectBar } from '@/components/lists/SelectBar'
import { useWords } from '@/components/ui/context'
import type { OpenItem } from '@/contract/applications'
import { useApp } from '@/screens/app/AppContext'
import { useDisposable } from '@/screens/app/useDisposable'
import { mayChoose, OpenChoice } from '@/stores/applications/OpenChoice'
import { OpenFolders } from '@/stores/applications/OpenFolders'
import type { OpenProps } from './OpenState'
import { PickerScreen } from './PickerScreen'

/** Chooses files, and sends them to the framing page (PICK-02). */
export const FilePicker = observer(function FilePicker({ session, overlays }: OpenProps) {
  const { feedback, platform } = useApp()
  const t = useWords<'open'>()
  const { options, api } = session
  const folders = useDisposable(() => new OpenFolders({ api, clock: platform.clock, feedback }))
  const [choice] = useState(() => new OpenChoice(options.selectFileMax))
  useEffect(() => void folders.start(options.folderId), [folders, options])
  const { most, chosen } = choice

  function press(item: OpenItem) {
    if (!mayChoose(item)) return feedback.toast({ text: t('open.notChosen') })
    if (!choice.toggle(item)) feedback.toast({ text: t('open.most', { n: most ?? 0 }) })
  }

  const confirm = () =>
    void session.finish('select_files', {
      files: chosen.map(({ id, name, size, modified_at, type_icon }) => ({ id, name, size, modified_at, type_icon })),
    })
  const n = chosen.length
  return (
    <PickerScreen
      session={session}
      overlays={overlays}
      folders={folders}
      hasNewFolder={false}
      footer={
        <SelectBar
          status={most === null ? t('open.chosen', { n }) : t('open.chosenOf', { n, max: most })}
          confirm={{ label: options.confirmBtnText || t('open.confirm'), onPress: confirm }}
          isEmpty={n === 0}
        />
      }
      files={{ isChosen: (item) => (mayChoose(item) ? choice.has(item) : undefined), onFile: press }}
    />
  )
})

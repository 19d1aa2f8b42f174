import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { WordsContext } from '@/components/ui/context'
import { loadPickWords } from '@/i18n/moving/load'
import { useApp } from '@/screens/app/AppContext'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { PendingMove, type PendingMoveAction } from '@/stores/moving/PendingMove'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { DestinationPicker } from './DestinationPicker'

interface Props {
  action: PendingMoveAction
  typedId: string
  overlays: OverlayStore
  onClose(): void
}

/** Chooses the destination of an item, and moves or copies it (ACT-09). */
export const MoveCopyPanel = observer(function MoveCopyPanel({ action, typedId, overlays, onClose }: Props) {
  const app = useApp()
  const t = usePackageWords(loadPickWords)
  const [carried] = useState(() => new PendingMove(app, action, typedId))
  useEffect(() => void carried.find(), [carried])

  const isOver = carried.phase === 'gone' || carried.phase === 'settled'
  useEffect(() => {
    if (isOver) onClose()
  }, [isOver, onClose])

  return (
    <WordsContext.Provider value={t}>
      <DestinationPicker
        title={t(`pick.title.${action}`)}
        confirmLabel={(name) => t(`pick.into.${action}`, { name })}
        action={action}
        carried={carried.items}
        start={carried.phase === 'finding' ? null : carried.start}
        isBusy={carried.phase === 'putting'}
        overlays={overlays}
        onConfirm={(target) => void carried.putInto(target)}
        onClose={onClose}
      />
    </WordsContext.Provider>
  )
})

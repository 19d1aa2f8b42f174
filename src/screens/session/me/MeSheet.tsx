import { observer } from 'mobx-react'
import { MeSettings } from '@/components/sheets/MeSettings'
import { Sheet } from '@/components/sheets/Sheet'
import { useWords } from '@/components/ui/context'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { useMe } from './useMe'

interface Props {
  overlays: OverlayStore
}

/** The user's settings over a wide window; narrow ones have a page for them (decisions 44, 262). */
export const MeSheet = observer(function MeSheet({ overlays }: Props) {
  return overlays.valueFor('me') === undefined ? null : <OpenSheet overlays={overlays} />
})

const OpenSheet = observer(function OpenSheet({ overlays }: Props) {
  const t = useWords()
  const close = () => overlays.close('me')
  const settings = useMe(close)
  return (
    settings && (
      <Sheet label={t('me.title')} onClose={() => void close()}>
        <MeSettings {...settings} />
      </Sheet>
    )
  )
})

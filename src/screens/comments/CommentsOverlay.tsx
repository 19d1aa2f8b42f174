import { observer } from 'mobx-react'
import { useApp } from '@/screens/app/AppContext'
import { useDropped } from '@/screens/app/useDropped'
import type { PanelProps } from '../panels/PanelProps'
import { CommentsPanel } from './CommentsPanel'
import { usePassages } from './PassageContext'

/**
 * Comments over a list, a preview or a message. On a wide screen they lie beside a previewed document (decisions 236), and always beside the text
 * whose passages they are about (DOC-06).
 */
export default observer(function CommentsOverlay({ overlays }: PanelProps) {
  const place = useApp().platform.navigate.placeOf('comments', {
    comment: overlays.valueFor('comment'),
    ...overlays.companionsOf('comment'),
  })
  useDropped(place === undefined, 'comment', overlays)
  const close = () => void overlays.close('comment')
  const hasText = usePassages() !== null
  const isBeside = hasText || overlays.valueFor('preview') !== undefined
  return place ? (
    <CommentsPanel
      key={`${place.typedId} ${hasText}`}
      {...place}
      isBeside={isBeside}
      overlays={overlays}
      onClose={close}
    />
  ) : null
})

import { observer } from 'mobx-react'
import { useEffect } from 'react'
import { PreviewGenerating } from '@/components/previews/PreviewGenerating'
import { PreviewUnsupported } from '@/components/previews/PreviewUnsupported'
import { useWords } from '@/components/ui/context'
import type { Tile } from '@/domain/items/tiles'
import { isSlides } from '@/domain/previews/viewerOf'
import { wordMessage } from '@/screens/app/wording'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { offersReading } from '@/stores/previews/reading/offersReading'
import type { PreviewStore } from '@/stores/previews/PreviewStore'
import { PreviewOpened } from './PreviewOpened'
import { SystemSlides } from './slides/SystemSlides'

interface Props {
  preview: PreviewStore
  overlays: OverlayStore
  tile: Tile
}

/** The phone's own document viewer (PREV-08): opens by itself, and again by a button. */
export const SystemViewer = observer(function SystemViewer({ preview, overlays, tile }: Props) {
  const t = useWords<'preview'>()
  const open = () => void preview.openDocument()
  useEffect(() => void preview.openDocument(), [preview])
  const { opening } = preview.opener
  if (opening.phase === 'downloading') {
    return (
      <PreviewGenerating
        tile={tile}
        title={t('preview.downloading', { n: Math.round(opening.percent) })}
        percent={opening.percent}
      />
    )
  }
  if (opening.phase === 'failed') {
    return (
      <PreviewUnsupported
        tile={tile}
        text={wordMessage(opening.message, t)}
        actions={[{ key: 'again', label: t('action.retry'), tone: 'primary', onPress: open }]}
      />
    )
  }
  const isShow = isSlides(preview.item?.extension ?? '')
  return (
    <>
      <PreviewOpened
        tile={tile}
        name={preview.item?.name ?? ''}
        onOpen={open}
        onRead={offersReading(preview) ? () => void preview.preferPages(false) : undefined}
        onSlides={isShow ? () => overlays.show('slides') : undefined}
      />
      {isShow && overlays.valueFor('slides') !== undefined && <SystemSlides preview={preview} overlays={overlays} />}
    </>
  )
})

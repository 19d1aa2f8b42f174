import { observer } from 'mobx-react-lite'
import { Image, View } from '@tarojs/components'
import type { CSSProperties } from 'react'
import type { PreviewAction } from '@/components/PreviewActions'
import { PreviewGenerating } from '@/components/PreviewGenerating'
import { PreviewUnsupported } from '@/components/PreviewUnsupported'
import { useWords } from '@/components/context'
import { tileOf } from '@/domain/items/tiles'
import type { Extent } from '@/domain/preview/gallery'
import type { PreviewTrouble } from '@/domain/preview/generation'
import { useApp } from '@/pages/AppContext'
import { wordMessage } from '@/pages/wordMessage'
import type { OverlayStore } from '@/stores/OverlayStore'
import type { PreviewStore } from '@/stores/PreviewStore'
import { PdfViewer } from './PdfViewer'
import { SystemViewer } from './SystemViewer'

interface Props {
  preview: PreviewStore
  /** How a picture lies in its frame. */
  pictureStyle?: CSSProperties
  /** A picture is there; px of its file. */
  onPicture?(size: Extent): void
  overlays: OverlayStore
}

/** What the preview shows now: the work, the viewer, or why there is none. */
export const PreviewBody = observer(function PreviewBody({ preview, pictureStyle, onPicture, overlays }: Props) {
  const t = useWords()
  const { platform } = useApp()
  const { item, info, viewer } = preview
  if (!item || !viewer) return null
  const tile = tileOf(item)
  if (preview.phase === 'failed') {
    return <PreviewUnsupported tile={tile} text={preview.message ? wordMessage(preview.message, t) : ''} actions={offers()} />
  }
  if (preview.phase !== 'ready' || !info) return <PreviewGenerating tile={tile} percent={preview.percent} />

  const address = info.preview_url && platform.origin + info.preview_url
  switch (viewer.viewer) {
    case 'gallery':
      return address && (
        <Image className='preview-picture' style={pictureStyle} src={address} mode='aspectFit' onLoad={pictureShown} onError={() => preview.viewerFailed('failure')} />
      )
    case 'pdf':
      return address && <>{pdf(address)}{preview.wantsPassword && locked()}</>
    case 'system':
      return <SystemViewer preview={preview} tile={tile} />
    default:
      return <PreviewUnsupported tile={tile} text={t('preview.reason.not_support')} />
  }

  function pictureShown({ detail: { width, height } }: { detail: { width: number | string, height: number | string } }) {
    preview.viewerShown()
    onPicture?.({ width: Number(width), height: Number(height) })
  }

  function pdf(pdfAddress: string) {
    const shown = () => {
      preview.viewerShown()
      void overlays.close('password')
    }
    const ask = (isWrong: boolean, unlock: (password: string) => void) => {
      preview.viewerLocked(isWrong, unlock)
      if (!isWrong) overlays.show('password')
    }
    const fail = (reason: PreviewTrouble) => {
      preview.viewerFailed(reason)
      void overlays.close('password')
    }
    return <PdfViewer address={pdfAddress} onShown={shown} onLocked={ask} onFailed={fail} />
  }

  /** Behind the sheet that asks, and what stays when it is closed. */
  function locked() {
    const enter: PreviewAction = { key: 'password', label: t('preview.password.enter'), tone: 'primary', onPress: () => overlays.show('password') }
    return <View className='pdf-locked'><PreviewUnsupported tile={tile} text={t('preview.password.needed')} actions={[enter]} /></View>
  }

  function offers(): PreviewAction[] {
    return preview.offers.flatMap((offer): PreviewAction[] => {
      if (offer === 'regenerate') return [{ key: offer, label: t('preview.regenerate'), tone: 'primary', onPress: () => void preview.regenerate() }]
      if (offer === 'reload') return [{ key: offer, label: t('preview.reload'), tone: 'primary', onPress: () => void preview.reload() }]
      return []
    })
  }
})

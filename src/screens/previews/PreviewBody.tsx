import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useState, type CSSProperties } from 'react'
import type { PreviewAction } from '@/components/previews/PreviewActions'
import { PreviewGenerating } from '@/components/previews/PreviewGenerating'
import { PreviewUnsupported } from '@/components/previews/PreviewUnsupported'
import { useWords } from '@/components/ui/context'
import { abilities, type AbilitySubject } from '@/domain/items/abilities'
import { tileOf } from '@/domain/items/tiles'
import type { Extent, Turn } from '@/domain/previews/gallery'
import { PREVIEW_LONG_SIZE } from '@/domain/previews/limits'
import { isFinal, type PreviewOffer, type PreviewError } from '@/domain/previews/generation'
import type { FileTarget } from '@/platform/Platform'
import { useApp } from '@/screens/app/AppContext'
import { wordMessage } from '@/screens/app/wording'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { continuePlayback } from '@/stores/previews/Playback'
import { PlaybackPositions } from '@/stores/previews/PlaybackPositions'
import type { PreviewStore } from '@/stores/previews/PreviewStore'
import { download, downloadInArchive } from '@/stores/downloads/download'
import { abilitySubject } from '@/stores/items/abilitySubject'
import { ArchiveViewer } from './archive/ArchiveViewer'
import { GridViewer } from './grid/GridViewer'
import { VideoPlayer } from './players/VideoPlayer'
import { OfficeFrame } from './office/OfficeFrame'
import { PagesViewer } from './pages/PagesViewer'
import { Picture } from './Picture'
import { PdfViewer } from './pdf/PdfViewer'
import { ReadingViewer } from './reading/ReadingViewer'
import { SoundPlayer } from './players/SoundPlayer'
import { SystemViewer } from './SystemViewer'

interface Props {
  preview: PreviewStore
  /** Position of a picture in its frame. */
  pictureStyle?: CSSProperties
  /** Whether the picture is zoomed in. */
  isClose?: boolean
  /** A picture is loaded; px of its file. */
  onPicture?(size: Extent): void
  /** Turns to another picture, where the file is one of several. */
  onTurn?(turn: Turn): void
  overlays: OverlayStore
}

/** The present state of the preview: progress, the viewer, or why there is none. */
export const PreviewBody = observer(function PreviewBody({
  preview,
  pictureStyle,
  isClose = false,
  onPicture,
  onTurn,
  overlays,
}: Props) {
  const t = useWords<'preview'>()
  const app = useApp()
  const { platform } = app
  const [places] = useState(() => new PlaybackPositions(platform.storage))
  const {
    item,
    representation: { info },
    viewer,
  } = preview
  if (!item || !viewer) return null
  const tile = tileOf(item)
  if (preview.phase === 'failed') {
    return (
      <PreviewUnsupported
        tile={tile}
        text={preview.message ? wordMessage(preview.message, t) : ''}
        actions={offers()}
      />
    )
  }
  if (preview.phase === 'ready' && preview.representation.editorAddress)
    return frame(preview.representation.editorAddress, true)
  const { text, table } = preview.representation
  if (preview.phase === 'ready' && text) return <ReadingViewer key={text.rendition} preview={preview} first={text} />
  if (preview.phase === 'ready' && table) return <GridViewer key={table.rendition} preview={preview} first={table} />
  if (preview.phase !== 'ready' || !info) {
    const save = saver()
    return (
      <PreviewGenerating
        tile={tile}
        title={preview.representation.media ? t(`preview.media.${preview.representation.media}`) : undefined}
        percent={preview.representation.percent}
        isLong={item.size >= PREVIEW_LONG_SIZE}
        actions={save ? [save] : []}
      />
    )
  }

  const address = info.preview_url && platform.origin + info.preview_url
  switch (viewer.viewer) {
    case 'gallery':
      return (
        address && (
          <Picture
            key={address}
            address={info.first_picture ?? address}
            largeAddress={info.large_url && platform.origin + info.large_url}
            isClose={isClose}
            style={pictureStyle}
            onShown={pictureShown}
            onFailed={() => preview.fail('failure')}
          />
        )
      )
    case 'pdf':
      if (info.preview_type === 'office') return info.preview_url && frame(info.preview_url)
      return (
        address && (
          <>
            {pdf(address)}
            {preview.password.state && locked()}
          </>
        )
      )
    case 'reading':
      return (
        info.first_piece && (
          <ReadingViewer key={info.first_piece.rendition} preview={preview} first={info.first_piece} />
        )
      )
    case 'grid':
      return (
        info.first_block && <GridViewer key={info.first_block.rendition} preview={preview} first={info.first_block} />
      )
    case 'pages':
      return <PagesViewer preview={preview} overlays={overlays} onTurn={onTurn} />
    case 'archive':
      return <ArchiveViewer preview={preview} overlays={overlays} />
    case 'player':
      return address && player(address)
    case 'system':
      return <SystemViewer preview={preview} overlays={overlays} tile={tile} />
    default:
      return <PreviewUnsupported tile={tile} text={t('preview.reason.not_support')} />
  }

  function pictureShown(size: Extent) {
    preview.onViewerShown()
    onPicture?.(size)
  }

  function pdf(pdfAddress: string) {
    const shown = () => {
      preview.onViewerShown()
      void overlays.close('password')
    }
    const ask = (isWrong: boolean, unlock: (password: string) => void) => {
      preview.password.ask(isWrong, unlock)
      preview.reading.onPassword()
      if (!isWrong) overlays.show('password')
    }
    const fail = (reason: PreviewError) => {
      preview.fail(reason)
      void overlays.close('password')
    }
    return (
      <PdfViewer
        preview={preview}
        overlays={overlays}
        address={pdfAddress}
        firstPage={info?.first_picture}
        onShown={shown}
        onLocked={ask}
        onFailed={fail}
        onNotStarted={() => void preview.showPages()}
      />
    )
  }

  function player(playAddress: string) {
    // The position in an archive's video is not stored: it has no version of its own.
    const version = preview.target.file ? null : (preview.target.versionId ?? item!.file_version_id ?? 0)
    const { playback } = preview
    const told = {
      address: playAddress,
      attempt: playback.attempt,
      isContinued: playback.isPlaying,
      name: item!.name,
      start: playback.resumesAt ?? (version === null ? 0 : places.of(version)),
      onShown: () => preview.onViewerShown(),
      onFailed: () => void continuePlayback(preview),
      onPlaying: (isPlaying: boolean) => {
        playback.isPlaying = isPlaying
      },
      onTime: (seconds: number, length: number) => {
        playback.seconds = seconds
        if (version !== null) places.save(version, seconds, length)
      },
    }
    if (preview.kind === 'video')
      return <VideoPlayer {...told} poster={info!.poster_url ? platform.origin + info!.poster_url : ''} />
    const { milliseconds } = info!
    return <SoundPlayer {...told} tile={tile} length={milliseconds === null ? null : milliseconds / 1000} />
  }

  function frame(frameAddress: string, isSilent = false) {
    const shown = () => preview.onViewerShown()
    const fail = (reason: PreviewError) => preview.fail(reason)
    const { id, name } = item!
    const told = { address: frameAddress, fileId: id, name, tile, isSilent }
    return <OfficeFrame {...told} onShown={shown} onFailed={fail} />
  }

  /** Shown behind the password sheet, and after it was closed. */
  function locked() {
    const enter: PreviewAction = {
      key: 'password',
      label: t('preview.password.enter'),
      tone: 'primary',
      onPress: () => overlays.show('password'),
    }
    return (
      <View className="pdf-locked">
        <PreviewUnsupported tile={tile} text={t('preview.password.needed')} actions={[enter]} />
      </View>
    )
  }

  function offers(): PreviewAction[] {
    const save = preview.reason !== null && isFinal(preview.reason) ? saver() : null
    const own = save ? [save] : []
    const doings: Record<PreviewOffer, [label: string, run: () => Promise<void>]> = {
      regenerate: [t('preview.regenerate'), () => preview.regenerate()],
      reload: [t('preview.reload'), () => preview.reload()],
      switchMode: [t('preview.switchMode'), () => preview.switchMode()],
    }
    const retries = preview.offers.map((offer): PreviewAction => {
      const [label, run] = doings[offer]
      return { key: offer, label, onPress: () => void run() }
    })
    const [first, ...others] = [...retries, ...own]
    return first ? [{ ...first, tone: 'primary' }, ...others] : []
  }

  /** Downloads a file that cannot be shown yet or at all; the mini-program hands the file to WeChat instead. */
  function saver(): PreviewAction | null {
    const {
      target: { file, versionId },
      representation: { downloadAddress },
      hasControls,
    } = preview
    const save = (onPress: () => void) => ({ key: 'download', label: t('menu.download'), onPress })
    if (file || versionId !== undefined)
      return downloadAddress && platform.can.saveByAddress ? save(() => downloadInArchive(app, downloadAddress)) : null
    if (!hasControls) return null
    const subject = abilitySubject(app, item!)
    if (abilities.download(subject) === 'yes') return save(() => void download(app, item!))
    return handOver(subject)
  }

  /** WeChat's ways for a file, in place of a download. */
  function handOver(subject: AbilitySubject): PreviewAction | null {
    const { name, extension, typed_id: typedId } = item!
    const targets = platform.outgoing?.targetsOf({ name, extension: extension.toLowerCase() }) ?? []
    const leave = (way: FileTarget) => () => overlays.show('outgoing', typedId, { way })
    if (targets.includes('album') && abilities.saveToAlbum(subject) === 'yes')
      return { key: 'album', label: t('menu.saveToAlbum'), onPress: leave('album') }
    if (targets.includes('chat') && abilities.sendToChat(subject) === 'yes')
      return { key: 'chat', label: t('menu.sendToChat'), onPress: leave('chat') }
    return null
  }
})

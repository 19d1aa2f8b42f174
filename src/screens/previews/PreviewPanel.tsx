import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect, useState, type ReactNode } from 'react'
import { Dialog } from '@/components/sheets/Dialog'
import { Header, type HeaderAction } from '@/components/frame/Header'
import { classes } from '@/components/ui/classes'
import { WordsContext, useWindow, useWords } from '@/components/ui/context'
import { useKeptFocus } from '@/components/sheets/useKeptFocus'
import { useModal } from '@/components/sheets/useModal'
import { loadPreviewWords } from '@/i18n/previews/load'
import type { Words } from '@/i18n/words'
import type { Item } from '@/contract/entities'
import { whyNotShare } from '@/domain/items/sharing'
import { isText } from '@/domain/previews/encodings'
import type { EntryInArchive } from '@/domain/previews/archive'
import { OutgoingSheet } from '@/screens/items/OutgoingSheet'
import { ItemOverlays } from '@/screens/items/ItemOverlays'
import { useDarkPanel } from '@/screens/page/usePageColours'
import { useApp } from '@/screens/app/AppContext'
import { lazyPart } from '@/screens/app/lazyPart'
import type { KeptFile } from '@/domain/offline/kept'
import { downloadInArchive } from '@/stores/downloads/download'
import { refusalOf } from '@/stores/items/refusalOf'
import { abilitySubject } from '@/stores/items/abilitySubject'
import { useDisposable } from '@/screens/app/useDisposable'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { GalleryStore, type GallerySort } from '@/stores/previews/GalleryStore'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import type { AppServices } from '@/stores/app/AppServices'
import { PreviewStore } from '@/stores/previews/PreviewStore'
import type { PreviewTarget } from '@/stores/previews/representationRequest'
import { levelsOf } from './archive/archiveLevels'
import { Gallery } from './Gallery'
import { OldVersionBar } from './versions/OldVersionBar'
import { PagesBar } from './reading/PagesBar'
import { PasswordSheet } from './PasswordSheet'
import { PreviewBody } from './PreviewBody'
import { EncodingSheet } from './EncodingSheet'
import { VersionsOverlay } from './versions/VersionsOverlay'
import { useLiveRights } from './useLiveRights'
import { useTurn } from './useTurn'
import { SwitchedBar } from './SwitchedBar'
import '@/theme/lazyIcons.scss'
import './previews.scss'

const KeptCopy = lazyPart<{ file: KeptFile }>(
  () => import(/* webpackChunkName: "offline" */ '@/screens/offline/KeptCopy'),
)

interface Props {
  fileId: number
  version: number | undefined
  /** An entry, where the file is an archive. */
  file?: EntryInArchive
  /** Order of the list that contains the file; null or absent where unknown. */
  sort?: GallerySort | null
  overlays: OverlayStore
  /** A visitor's actions, in place of sharing and the menu. */
  actionsOf?(item: Item): HeaderAction[]
  onClose(): void
}

/**
 * One file in its viewer (PREV-01 to PREV-04, PREV-06, PREV-08). The inner function must not have the component's name: under that name it would show
 * a file in an archive without observing.
 */
export const PreviewPanel = observer(function Panel({
  fileId,
  version,
  file,
  sort,
  overlays,
  actionsOf,
  onClose,
}: Props) {
  const app = useApp()
  const words = usePackageWords(loadPreviewWords)
  const gallery = useDisposable(() => {
    const target = { fileId, versionId: version, file }
    return new GalleryStore(app, target, sort, file ? undefined : begunAtTap(app, target))
  })
  useEffect(() => void gallery.show({ fileId, versionId: version }), [gallery, fileId, version])
  const turnTo = useTurn(gallery, overlays)
  const { preview } = gallery
  const [isBare, setBare] = useState(false)
  useLiveRights(preview, words, !file && !actionsOf)

  const isClosed = preview.phase === 'closed'
  useEffect(() => {
    if (isClosed) onClose()
  }, [isClosed, onClose])

  const { item } = preview
  // The current version, where the network does not bring its preview (AH-42).
  const isCut = preview.phase === 'failed' && app.lazy.network?.state === 'offline'
  const copy = isCut && !file && version === undefined ? app.lazy.offline?.fileOf(fileId) : undefined
  const isPicture = preview.viewer?.viewer === 'gallery'
  const levels = file ? [] : levelsOf(overlays)
  const inner = levels[levels.length - 1]?.file
  const back = levels.length > 0 ? () => void overlays.closeTop() : onClose
  const isDark =
    preview.phase === 'ready' ? isPicture || preview.kind === 'video' : isPicture && gallery.near.length > 1
  useDarkPanel(isDark, overlays)
  const isBeside = !file && overlays.valueFor('comment') !== undefined
  // Without a visible picture the bars cover nothing.
  const hasBars = !isBare || !isPicture || preview.phase !== 'ready'
  return (
    <WordsContext.Provider value={words}>
      <PreviewFrame
        name={item?.name ?? file?.name}
        className={classes(
          'preview',
          isDark && 'theme-dark preview-dark',
          isPicture && 'preview-whole',
          preview.phase === 'ready' && preview.viewer?.viewer === 'grid' && 'preview-wide',
          !hasBars && 'preview-bare',
          isBeside && 'preview-beside',
        )}
        isModal={!isBeside}
        onClose={back}
      >
        <View className="preview-head">
          <PreviewHeader preview={preview} kept={copy?.name} overlays={overlays} actionsOf={actionsOf} onClose={back} />
          {version !== undefined && !file && !app.isOpenPreview && <OldVersionBar {...{ fileId, version, item }} />}
          <PagesBar preview={preview} />
          {preview.isSwitched && preview.phase === 'ready' && <SwitchedBar onBack={() => void preview.switchMode()} />}
        </View>
        <View className="preview-body">
          {copy ? (
            <KeptCopy file={copy} />
          ) : isPicture ? (
            <Gallery
              gallery={gallery}
              overlays={overlays}
              hasBars={hasBars}
              onTap={() => setBare(!isBare)}
              onClose={back}
            />
          ) : (
            <PreviewBody
              preview={preview}
              overlays={overlays}
              onTurn={gallery.near.length > 1 ? (turn) => void turnTo(turn) : undefined}
            />
          )}
        </View>
      </PreviewFrame>
      {inner && (
        <PreviewPanel
          key={inner.entry}
          fileId={fileId}
          version={version}
          file={inner}
          overlays={overlays}
          onClose={() => void overlays.closeTop()}
        />
      )}
      {item && !inner && overlays.valueFor('fullname') && (
        <FullName name={item.name} onClose={() => void overlays.close('fullname')} />
      )}
      {item && !file && !actionsOf && (
        <ItemOverlays
          item={item}
          context="preview"
          overlays={overlays}
          extra={isText(item) ? [encodingEntry(words, overlays)] : []}
        />
      )}
      {item && actionsOf && overlays.valueFor('outgoing') && <OutgoingSheet item={item} overlays={overlays} />}
      {!inner && <EncodingSheet preview={preview} overlays={overlays} />}
      {item && !file && !actionsOf && overlays.valueFor('tab') && (
        <VersionsOverlay item={item} shownVersion={version} overlays={overlays} />
      )}
      {preview.password.state && overlays.valueFor('password') && (
        <PasswordSheet preview={preview} onClose={() => void overlays.close('password')} />
      )}
    </WordsContext.Provider>
  )
})

/** The preview that the tap on the file began, or one that knows the tapped file; undefined where another way leads here. */
function begunAtTap(app: AppServices, target: PreviewTarget): PreviewStore | undefined {
  const item = app.tappedFiles.get(target.fileId)
  app.tappedFiles.clear()
  const begun = app.lazy.previewsAhead?.take(target.fileId)
  return begun ?? (item && new PreviewStore(app, target, null, item))
}

interface FrameProps {
  name: string | undefined
  /** Pictures are shown in the dark, on the whole screen. */
  className: string
  /** Not while comments lie on it, or beside it. */
  isModal: boolean
  children: ReactNode
  onClose(): void
}

function PreviewFrame({ name, className, isModal, children, onClose }: FrameProps) {
  const ref = useModal(onClose)
  useKeptFocus(ref)
  return (
    <View ref={ref} className={className} role="dialog" aria-modal={isModal} aria-label={name}>
      {children}
    </View>
  )
}

interface HeaderProps extends Pick<Props, 'overlays' | 'actionsOf' | 'onClose'> {
  preview: PreviewStore
  /** The name of the kept file that is shown instead. */
  kept: string | undefined
}

const PreviewHeader = observer(function PreviewHeader({ preview, kept, overlays, actionsOf, onClose }: HeaderProps) {
  const app = useApp()
  const t = useWords<'preview'>()
  const { capsuleSpace } = useWindow()
  const { item } = preview
  return (
    <Header
      title={item?.name ?? kept ?? ''}
      titleLabel={item ? `${item.name} · ${t('preview.fullName')}` : undefined}
      onBack={onClose}
      onTitle={item ? () => overlays.show('fullname') : undefined}
      actions={item && preview.hasControls && !actionsOf ? ownActions(item) : [...otherActions(), ...encodingActions()]}
    />
  )

  function ownActions(shown: Item): HeaderAction[] {
    const showMenu = () => overlays.show('actionsheet', shown.typed_id)
    return [
      ...commentActions(shown),
      shareAction(shown),
      { icon: 'ellipsis', label: t('action.more'), onPress: showMenu },
    ]
  }

  /** Only two actions fit left of WeChat's capsule; the menu has this one, too. */
  function commentActions({ typed_id: typedId }: Item): HeaderAction[] {
    const press = () => {
      if (overlays.valueFor('comment') === undefined) void app.platform.navigate.push({ page: 'comments', typedId })
      else void overlays.close('comment')
    }
    return capsuleSpace > 0 ? [] : [{ icon: 'message-square', label: t('menu.comment'), onPress: press }]
  }

  function otherActions(): HeaderAction[] {
    return item && actionsOf && preview.hasControls ? actionsOf(item) : saveActions()
  }

  /** Without a menu the header has the action. */
  function encodingActions(): HeaderAction[] {
    return item && isText(item) && !app.isOpenPreview ? [encodingEntry(t, overlays)] : []
  }

  /** A file in an archive has no menu; it can be downloaded. */
  function saveActions(): HeaderAction[] {
    const {
      target: { file },
      representation: { downloadAddress: address },
    } = preview
    if (!file || address === null || !app.platform.can.saveByAddress) return []
    return [{ icon: 'download', label: t('menu.download'), onPress: () => downloadInArchive(app, address) }]
  }

  /** Disabled, not hidden, where sharing is not allowed (ACT-12); a press explains why. */
  function shareAction(shared: Item): HeaderAction {
    const reason = whyNotShare(abilitySubject(app, shared))
    const press = () => {
      if (reason) app.feedback.toast(refusalOf(reason, shared))
      else void app.platform.navigate.push({ page: 'share', typedId: shared.typed_id })
    }
    return { icon: 'share-2', label: t('menu.share'), disabled: reason !== null, onPress: press }
  }
})

/** The action that leads to the encodings of a text, for a header and for a menu. */
function encodingEntry(t: Words<'preview'>, overlays: OverlayStore) {
  const show = () => overlays.show('encoding')
  return { key: 'encoding', icon: 'type', label: t('preview.encoding.title'), onPress: show, onSelect: show } as const
}

function FullName({ name, onClose }: { name: string; onClose(): void }) {
  const t = useWords<'preview'>()
  return (
    <Dialog
      title={t('preview.fullName')}
      text={name}
      confirm={t('action.close')}
      onConfirm={onClose}
      onCancel={onClose}
    />
  )
}

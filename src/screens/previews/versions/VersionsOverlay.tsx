import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect } from 'react'
import { IconButton } from '@/components/ui/IconButton'
import { Sheet } from '@/components/sheets/Sheet'
import { SheetHead } from '@/components/sheets/SheetHead'
import { Skeleton } from '@/components/ui/Skeleton'
import { TextButton } from '@/components/ui/TextButton'
import { Tile } from '@/components/ui/Tile'
import { useWords } from '@/components/ui/context'
import type { Item } from '@/contract/entities'
import type { FileVersion } from '@/contract/items/versions'
import { formatSize } from '@/domain/format/size'
import { abilities } from '@/domain/items/abilities'
import { extensionOf } from '@/domain/items/extension'
import { fileTileOf } from '@/domain/items/kinds'
import { wordSize } from '@/i18n/format'
import { useApp } from '@/screens/app/AppContext'
import { wordAgo, wordMessage } from '@/screens/app/wording'
import { abilitySubject } from '@/stores/items/abilitySubject'
import { useDisposable } from '@/screens/app/useDisposable'
import type { PickSource } from '@/platform/Platform'
import { downloadVersion } from '@/stores/downloads/download'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { VersionStore } from '@/stores/items/VersionStore'
import { RemarkSheet } from './RemarkSheet'
import './versions.scss'

interface Props {
  item: Item
  /** Id of the viewed version; undefined for the current one. */
  shownVersion: number | undefined
  overlays: OverlayStore
}

/** The versions of a file: view, download, add, choose the current one, describe (PREV-12, PREV-17, UPL-05, AH-52). */
export const VersionsOverlay = observer(function VersionsOverlay({ item, shownVersion, overlays }: Props) {
  const app = useApp()
  const t = useWords<'preview'>()
  const store = useDisposable(() => new VersionStore(app, item))
  useEffect(() => void store.open(), [store])

  const subject = abilitySubject(app, item)
  const mayDownload = app.platform.can.saveByAddress && abilities.download(subject) === 'yes'
  const mayAdd = abilities.updateVersion(subject) === 'yes'
  const close = () => overlays.close('tab')

  async function choose(version: FileVersion) {
    await close()
    const isShown = version.id === shownVersion || (version.current && shownVersion === undefined)
    if (isShown) return
    await app.platform.navigate.replace({
      page: 'preview',
      fileId: item.id,
      ...(!version.current && { version: version.id }),
    })
  }

  async function makeCurrent(version: FileVersion) {
    if (!(await store.makeCurrent(version)) || version.id !== shownVersion) return
    await close()
    await app.platform.navigate.replace({ page: 'preview', fileId: item.id })
  }

  function describe(version: FileVersion) {
    store.describe(version)
    overlays.show('remark')
  }

  async function add() {
    await store.pick(sourceFor(item, app.platform.can.pick))
    if (store.draft) overlays.show('remark')
  }

  if (store.draft && overlays.valueFor('remark')) {
    return (
      <RemarkSheet
        title={t('versions.upload')}
        text={`${store.draft.name} · ${wordSize(formatSize(store.draft.size))}`}
        picture={<Tile {...fileTileOf(extensionOf(store.draft.name))} thumbnail={store.draft.thumbnail} />}
        action={t('versions.send')}
        onSend={(remark) => {
          store.send(remark)
          void close()
        }}
        onClose={() => void overlays.close('remark').then(() => store.discard())}
      />
    )
  }
  const { described } = store
  if (described && overlays.valueFor('remark')) {
    const leave = () => overlays.close('remark').then(() => store.describe(null))
    const title = t('versions.describeOne', { n: described.version })
    return (
      <RemarkSheet
        title={title}
        text={item.name}
        initial={described.remark}
        action={t('action.save')}
        onSend={(remark) => void store.setRemark(remark).then((isStored) => (isStored ? leave() : undefined))}
        onClose={() => void leave()}
      />
    )
  }
  return (
    <Sheet label={t('versions.title')} onClose={() => void close()}>
      <SheetHead
        title={t('versions.title')}
        text={item.name}
        trailing={mayAdd ? <TextButton label={t('versions.upload')} onPress={() => void add()} /> : undefined}
      />
      <View className="versions">
        {store.versions?.map((version) => (
          <Version
            key={version.id}
            version={version}
            onChoose={() => void choose(version)}
            onMakeCurrent={mayAdd && !version.current ? () => void makeCurrent(version) : undefined}
            onDescribe={version.may_edit_remark ? () => describe(version) : undefined}
            onDownload={mayDownload ? () => void downloadVersion(app, version) : undefined}
          />
        ))}
        {store.versions === null && !store.error && <Skeleton />}
        {store.error && (
          <View className="versions-trouble" role="alert">
            <View>{wordMessage(store.error, t) || t('versions.failed')}</View>
            <TextButton label={t('action.retry')} onPress={() => void store.open()} />
          </View>
        )}
      </View>
    </Sheet>
  )
})

interface VersionProps {
  version: FileVersion
  onChoose(): void
  onMakeCurrent?(): void
  onDescribe?(): void
  onDownload?(): void
}

const Version = observer(function Version({ version, onChoose, onMakeCurrent, onDescribe, onDownload }: VersionProps) {
  const app = useApp()
  const t = useWords<'preview'>()
  const time = wordAgo(app, version.modified_at, t)
  return (
    <View className="version">
      <View className="version-main">
        <View className="version-press" onClick={onChoose}>
          <View className="version-title">
            {t('versions.number', { n: version.version })}
            {version.current ? <View className="version-current">{t('versions.current')}</View> : null}
          </View>
          <View className="version-line">{`${version.updater.name} · ${time} · ${wordSize(formatSize(version.size))}`}</View>
          {version.remark ? <View className="version-remark">{version.remark}</View> : null}
        </View>
        {onMakeCurrent || onDescribe ? (
          <View className="version-acts">
            {onMakeCurrent ? <TextButton label={t('versions.makeCurrent')} onPress={onMakeCurrent} /> : null}
            {onDescribe ? (
              <TextButton
                label={t(version.remark ? 'versions.changeDescription' : 'versions.describe')}
                tone="plain"
                onPress={onDescribe}
              />
            ) : null}
          </View>
        ) : null}
      </View>
      {onDownload ? (
        <IconButton icon="download" label={t('versions.download', { n: version.version })} onPress={onDownload} />
      ) : null}
    </View>
  )
})

/** The album for pictures and videos; otherwise the files, or a chat in the mini-program. */
function sourceFor({ extension_category: category }: Item, sources: readonly PickSource[]): PickSource {
  if (category === 'image' || category === 'video') return 'media'
  return sources.find((source) => source === 'files' || source === 'chat') ?? 'media'
}

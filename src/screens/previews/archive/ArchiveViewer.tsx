import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect } from 'react'
import { Empty } from '@/components/frame/Empty'
import { Row } from '@/components/rows/Row'
import { Skeleton } from '@/components/ui/Skeleton'
import { PageFoot } from '@/components/frame/PageFoot'
import { VirtualList, type RowPlace } from '@/components/lists/VirtualList'
import { useWords } from '@/components/ui/context'
import type { ArchiveEntry } from '@/contract/previews/previews'
import { formatSize } from '@/domain/format/size'
import { fileTileOf } from '@/domain/items/kinds'
import { wordSize } from '@/i18n/format'
import { useApp } from '@/screens/app/AppContext'
import { wordAgo } from '@/screens/app/wording'
import { useDisposable } from '@/screens/app/useDisposable'
import { ArchiveStore } from '@/stores/previews/ArchiveStore'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import type { PreviewStore } from '@/stores/previews/PreviewStore'
import { goInside, shownFolder } from './archiveLevels'

interface Props {
  preview: PreviewStore
  overlays: OverlayStore
}

/** The contents of an archive, one folder at a time (1§4). */
export const ArchiveViewer = observer(function ArchiveViewer({ preview, overlays }: Props) {
  const app = useApp()
  const t = useWords<'preview'>()
  const archive = useDisposable(
    () =>
      new ArchiveStore(app, preview.target, {
        shown: () => preview.onViewerShown(),
        failed: (reason) => preview.fail(reason),
      }),
  )
  const folder = shownFolder(overlays)
  useEffect(() => void archive.open(''), [archive])
  useEffect(() => void archive.open(folder), [archive, folder])

  const { entries, total, phase } = archive.of(folder)
  const foot = <PageFoot pages={{ footer: phase, phase, retry: () => archive.more(folder) }} height={56} />
  if (total === null) return phase === 'failed' ? foot : <Skeleton />
  return (
    <View className="archive">
      {archive.error !== null && (
        <View className="archive-trouble" role="status">
          {t(`preview.archive.${archive.error}`)}
        </View>
      )}
      {folder !== '' && <ArchivePath folder={folder} />}
      <View className="archive-rows">
        {total === 0 ? (
          nothing()
        ) : (
          <VirtualList
            // Another folder starts at the top.
            key={folder}
            rows={entries}
            total={total}
            label={t('list.label')}
            inOrder={app.platform.name === 'h5'}
            onNearEnd={() => {
              if (phase === 'ready') void archive.more(folder)
            }}
            renderRow={(entry, place) => (
              <EntryRow entry={entry} place={place} onOpen={() => goInside(overlays, folder, entry)} />
            )}
            bottom={foot}
          />
        )}
      </View>
    </View>
  )

  function nothing() {
    if (folder !== '') return <Empty icon="file" title={t('preview.archive.emptyFolder')} />
    return <Empty icon="file" title={t('preview.archive.empty')} text={t('preview.archive.emptyText')} />
  }
})

interface RowProps {
  entry: ArchiveEntry
  place: RowPlace
  onOpen(): void
}

const EntryRow = observer(function EntryRow({
  entry: { type, name, extension, size, modified_at: time, is_encrypted: isEncrypted },
  place,
  onOpen,
}: RowProps) {
  const app = useApp()
  const t = useWords<'preview'>()
  const { top, position, total } = place
  const when = time === null ? '' : wordAgo(app, time, t)
  const meta = [when, type === 'file' ? wordSize(formatSize(size)) : ''].filter(Boolean).join(' · ')
  return (
    <Row
      name={name}
      type={type}
      tile={type === 'folder' ? { group: 'folder', label: '' } : fileTileOf(extension)}
      meta={meta}
      encrypted={isEncrypted ? t('row.encrypted') : undefined}
      top={top}
      position={position}
      total={total}
      onOpen={onOpen}
    />
  )
})

/** The path to the shown folder. */
function ArchivePath({ folder }: { folder: string }) {
  return (
    <View className="archive-path" role="status">
      {folder.split('/').join(' / ')}
    </View>
  )
}

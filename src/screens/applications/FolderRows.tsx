import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Empty } from '@/components/frame/Empty'
import { PageFoot } from '@/components/frame/PageFoot'
import { Row } from '@/components/rows/Row'
import { Skeleton } from '@/components/ui/Skeleton'
import { VirtualList } from '@/components/lists/VirtualList'
import { useWords } from '@/components/ui/context'
import type { OpenItem } from '@/contract/applications'
import { formatSize } from '@/domain/format/size'
import { tileOf, type FolderKind, type Tile } from '@/domain/items/tiles'
import { wordSize } from '@/i18n/format'
import { useApp } from '@/screens/app/AppContext'
import { thumbnailOf } from '@/screens/items/thumbnailOf'
import { LoadFailed } from '@/screens/app/LoadFailed'
import { wordAgo } from '@/screens/app/wording'
import type { PagedList } from '@/stores/items/lists/PagedList'

/** How a picker treats its rows, in folders and searches alike. */
export interface RowsOf {
  /** Whether a file is chosen; undefined: it is visible, but cannot be chosen. */
  isChosen?(item: OpenItem): boolean | undefined
  onFile?(item: OpenItem): void
}

interface Props extends RowsOf {
  /** Rows of a folder or a search. */
  pages: PagedList<OpenItem, 'gone'>
  empty: { icon: 'file' | 'search'; title: string; text: string }
  onFolder(item: Pick<OpenItem, 'id' | 'name'>): void
}

/** Folders and files of a picker. */
export const FolderRows = observer(function FolderRows({ pages, empty, isChosen, onFile, onFolder }: Props) {
  const app = useApp()
  const t = useWords<'open'>()
  const { phase, error, held } = pages
  if (phase === 'loading' || phase === 'gone') return <Skeleton />
  if (phase === 'failed') return <LoadFailed error={error} onRetry={() => void pages.retry()} />
  if (pages.isEmpty) return <Empty {...empty} />
  return (
    <View className="open-rows">
      <VirtualList
        rows={held.rows}
        total={held.total ?? 0}
        label={t('list.label')}
        inOrder
        isOnlyRead={!onFile && held.rows.every(({ type }) => type === 'file')}
        onNearEnd={() => pages.nearEnd()}
        renderRow={(item, { isFar, isFlung, ...place }) => {
          const checked = item.type === 'file' ? isChosen?.(item) : undefined
          const isOpen = item.type === 'folder' || checked !== undefined
          return (
            <Row
              {...place}
              name={nameOf(item)}
              type={item.type}
              tile={pictureOf(item)}
              thumbnail={thumbnailOf(app, item, isFar, isFlung)}
              meta={metaOf(item)}
              faded={!isOpen}
              checked={checked}
              encrypted={item.is_encrypted ? t('row.encrypted') : undefined}
              onOpen={item.type === 'folder' ? () => onFolder({ id: item.id, name: nameOf(item) }) : fileOpener(item)}
            />
          )
        }}
        bottom={<PageFoot pages={pages} />}
      />
    </View>
  )

  /** The picture of a folder is on the wire: `department` is the one whose space the folder lies in. */
  function pictureOf(item: OpenItem): Tile {
    if (item.type === 'folder') return { group: item.type_icon as FolderKind, label: '' }
    return tileOf({ ...item, department: null })
  }

  function nameOf({ id, name }: OpenItem): string {
    return id === 0 ? t('space.own') : name
  }

  function metaOf({ type, modified_at: at, size }: OpenItem): string {
    return [wordAgo(app, at, t), ...(type === 'file' ? [wordSize(formatSize(size))] : [])].join(' · ')
  }

  function fileOpener(item: OpenItem): (() => void) | undefined {
    return onFile && (() => onFile(item))
  }
})

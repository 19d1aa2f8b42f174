import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Empty } from '@/components/Empty'
import { LoadFailed } from '@/components/LoadFailed'
import { Row } from '@/components/Row'
import { Skeleton } from '@/components/Skeleton'
import { VirtualList } from '@/components/VirtualList'
import { useWords } from '@/components/context'
import type { OpenItem } from '@/contract/applications'
import { formatSize } from '@/domain/format/size'
import { tileOf } from '@/domain/items/tiles'
import { wordSize } from '@/i18n/format'
import { useApp } from '@/screens/AppContext'
import { thumbnailOf } from '@/screens/items/thumbnailOf'
import { wordAgo } from '@/screens/wordAgo'
import { wordMessage } from '@/screens/wordMessage'
import type { OpenFolders } from '@/stores/open/OpenFolders'

/** Rows of a folder, or of what was found. */
export type OpenRows = Pick<OpenFolders, 'phase' | 'items' | 'total' | 'trouble' | 'isLoadingMore'> & {
  retry(): Promise<void>
  more(): unknown
}

/** What a picker makes of rows, wherever they come from. */
export interface RowsOf {
  /** Of a file, where files are chosen; undefined: it is shown, but out of reach. */
  isChosen?(item: OpenItem): boolean | undefined
  onFile?(item: OpenItem): void
}

interface Props extends RowsOf {
  rows: OpenRows
  empty: { icon: 'file' | 'search'; title: string; text: string }
  onFolder(item: Pick<OpenItem, 'id' | 'name'>): void
}

/** Folders and files of a picker. */
export const FolderRows = observer(function FolderRows({ rows, empty, isChosen, onFile, onFolder }: Props) {
  const app = useApp()
  const t = useWords<'open'>()
  const { phase, items, trouble } = rows
  if (phase === 'loading') return <Skeleton />
  if (phase === 'failed')
    return <LoadFailed text={trouble ? wordMessage(trouble, t) : undefined} onRetry={() => void rows.retry()} />
  if (items.length === 0) return <Empty {...empty} />
  return (
    <View className="open-rows">
      <VirtualList
        rows={items}
        total={rows.total}
        label={t('list.label')}
        inOrder
        onNearEnd={() => void rows.more()}
        renderRow={(item, { isFar, isPassing, ...place }) => {
          const checked = item.type === 'file' ? isChosen?.(item) : undefined
          const isOpen = item.type === 'folder' || checked !== undefined
          return (
            <Row
              {...place}
              name={nameOf(item)}
              type={item.type}
              tile={tileOf(item)}
              thumbnail={thumbnailOf(app, item, isFar, isPassing)}
              meta={metaOf(item)}
              faded={!isOpen}
              checked={checked}
              encrypted={item.is_encrypted ? t('row.encrypted') : undefined}
              onOpen={item.type === 'folder' ? () => onFolder({ id: item.id, name: nameOf(item) }) : fileOpener(item)}
            />
          )
        }}
        bottom={<View className="open-foot">{rows.isLoadingMore ? t('list.loading') : ''}</View>}
      />
    </View>
  )

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

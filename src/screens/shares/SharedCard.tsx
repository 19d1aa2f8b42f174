import { View } from '@tarojs/components'
import { SheetHead } from '@/components/sheets/SheetHead'
import { Tile } from '@/components/ui/Tile'
import { useWords } from '@/components/ui/context'
import type { Item } from '@/contract/entities'
import { formatSize } from '@/domain/format/size'
import { tileOf } from '@/domain/items/tiles'
import { wordSize } from '@/i18n/format'
import { useApp } from '@/screens/app/AppContext'
import { thumbnailOf } from '@/screens/items/thumbnailOf'

/** The shared item, or the first of several. */
export function SharedCard({ items }: { items: readonly Item[] }) {
  const app = useApp()
  const t = useWords<'share'>()
  const item = items[0]!
  const isOne = items.length === 1
  const lines = [wordSize(formatSize(item.size)), t('share.version', { n: item.version })]
  return (
    <View className="share-group share-card">
      <SheetHead
        picture={<Tile {...tileOf(item)} thumbnail={thumbnailOf(app, item)} />}
        title={isOne ? item.name : t('share.many', { name: item.name, n: items.length })}
        text={isOne && item.type === 'file' ? lines.join(' · ') : undefined}
      />
    </View>
  )
}

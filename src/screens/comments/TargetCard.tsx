import { View } from '@tarojs/components'
import { Icon } from '@/components/ui/Icon'
import { Tile } from '@/components/ui/Tile'
import type { Item } from '@/contract/entities'
import { tileOf } from '@/domain/items/tiles'
import { useApp } from '@/screens/app/AppContext'
import { thumbnailOf } from '@/screens/items/thumbnailOf'
import { useOpenRow } from '@/screens/items/useOpenRow'

/** The item that a message's comments are about; a tap opens it. */
export function TargetCard({ item }: { item: Item }) {
  const app = useApp()
  const open = useOpenRow()
  return (
    <View className="comments-card" role="button" onClick={() => open(item)}>
      <Tile {...tileOf(item)} thumbnail={thumbnailOf(app, item)} />
      <View className="comments-card-text">
        <View className="comments-card-name">{item.name}</View>
        {item.parent && <View className="comments-card-place">{item.parent.name}</View>}
      </View>
      <Icon name="chevron-right" size={20} />
    </View>
  )
}

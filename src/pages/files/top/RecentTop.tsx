import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useDidShow } from '@tarojs/taro'
import { useEffect, useState } from 'react'
import { Tile } from '@/components/ui/Tile'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import type { Item } from '@/contract/entities'
import { nameParts, saysWhole } from '@/domain/items/nameParts'
import { tileOf } from '@/domain/items/tiles'
import { recentsOf } from '@/stores/items/lists/RecentStore'
import { useApp } from '@/screens/app/AppContext'
import { thumbnailOf } from '@/screens/items/thumbnailOf'
import { useOpenRow } from '@/screens/items/useOpenRow'
import './recent.scss'

/** The files used last, side by side above the favourites; nothing where there are none (AH-34). */
export default observer(function RecentTop({ isIdle }: { isIdle: boolean }) {
  const app = useApp()
  const t = useWords()
  const openRow = useOpenRow()
  const [recents] = useState(() => recentsOf(app))
  useEffect(() => void recents.load(), [recents])
  useDidShow(() => void recents.load())
  if (recents.items.length === 0) return null
  return (
    <View className={classes('recent', isIdle && 'recent-idle')}>
      <View className="recent-title" role="heading" aria-level={2}>
        {t('recent.title')}
      </View>
      <View className="recent-items">
        {recents.items.map((item) => (
          <View key={item.typed_id} className="recent-item" onClick={isIdle ? undefined : () => openRow(item)}>
            <Tile {...tileOf(item)} thumbnail={thumbnailOf(app, item)} />
            <Name item={item} />
          </View>
        ))}
      </View>
    </View>
  )
})

function Name({ item: { name, type } }: { item: Item }) {
  const { head, tail } = nameParts(name, type)
  return (
    <View className="recent-name">
      <View className="recent-head" {...saysWhole(name)}>
        {head}
      </View>
      {tail ? (
        <View className="recent-tail" aria-hidden>
          {tail}
        </View>
      ) : null}
    </View>
  )
}

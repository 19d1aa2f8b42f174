import { observer } from 'mobx-react'
import type { ReactNode } from 'react'
import { Text, View } from '@tarojs/components'
import { Icon } from '@/components/ui/Icon'
import { Tile } from '@/components/ui/Tile'
import type { RowPlace } from '@/components/lists/VirtualList'
import { useWords } from '@/components/ui/context'
import { nameParts, saysWhole } from '@/domain/items/nameParts'
import '@/components/rows/Row.scss'
import type { ShareLink } from '@/contract/shares/shares'
import { linkTile, nameOf } from './wordLink'

interface Props extends RowPlace {
  linked: Pick<ShareLink, 'item'>
  /** Before the words about the item. */
  mark: ReactNode
  detail: string
  onOpen(): void
}

/** A row about shared items: their picture and name, and words about them. */
export const LinkedRow = observer(function LinkedRow({ linked, mark, detail, top, position, total, onOpen }: Props) {
  const t = useWords<'links'>()
  const name = nameOf(linked, t)
  const { head, tail } = nameParts(name, linked.item.item_count > 1 ? 'folder' : linked.item.type)
  return (
    <View
      className="row row-placed links-row"
      style={{ top: `${top}px` }}
      role={position === undefined ? undefined : 'listitem'}
      aria-posinset={position}
      aria-setsize={total}
    >
      <View className="row-open" onClick={onOpen}>
        <Tile {...linkTile(linked)} />
        <View className="row-name">
          <Text className="row-head" {...saysWhole(name)}>
            {head}
          </Text>
          {tail ? (
            <Text className="row-tail" aria-hidden>
              {tail}
            </Text>
          ) : null}
        </View>
        <View className="row-meta">
          {mark}
          <Text className="row-detail">{detail}</Text>
        </View>
      </View>
      <View className="links-chevron" aria-hidden onClick={onOpen}>
        <Icon name="chevron-right" size={18} />
      </View>
    </View>
  )
})

import { observer } from 'mobx-react'
import { Text, View } from '@tarojs/components'
import { Icon } from '@/components/ui/Icon'
import { Tile } from '@/components/ui/Tile'
import type { RowPlace } from '@/components/lists/VirtualList'
import { useWords } from '@/components/ui/context'
import { nameParts, saysWhole } from '@/domain/items/nameParts'
import '@/components/rows/Row.scss'
import type { ShareLink } from '@/contract/shares/shares'
import { useApp } from '@/screens/app/AppContext'
import { LinkState } from './LinkState'
import { nameOf, wordFacts, linkTile } from './wordLink'

interface Props extends RowPlace {
  link: ShareLink
  onOpen(): void
}

/** One link: the item, the link's state, and its use. */
export const LinkRow = observer(function LinkRow({ link, top, position, total, onOpen }: Props) {
  const app = useApp()
  const t = useWords<'links'>()
  const name = nameOf(link, t)
  const { head, tail } = nameParts(name, link.item.item_count > 1 ? 'folder' : link.item.type)
  return (
    <View
      className="row row-placed links-row"
      style={{ top: `${top}px` }}
      role={position === undefined ? undefined : 'listitem'}
      aria-posinset={position}
      aria-setsize={total}
    >
      <View className="row-open" onClick={onOpen}>
        <Tile {...linkTile(link)} />
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
          <LinkState link={link} />
          <Text className="row-detail">{wordFacts(app, link, t)}</Text>
        </View>
      </View>
      <View className="links-chevron" aria-hidden onClick={onOpen}>
        <Icon name="chevron-right" size={18} />
      </View>
    </View>
  )
})

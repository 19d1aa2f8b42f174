import { observer } from 'mobx-react'
import { Text, View } from '@tarojs/components'
import { Icon } from '@/components/ui/Icon'
import { Tile } from '@/components/ui/Tile'
import type { RowPlace } from '@/components/lists/VirtualList'
import { useWords } from '@/components/ui/context'
import { nameParts, saysWhole } from '@/domain/items/nameParts'
import type { Words } from '@/i18n/words'
import { useApp } from '@/screens/app/AppContext'
import { wordAgo } from '@/screens/app/wording'
import type { AppServices } from '@/stores/app/AppServices'
import type { ReceivedRow as Row } from '@/stores/shares/ReceivedList'
import '@/components/rows/Row.scss'
import { StateMark } from '../links/LinkState'
import { linkTile, nameOf, wordExpiry } from '../links/wordLink'

interface Props extends RowPlace {
  received: Row
  onOpen(): void
}

/** Something received: the item, its sender, when it came and when it ends. */
export const ReceivedRow = observer(function ReceivedRow({ received, top, position, total, onOpen }: Props) {
  const app = useApp()
  const t = useWords<'links'>()
  const name = nameOf(received, t)
  const { head, tail } = nameParts(name, received.item.item_count > 1 ? 'folder' : received.item.type)
  return (
    <View
      className="row row-placed links-row"
      style={{ top: `${top}px` }}
      role={position === undefined ? undefined : 'listitem'}
      aria-posinset={position}
      aria-setsize={total}
    >
      <View className="row-open" onClick={onOpen}>
        <Tile {...linkTile(received)} />
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
          {received.kind === 'invitation' ? <StateMark tone="warning" text={t('links.received.invitation')} /> : null}
          <Text className="row-detail">{wordReceived(app, received, t)}</Text>
        </View>
      </View>
      <View className="links-chevron" aria-hidden onClick={onOpen}>
        <Icon name="chevron-right" size={18} />
      </View>
    </View>
  )
})

/** Sender, time and end in one line, for observers. A folder does not end. */
function wordReceived(app: AppServices, { kind, sender, received, ends }: Row, t: Words<'links'>): string {
  const from = sender ? t('links.by', { name: sender.name }) : ''
  const end = kind === 'folder' ? t('links.received.folder') : wordExpiry(app, ends, t)
  return [from, wordAgo(app, received, t), end].filter(Boolean).join(' · ')
}

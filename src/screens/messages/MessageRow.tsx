import { observer } from 'mobx-react'
import { Text, View } from '@tarojs/components'
import { Avatar } from '@/components/ui/Avatar'
import { Icon } from '@/components/ui/Icon'
import { SwipeAction, type SwipeOption } from '@/components/rows/SwipeAction'
import { nameParts, saysWhole } from '@/domain/items/nameParts'
import { useWords } from '@/components/ui/context'
import '@/components/rows/Row.scss'
import { SWIPE_WIDTH } from '@/domain/limits'
import { formatBadge } from '@/domain/format/badge'
import { foldsEarlier, isDecidable } from '@/domain/messages/messages'
import { useApp } from '@/screens/app/AppContext'
import { wordAgo } from '@/screens/app/wording'
import type { MessageRow as Row, MessageStore } from '@/stores/messages/MessageStore'
import type { AppServices } from '@/stores/app/AppServices'
import { iconOf, nameOf, textOf } from './wordNotice'

interface Props {
  message: Row
  messages: MessageStore
  isOpen: boolean
  onOpen(id: string | null): void
  onMore(id: string): void
}

/** px */
const WIDTHS = { remove: SWIPE_WIDTH.delete, markRead: SWIPE_WIDTH.deleteAndMarkRead - SWIPE_WIDTH.delete }

/**
 * One message: item, event and time. A tap marks it read and opens comments, a share, invitations or a collecting link; other notices open nothing
 * (decisions 3.15) except the menu with the earlier ones about the same thing (AH-56). A tap on a request for access opens the menu, in which it is decided (AH-50). A swipe offers the actions of its menu (MSG-05).
 */
export const MessageRow = observer(function MessageRow({ message, messages, isOpen, onOpen, onMore }: Props) {
  const t = useWords<'message'>()
  const app = useApp()
  const isUnread = message.unread_count > 0
  const count = message.thread?.count ?? 1
  const name = nameOf(message, t)
  const { head, tail } = nameParts(name, 'file')
  const close = () => {
    if (isOpen) onOpen(null)
  }
  const read = isUnread ? () => void messages.markRead(message) : undefined
  const open = openerOf(app, message)
  const request = message.most_recent_message.access_request
  // A request is decided in the menu, and stays unread until then.
  const choose = request && isDecidable(request) ? () => onMore(message.typed_id) : undefined
  const unfold = () => {
    read?.()
    onMore(message.typed_id)
  }
  const press =
    choose ??
    (open
      ? () => {
          // Comments are marked read where they are shown.
          if (message.type !== 'comment') read?.()
          open()
        }
      : foldsEarlier(message)
        ? unfold
        : read)
  const remove: SwipeOption = {
    label: t('messages.remove'),
    width: WIDTHS.remove,
    danger: true,
    onPress: () => void messages.remove(message),
  }
  const options = read ? [{ label: t('messages.markRead'), width: WIDTHS.markRead, onPress: read }, remove] : [remove]
  return (
    <View className="message" role="listitem">
      <SwipeAction isOpen={isOpen} options={options} onOpen={() => onOpen(message.typed_id)} onClose={close}>
        <View className="message-open" onClick={isOpen ? close : press}>
          <Face message={message} />
          <View className="message-body">
            <View className="message-head">
              <View className="row-name message-name">
                <Text className="row-head" {...saysWhole(name)}>
                  {head}
                </Text>
                {tail ? (
                  <Text className="row-tail" aria-hidden>
                    {tail}
                  </Text>
                ) : null}
              </View>
              {count > 1 ? (
                <View className="message-count" role="img" aria-label={t('messages.count', { n: count })}>
                  {formatBadge(count)}
                </View>
              ) : null}
              <Text className="message-time">{wordAgo(app, message.modified_at, t)}</Text>
              {isUnread ? <View className="message-dot" role="img" aria-label={t('messages.unread')} /> : null}
            </View>
            <View className="message-text">{textOf(message, t)}</View>
          </View>
        </View>
        <View
          className="row-more message-more"
          aria-label={t('messages.more', { name })}
          onClick={() => onMore(message.typed_id)}
        />
      </SwipeAction>
    </View>
  )
})

/** The sender with a small mark of the kind; the mark alone for a message of the server. */
function Face({ message }: { message: Row }) {
  const { notice } = message.most_recent_message
  const sender = message.thread?.sender
  const isFailed = notice?.state === 'failed'
  if (!sender) {
    return (
      <View className={isFailed ? 'message-icon message-failed' : 'message-icon'}>
        <Icon name={iconOf(message)} size={20} />
      </View>
    )
  }
  return (
    <View className="message-face">
      <Avatar userId={sender.id} name={sender.name} picture={sender.avatar} />
      <View className={isFailed ? 'message-mark message-failed' : 'message-mark'}>
        <Icon name={iconOf(message)} size={12} />
      </View>
    </View>
  )
}

/** Opens comments, a colleague's share, a collecting link or invitations. */
function openerOf(
  { platform: { navigate } }: AppServices,
  { id, type, object_typed_id: typedId, most_recent_message: recent }: Row,
) {
  if (type === 'comment')
    return typedId ? () => void navigate.push({ page: 'comments', typedId, message: id }) : undefined
  const { notice, unique_name: uniqueName } = recent
  if (notice?.action === 'collect_reminder' && uniqueName)
    return () => void navigate.push({ page: 'handIn', uniqueName })
  if (type === 'collab') return () => void navigate.push({ page: 'message', type, id })
  if (type !== 'share_link' || !uniqueName) return undefined
  return () => void navigate.push({ page: 'visit', uniqueName, message: id })
}

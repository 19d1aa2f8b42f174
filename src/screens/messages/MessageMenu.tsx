import { observer } from 'mobx-react'
import { useEffect } from 'react'
import { MenuList, type MenuEntry } from '@/components/sheets/MenuList'
import { Sheet } from '@/components/sheets/Sheet'
import { SheetHead } from '@/components/sheets/SheetHead'
import { useWords } from '@/components/ui/context'
import type { MessageStore } from '@/stores/messages/MessageStore'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { nameOf, textOf } from './wordNotice'

interface Props {
  messages: MessageStore
  overlays: OverlayStore
}

/** The actions on one message. */
export const MessageMenu = observer(function MessageMenu({ messages, overlays }: Props) {
  const t = useWords<'message'>()
  const id = overlays.valueFor('message')
  const message = messages.rows.find((row) => row.typed_id === id)
  const isLost = id !== undefined && message === undefined
  useEffect(() => {
    if (isLost) void overlays.close('message')
  }, [isLost, overlays])
  if (!message) return null

  const close = () => overlays.close('message')
  const entries: MenuEntry[] = [
    {
      key: 'remove',
      icon: 'trash-2',
      label: t('messages.remove'),
      danger: true,
      onSelect: () => void close().then(() => messages.remove(message)),
    },
  ]
  if (message.unread_count > 0) {
    entries.unshift({
      key: 'read',
      icon: 'check',
      label: t('messages.markRead'),
      onSelect: () => void close().then(() => messages.markRead(message)),
    })
  }
  const name = nameOf(message, t)
  return (
    <Sheet label={name} onClose={() => void close()}>
      <SheetHead title={name} text={textOf(message, t)} />
      <MenuList entries={entries} />
    </Sheet>
  )
})

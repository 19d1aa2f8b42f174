import { observer } from 'mobx-react'
import { useEffect } from 'react'
import { MenuList, type MenuEntry } from '@/components/sheets/MenuList'
import { Sheet } from '@/components/sheets/Sheet'
import { SheetHead } from '@/components/sheets/SheetHead'
import { useWords } from '@/components/ui/context'
import type { IconName } from '@/components/ui/Icon'
import type { Role } from '@/contract/entities'
import type { AskedRole, MessageAccessRequest } from '@/contract/members/accessRequests'
import { foldsEarlier, isDecidable } from '@/domain/messages/messages'
import type { MessageStore } from '@/stores/messages/MessageStore'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { EarlierList } from './EarlierList'
import { nameOf, textOf } from './wordNotice'

interface Props {
  messages: MessageStore
  overlays: OverlayStore
}

/** The roles to grant, with their icons. A file is shared by a link, through which nobody edits it. */
function rolesFor({ item_type }: MessageAccessRequest): [AskedRole, IconName][] {
  const roles: [AskedRole, IconName][] = [
    ['previewer', 'eye'],
    ['viewer', 'download'],
    ['editor', 'pencil'],
  ]
  return item_type === 'file' ? roles.slice(0, 2) : roles
}

/** The actions on one message, and the earlier ones about the same thing. */
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
  const request = message.most_recent_message.access_request
  if (request && isDecidable(request)) {
    const decide = (decision: 'grant' | 'decline', role?: Role) =>
      void close().then(() => messages.decide(message, decision, role))
    const grants = rolesFor(request).map(([role, icon]): MenuEntry => ({
      key: role,
      icon,
      label: t(`messages.request.${role}`),
      value: role === request.role ? t('messages.request.wish') : undefined,
      onSelect: () => decide('grant', role),
    }))
    const decline: MenuEntry[] =
      request.state === 'open'
        ? [{ key: 'decline', icon: 'x', label: t('messages.request.decline'), onSelect: () => decide('decline') }]
        : []
    entries.unshift(...grants, ...decline)
  }
  const name = nameOf(message, t)
  return (
    <Sheet label={name} onClose={() => void close()}>
      <SheetHead title={name} text={textOf(message, t)} />
      <MenuList entries={entries} />
      {foldsEarlier(message) && <EarlierList key={message.id} newest={message.id} />}
    </Sheet>
  )
})

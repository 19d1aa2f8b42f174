import { observer } from 'mobx-react'
import { Avatar } from '@/components/ui/Avatar'
import { Icon } from '@/components/ui/Icon'
import { IconButton } from '@/components/ui/IconButton'
import { useWords } from '@/components/ui/context'
import { formatBadge } from '@/domain/format/badge'
import { useApp } from '@/screens/app/AppContext'
import type { SheetProps } from '../sheets/SheetProps'
import { openSearch, openSheet } from './useRowActs'

type Props = Pick<SheetProps, 'list' | 'overlays'>

/** The line above a wide window: search, messages, shortcuts and the account. */
export const WideTop = observer(function WideTop({ list, overlays }: Props) {
  const app = useApp()
  const {
    platform: { navigate },
    session: { enterprise, user },
    sessionContext: { unreadMessages },
  } = app
  const t = useWords()
  return (
    <div className="wide-top">
      <div className="wide-brand">{enterprise?.name}</div>
      {list.at.space === 'trash' ? null : (
        <button type="button" className="wide-search" onClick={() => void openSearch(app, list, overlays)}>
          <Icon name="search" size={18} />
          <span className="wide-search-text">{t('list.search')}</span>
          <span className="wide-key" aria-hidden>
            /
          </span>
        </button>
      )}
      <div className="wide-space" />
      <IconButton
        icon="message-square"
        label={t(unreadMessages > 0 ? 'header.unread' : 'header.messages', { n: unreadMessages })}
        badge={formatBadge(unreadMessages)}
        onPress={() => void navigate.push({ page: 'message' })}
      />
      <button
        type="button"
        className="wide-help"
        aria-label={t('keys.title')}
        onClick={() => void openSheet(overlays, 'keys')}
      >
        ?
      </button>
      {user && (
        <button
          type="button"
          className="wide-me"
          aria-label={t('navigation.me')}
          onClick={() => void openSheet(overlays, 'me')}
        >
          <Avatar userId={user.id} name={user.name} picture={user.avatar} />
        </button>
      )}
    </div>
  )
})

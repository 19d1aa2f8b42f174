import { observer } from 'mobx-react'
import type { RowPlace } from '@/components/lists/VirtualList'
import { useWords } from '@/components/ui/context'
import type { Words } from '@/i18n/words'
import { useApp } from '@/screens/app/AppContext'
import { wordAgo } from '@/screens/app/wording'
import type { AppServices } from '@/stores/app/AppServices'
import type { ReceivedRow as Row } from '@/stores/shares/ReceivedList'
import { LinkedRow } from '../links/LinkedRow'
import { StateMark } from '../links/LinkState'
import { wordExpiry } from '../links/wordLink'

interface Props extends RowPlace {
  received: Row
  onOpen(): void
}

/** Something received: the item, its sender, when it came and when it ends. */
export const ReceivedRow = observer(function ReceivedRow({ received, ...row }: Props) {
  const app = useApp()
  const t = useWords<'links'>()
  const mark =
    received.kind === 'invitation' ? <StateMark tone="warning" text={t('links.received.invitation')} /> : null
  return <LinkedRow {...row} linked={received} mark={mark} detail={wordReceived(app, received, t)} />
})

/** Sender, time and end in one line, for observers. A folder does not end. */
function wordReceived(app: AppServices, { kind, sender, received, ends }: Row, t: Words<'links'>): string {
  const from = sender ? t('links.by', { name: sender.name }) : ''
  const end = kind === 'folder' ? t('links.received.folder') : wordExpiry(app, ends, t)
  return [from, wordAgo(app, received, t), end].filter(Boolean).join(' · ')
}

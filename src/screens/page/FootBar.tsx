import { observer } from 'mobx-react'
import { Text, View } from '@tarojs/components'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import { formatBadge } from '@/domain/format/badge'
import { rootOf, type TopPlace } from '@/stores/app/rootOf'
import { useApp } from '../app/AppContext'
import './footBar.scss'

interface Props {
  present: TopPlace
  /** Adds to the place that is open. Absent where nothing can be added: then ＋ asks for a folder first. */
  onAdd?(): void
}

const entries = ['home', 'files', 'add', 'messages', 'me'] as const

/** The bar at the foot of the top places: home, files, ＋, messages, me (AH-47). Its styles draw the icons, which saves elements. */
export const FootBar = observer(function FootBar({ present, onAdd }: Props) {
  const {
    lazy: { topPlaces },
    platform: { navigate },
    sessionContext,
  } = useApp()
  const t = useWords()
  const { unreadMessages } = sessionContext
  const badge = formatBadge(unreadMessages)
  const names: Partial<Record<(typeof entries)[number], string>> = {
    files: t('foot.allFiles'),
    add: t(onAdd ? 'list.add' : 'foot.add'),
    messages: t(badge ? 'header.unread' : 'header.messages', { n: unreadMessages }),
  }
  const add = onAdd ?? (() => void navigate.push({ page: 'pick', action: 'add', typedId: 'chosen' }))
  const open = (top: TopPlace) => void (topPlaces?.open(top) ?? navigate.push(rootOf(top, sessionContext)))
  return (
    <View className="foot-bar" role="navigation" aria-label={t('foot.label')}>
      {entries.map((entry) => (
        <View
          key={entry}
          className={classes('foot-place', `foot-${entry}`, entry === present && 'foot-present')}
          aria-label={names[entry]}
          aria-current={entry === present ? 'page' : undefined}
          onClick={entry === 'add' ? add : () => open(entry)}
        >
          {/* The space keeps the number apart from the word, for those who speak to the button. */}
          {entry === 'add' ? null : `${t(`foot.${entry}`)} `}
          {entry === 'messages' && badge ? <Text className="icon-button-badge">{badge}</Text> : null}
        </View>
      ))}
    </View>
  )
})

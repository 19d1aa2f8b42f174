import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect } from 'react'
import { Avatar } from '@/components/ui/Avatar'
import { Button } from '@/components/ui/Button'
import { Skeleton } from '@/components/ui/Skeleton'
import { useWords } from '@/components/ui/context'
import type { Item } from '@/contract/entities'
import type { ActivityEntry } from '@/contract/items/activity'
import { ActivityStore } from '@/stores/items/ActivityStore'
import { useApp } from '../app/AppContext'
import { useDisposable } from '../app/useDisposable'
import { wordAgo, wordMessage } from '../app/wording'
import { wordActivity, wordPerson } from './wordActivity'
import './activity.scss'

/** The activity of an item, which must not change: the newest entries, and older ones on demand (AH-40). Items in a trash show none. */
export function ItemActivity({ item }: { item: Item }) {
  return item.is_deleted ? null : <Activity item={item} />
}

const Activity = observer(function Activity({ item }: { item: Item }) {
  const app = useApp()
  const t = useWords()
  const store = useDisposable(() => new ActivityStore(app, item))
  useEffect(() => void store.more(), [store])
  const { entries, phase, error, hasMore } = store
  const more = () => void store.more()
  return (
    <View className="activity">
      <View className="activity-title" role="heading" aria-level={3}>
        {t('activity.title')}
      </View>
      {entries.length > 0 ? (
        <View role="list" aria-label={t('activity.title')}>
          {entries.map((entry) => (
            <ActivityRow key={entry.id} entry={entry} />
          ))}
        </View>
      ) : phase === 'loading' ? (
        <Skeleton rows={3} />
      ) : phase === 'ready' ? (
        <View className="activity-note">{t('activity.none')}</View>
      ) : null}
      {phase === 'failed' ? (
        <View className="activity-end">
          <View className="activity-note" role="alert">
            {error ? wordMessage(error, t) : t('empty.failed.text')}
          </View>
          <Button small tone="weak" label={t('action.retry')} onPress={more} />
        </View>
      ) : hasMore ? (
        <View className="activity-end">
          <Button small tone="weak" label={t('activity.more')} loading={phase === 'loading'} onPress={more} />
        </View>
      ) : null}
    </View>
  )
})

/** One entry: person, action and time. */
const ActivityRow = observer(function ActivityRow({ entry }: { entry: ActivityEntry }) {
  const app = useApp()
  const t = useWords()
  const { person, time } = entry
  const name = wordPerson(entry, t)
  return (
    <View className="activity-row" role="listitem">
      <Avatar userId={person?.id ?? 0} name={name} picture={person?.avatar} />
      <View className="activity-text">
        <View className="activity-head">
          <View className="activity-name">{name}</View>
          <View className="activity-time">{wordAgo(app, time, t)}</View>
        </View>
        <View>{wordActivity(entry, t)}</View>
      </View>
    </View>
  )
})

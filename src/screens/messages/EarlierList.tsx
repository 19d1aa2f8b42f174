import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect } from 'react'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import { useDisposable } from '@/screens/app/useDisposable'
import { wordAgo } from '@/screens/app/wording'
import { EarlierMessages } from '@/stores/messages/EarlierMessages'
import { textOf } from './wordNotice'

/** The earlier messages of an entry, newest first (AH-56). */
export const EarlierList = observer(function EarlierList({ newest }: { newest: number }) {
  const app = useApp()
  const t = useWords<'message'>()
  const earlier = useDisposable(() => new EarlierMessages(app, newest))
  const { pages } = earlier
  useEffect(() => void earlier.load(), [earlier])
  const hasFailed = pages.phase === 'failed' || pages.footer === 'failed'
  const isLoading = pages.phase === 'loading' || pages.held.asked !== null
  return (
    <View className="earlier">
      <View className="earlier-title" role="heading" aria-level={2}>
        {t('messages.earlier')}
      </View>
      <View role="list" aria-label={t('messages.earlier')}>
        {earlier.rows.map((row) => (
          <View key={row.typed_id} className="earlier-line" role="listitem">
            <View className="earlier-text">{textOf(row, t)}</View>
            <View className="message-time">{wordAgo(app, row.modified_at, t)}</View>
          </View>
        ))}
      </View>
      {isLoading ? (
        <View className="earlier-note" role="status">
          {t('list.loading')}
        </View>
      ) : hasFailed ? (
        <TextButton label={t('list.loadFailed')} onPress={() => void pages.retry()} />
      ) : pages.held.isComplete ? null : (
        <TextButton label={t('messages.showMore')} onPress={() => void pages.loadMore()} />
      )}
    </View>
  )
})

import { observer } from 'mobx-react'
import { Empty } from '@/components/Empty'
import { useWords } from '@/components/context'
import { needLazyWords } from '@/i18n/lazy/load'
import type { ListStore } from '@/stores/lists/ListStore'
import { useApp } from '@/screens/AppContext'
import '@/theme/lazyIcons.scss'

needLazyWords()

/** A place that the server refuses for good, and why (LIST-05, ERR-03). */
export default observer(function RefusedPlace({ list }: { list: ListStore }) {
  const {
    sessionContext: { hotline },
    platform,
  } = useApp()
  const t = useWords()
  if (list.phase === 'closed')
    return <Empty icon="lock" title={t('empty.closed.title')} text={t('empty.closed.text')} />
  if (list.phase === 'expired') {
    return hotline === '' ? (
      <Empty icon="clock" title={t('empty.expired.title')} text={t('empty.expired.noHotline')} />
    ) : (
      <Empty
        icon="clock"
        title={t('empty.expired.title')}
        text={t('empty.expired.hotline')}
        action={t('empty.expired.call', { number: hotline })}
        onAction={() => platform.dial(hotline)}
      />
    )
  }
  return (
    <Empty
      icon="file"
      title={t('empty.removed.title')}
      text={t('empty.removed.text')}
      action={t('empty.removed.action')}
      onAction={() => void platform.navigate.relaunch({ page: 'files', space: 'frequent' })}
    />
  )
})

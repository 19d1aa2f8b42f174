import { observer } from 'mobx-react'
import { useEffect } from 'react'
import { Empty } from '@/components/frame/Empty'
import { useWords } from '@/components/ui/context'
import { needLazyWords } from '@/i18n/lazy/load'
import { typedIdOf } from '@/stores/items/lists/listLocation'
import type { ListStore } from '@/stores/items/lists/ListStore'
import { nameDepartment } from '@/stores/items/lists/nameDepartment'
import { AskAccess } from '@/screens/app/AskAccess'
import { useApp } from '@/screens/app/AppContext'
import { wordMessage } from '@/screens/app/wording'
import '@/theme/lazyIcons.scss'

needLazyWords()

/** A place that the server refuses permanently, and why (LIST-05, ERR-03). */
export default observer(function RefusedPlace({ list }: { list: ListStore }) {
  const {
    api,
    sessionContext: { hotline },
    platform,
  } = useApp()
  const t = useWords()
  const isForbidden = list.phase === 'forbidden'
  useEffect(() => {
    if (isForbidden) void nameDepartment(api, list)
  }, [isForbidden, api, list])
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
  const wanted = typedIdOf(list.at)
  const name = isForbidden ? wordMessage(list.header.title, t) : ''
  return (
    <Empty
      icon={name ? 'lock' : 'file'}
      title={name ? t('empty.forbidden.title', { name }) : t('empty.removed.title')}
      text={t(name ? 'empty.forbidden.text' : 'empty.removed.text')}
      action={t('empty.removed.action')}
      onAction={() => void platform.navigate.relaunch({ page: 'files', space: 'frequent' })}
    >
      {wanted ? <AskAccess wanted={{ item_typed_id: wanted }} /> : null}
    </Empty>
  )
})

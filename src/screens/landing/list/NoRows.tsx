import { observer } from 'mobx-react'
import { Empty } from '@/components/frame/Empty'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import { LoadFailed } from '@/screens/app/LoadFailed'
import '@/theme/lazyIcons.scss'
import { goBack } from '../page/navigate'
import type { NoRowsProps } from '../page/landingProps'

/** Why a folder of a link has no rows. */
export default observer(function NoRows({ store, list }: NoRowsProps) {
  const app = useApp()
  const t = useWords<'visit'>()
  const { folderId, pages } = list
  if (pages.phase === 'removed')
    return (
      <Empty
        icon="file"
        title={t('visit.removed.title')}
        text={t('visit.removed.text')}
        action={folderId === 0 ? undefined : t('visit.removed.action')}
        onAction={() => goBack(app, store)}
      />
    )
  if (pages.phase === 'failed') return <LoadFailed error={pages.error} onRetry={() => void pages.retry()} />
  return <Empty icon="file" title={t('visit.empty.title')} text={t('visit.empty.text')} />
})

import { observer } from 'mobx-react'
import { ScrollView, View } from '@tarojs/components'
import { useEffect } from 'react'
import { Empty } from '@/components/frame/Empty'
import { Header } from '@/components/frame/Header'
import { PageFoot } from '@/components/frame/PageFoot'
import { Skeleton } from '@/components/ui/Skeleton'
import { useWords } from '@/components/ui/context'
import { useModal } from '@/components/sheets/useModal'
import { MESSAGE_LOAD_MORE_DISTANCE } from '@/domain/limits'
import { useApp } from '@/screens/app/AppContext'
import { LoadFailed } from '@/screens/app/LoadFailed'
import { useDisposable } from '@/screens/app/useDisposable'
import { linkChangesOf } from '@/stores/shares/LinkChanges'
import { ReportList } from '@/stores/shares/ReportList'
import { ReportCard } from './ReportCard'
import './reports.scss'

/** Visitors' reports about links, for the administrators of the enterprise. */
export const ReportsPanel = observer(function ReportsPanel({ onClose }: { onClose(): void }) {
  const app = useApp()
  const t = useWords<'links'>()
  const list = useDisposable(() => new ReportList({ ...app, linkChanges: linkChangesOf(app) }))
  useEffect(() => void list.open(), [list])
  const ref = useModal(onClose)
  return (
    <View ref={ref} className="links-panel" role="dialog" aria-modal aria-label={t('links.reports.title')}>
      <Header title={t('links.reports.title')} onBack={onClose} />
      <View className="links-body">
        <Reports list={list} />
      </View>
    </View>
  )
})

const Reports = observer(function Reports({ list }: { list: ReportList }) {
  const t = useWords<'links'>()
  const { pages, rows } = list
  const { phase, error } = pages
  if (phase === 'loading') return <Skeleton />
  if (phase === 'failed') return <LoadFailed error={error} onRetry={() => void pages.retry()} />
  if (pages.isEmpty) return <Empty icon="info" title={t('links.reports.none')} text={t('links.reports.noneText')} />
  return (
    <ScrollView
      className="links-use"
      scrollY
      lowerThreshold={MESSAGE_LOAD_MORE_DISTANCE}
      onScrollToLower={() => list.nearEnd()}
    >
      <View role="list" aria-label={t('links.reports.title')}>
        {rows.map((report) => (
          <ReportCard key={report.id} report={report} list={list} />
        ))}
      </View>
      <PageFoot pages={pages} height={72} />
    </ScrollView>
  )
})

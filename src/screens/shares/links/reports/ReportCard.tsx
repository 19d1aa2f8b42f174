import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Button } from '@/components/ui/Button'
import { useWords } from '@/components/ui/context'
import { canClose } from '@/domain/shares/linkState'
import { useApp } from '@/screens/app/AppContext'
import { wordAgo } from '@/screens/app/wording'
import type { ReportList, ReportRow } from '@/stores/shares/ReportList'
import { LinkStateMark } from '../LinkState'

interface Props {
  report: ReportRow
  list: ReportList
}

/** One report: item, reason, reporter, time and text; and its actions. */
export const ReportCard = observer(function ReportCard({ report, list }: Props) {
  const app = useApp()
  const t = useWords<'links'>()
  const { at, contact, reason, share_link: link, text, user } = report
  const { navigate } = app.platform
  const isOwn = link.owner.id === app.session.user?.id
  return (
    <View className="links-card links-report" role="listitem">
      <View className="links-report-name">{link.item_name}</View>
      <View className="links-report-facts">
        <LinkStateMark state={link.state} />
        {[t('links.by', { name: link.owner.name }), link.serial_number].join(' · ')}
      </View>
      <View className="links-report-reason">{t(`links.reports.reason.${reason}`)}</View>
      {text ? <View className="links-report-text">{text}</View> : null}
      <View className="links-report-facts">
        {[user?.name ?? t('links.visitor'), wordAgo(app, at, t), contact ? t('links.reports.contact', { contact }) : '']
          .filter(Boolean)
          .join(' · ')}
      </View>
      <View className="links-buttons">
        <Button
          small
          tone="weak"
          label={t('links.reports.details')}
          onPress={() => void navigate.push({ page: 'shares', id: link.id })}
        />
        <Button
          small
          tone="weak"
          label={t('links.reports.open')}
          onPress={() => void navigate.push({ page: 'visit', uniqueName: link.unique_name })}
        />
        {canClose(link, isOwn) ? (
          <Button
            small
            label={t('link.close')}
            loading={list.closingId === link.id}
            onPress={() => void list.closeLink(link.id)}
          />
        ) : null}
      </View>
    </View>
  )
})

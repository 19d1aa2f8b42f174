import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/Button'
import { Empty } from '@/components/frame/Empty'
import { Field } from '@/components/fields/Field'
import { SegmentedChoice } from '@/components/fields/SegmentedChoice'
import { Skeleton } from '@/components/ui/Skeleton'
import { loadAccountWords } from '@/i18n/session/load'
import { LoadFailed } from '@/screens/app/LoadFailed'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { AuditStore } from '@/stores/audit/AuditStore'
import { AuditRow } from './AuditRow'
import { CardRow } from '../session/security/CardRow'
import { useApp } from '@/screens/app/AppContext'

const periods = { '1': 'audit.days1', '7': 'audit.days7', '30': 'audit.days30', all: 'audit.daysAll' } as const

/** The audit log of the enterprise, for its administrators: filtered by user, event type and time. */
export const AuditScreen = observer(function AuditScreen({
  audit,
  onChooseEvent,
}: {
  audit: AuditStore
  onChooseEvent(): void
}) {
  const t = usePackageWords(loadAccountWords)
  const { entries, fault, filter, phase } = audit
  const [user, setUser] = useState(filter.user)
  useEffect(() => void audit.choose({}), [audit])
  return (
    <View className="security">
      <View className="security-text">{t('audit.text')}</View>
      <Field
        label={t('audit.user')}
        value={user}
        confirmType="search"
        onChange={(text) => {
          setUser(text)
          if (text === '') void audit.choose({ user: '' })
        }}
        onConfirm={() => void audit.choose({ user })}
      />
      <View className="audit-period">
        <SegmentedChoice
          label={t('audit.period')}
          value={(filter.days === null ? 'all' : String(filter.days)) as keyof typeof periods}
          options={(['1', '7', '30', 'all'] as const).map((value) => ({ value, label: t(periods[value]) }))}
          onChoose={(value) => void audit.choose({ days: value === 'all' ? null : Number(value) })}
        />
      </View>
      <View className="security-card">
        <CardRow
          label={t('audit.deed')}
          value={t(filter.deed === null ? 'audit.allDeeds' : `audit.deeds.${filter.deed}`)}
          onOpen={onChooseEvent}
        />
      </View>
      {phase === 'loading' && entries.length === 0 ? <Skeleton rows={5} /> : null}
      {phase === 'ready' && entries.length === 0 ? <Empty icon="info" title={t('audit.none')} /> : null}
      {phase === 'failed' ? <LoadFailed error={fault} onRetry={() => void audit.choose({})} /> : null}
      {entries.length > 0 ? (
        <View className="security-card audit-list" role="list">
          {entries.map((entry) => (
            <AuditRow key={entry.id} entry={entry} />
          ))}
        </View>
      ) : null}
      {audit.hasMore ? (
        <View className="security-submit">
          <Button tone="weak" label={t('audit.more')} loading={phase === 'loading'} onPress={() => void audit.more()} />
        </View>
      ) : null}
    </View>
  )
})

/** The filter stays while the page is open. */
export function useAudit(): AuditStore {
  const { api, platform } = useApp()
  return useState(() => new AuditStore({ api, clock: platform.clock }))[0]
}

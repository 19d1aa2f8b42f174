import { View } from '@tarojs/components'
import type { AuditEntry } from '@/contract/audit'
import { dateParts } from '@/domain/format/time'
import { loadAccountWords } from '@/i18n/session/load'
import { wordMoment } from '@/i18n/moment'
import type { Words } from '@/i18n/words'
import { useApp } from '@/screens/app/AppContext'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { wordChange } from '../session/security/wordChange'

/** One audit event: action, item, user, time and address. */
export function AuditRow({ entry }: { entry: AuditEntry }) {
  const { clock } = useApp().platform
  const t = usePackageWords(loadAccountWords)
  const time = wordMoment(dateParts(entry.time, clock.now() / 1000, clock.zone()), t)
  const change = wordChange(entry.detail, t)
  return (
    <View className="security-row" role="listitem">
      <View className="security-row-label">
        <View>{[t(`audit.deeds.${entry.deed}`), entry.item?.name].filter(Boolean).join(' · ')}</View>
        {change ? <View className="audit-change">{change}</View> : null}
        <View className="security-row-text">{[userName(entry, t), entry.address].filter(Boolean).join(' · ')}</View>
        <View className="security-row-text">{time}</View>
      </View>
    </View>
  )
}

function userName({ user }: AuditEntry, t: Words<'account'>): string {
  return user ? `${user.name} (${user.login})` : t('audit.system')
}

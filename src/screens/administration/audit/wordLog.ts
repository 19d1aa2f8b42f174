import type { AuditEntry } from '@/contract/audit'
import { csvOf } from '@/domain/administration/csv'
import { wordField, wordFields, wordSubject, type LogWords } from './wordFields'

/** Events as a table for spreadsheets, in the administrator's language. @param zone minutes that the times are ahead of UTC */
export function wordLog(entries: readonly AuditEntry[], words: LogWords, zone: number): string {
  const { t, deeds } = words
  const headings = [
    `${t('admin.overview.audit.time')} (${wordZone(zone)})`,
    t('admin.overview.audit.who'),
    t('admin.people.columns.login'),
    t('admin.overview.audit.what'),
    t('admin.overview.audit.where'),
    t('admin.overview.audit.item'),
    t('admin.overview.audit.subject'),
    t('admin.overview.audit.detail'),
  ]
  const rows = entries.map(({ time, user, deed, address, item, subject, detail }) => [
    new Date((time + zone * 60) * 1000).toISOString().slice(0, 19).replace('T', ' '),
    user?.name ?? t('admin.overview.audit.system'),
    user?.login ?? '',
    deeds(`audit.deeds.${deed}`),
    address,
    item?.name ?? '',
    wordSubject(subject, detail),
    detailOf(detail),
  ])
  return csvOf([headings, ...rows])

  function detailOf(detail: AuditEntry['detail']): string {
    const { count, serial_number: serial = '' } = detail ?? {}
    const fields = wordFields(detail, words).map(wordField).join('; ')
    const number = count === undefined ? '' : t('admin.overview.audit.count', { n: count })
    return [fields, number, serial].filter(Boolean).join(' · ')
  }
}

/** Such as `UTC+08:00`. */
function wordZone(zone: number): string {
  const [hours, minutes] = [Math.floor(Math.abs(zone) / 60), Math.abs(zone) % 60]
  return `UTC${zone < 0 ? '-' : '+'}${[hours, minutes].map((part) => String(part).padStart(2, '0')).join(':')}`
}

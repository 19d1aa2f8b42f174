import type { Language } from '@/contract/entities'
import type { OpenLogEntry } from '@/contract/applications/log'
import { codeOf } from '@/domain/applications/logActions'
import { wordLogAction } from '@/i18n/errors/logActions'
import type { LogRow } from '../../queries/applications/log'
import { secondsOf } from '../../time/clock'

/** An entry of the audit log, in which all values are texts. */
export function presentLogEntry(row: LogRow, language: Language): OpenLogEntry {
  const code = codeOf(row.deed, row.is_folder)
  const { application, before, after } = row.detail ?? {}
  const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const facts = { application, before: before ?? undefined, after: after ?? undefined }
  return {
    created: String(secondsOf(row.at)),
    action_type: { id: String(code), name: wordLogAction(code, language) },
    operator: {
      id: row.user_id === null ? '' : String(row.user_id),
      user_name: row.user_name,
      login: row.user_login,
    },
    target: {
      id: row.item_id === null ? '' : String(row.item_id),
      target_file_name: row.item_name ?? '',
      size: row.size === null ? '' : String(row.size),
    },
    additional_info: Object.fromEntries(
      Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [[name, textOf(value)]])),
    ),
    platform: { service_name: application ?? '', ip_address: row.address },
  }
}

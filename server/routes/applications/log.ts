import type { OpenAdminCallName } from '@/contract/applications'
import type { Language } from '@/contract/entities'
import { actionCodes } from '@/domain/applications/logActions'
import { wordLogAction } from '@/i18n/errors/logActions'
import type { Dependencies } from '../../dependencies'
import type { OpenHandlers } from '../../http/openContract'
import { presentLogEntry } from '../../presenters/applications/log'
import { readLog, readLogFrom } from '../../services/applications/log'

type Ports = Pick<Dependencies, 'db' | 'clock'>
type Name = Extract<OpenAdminCallName, `${string}/admin/log/${string}`>

/** entries of a page without a size */
const SIZE = 25

/** The audit log for programs with an enterprise's token (OAPI-06). */
export function logHandlers(ports: Ports): Pick<OpenHandlers, Name> {
  const worded = (rows: readonly Parameters<typeof presentLogEntry>[0][], language: Language) =>
    rows.map((row) => presentLogEntry(row, language))
  return {
    'POST /v2/admin/log/action_type_info': async (
      _holder,
      { action_types: asked = [], is_all: isAll = asked.length === 0 },
      { context: { language } },
    ) => {
      const codes = isAll ? actionCodes : actionCodes.filter((code) => asked.includes(code))
      return { action_types: Object.fromEntries(codes.map((code) => [code, wordLogAction(code, language)])) }
    },
    'POST /v2/admin/log/log_info': async ({ actor }, input, { context: { language } }) => {
      const { page_number: page = 1, page_size: size = SIZE, ...asked } = input
      const { rows, total } = await readLog(ports, actor, asked, { page, size })
      return { user_activities: worded(rows, language), total_count: total }
    },
    'POST /v2/admin/log/log_list': async ({ actor }, input, { context: { language } }) => {
      const { page_id: page = 1, page_capacity: size = SIZE, ...asked } = input
      const { rows, total } = await readLog(ports, actor, asked, { page, size })
      return { user_activities: worded(rows, language), total_count: total }
    },
    'POST /v2/admin/log/log_list_by_pagination': async ({ actor }, input, { context: { language } }) => {
      const { date, pagination: mark = '', page_capacity: size = SIZE, ...asked } = input
      const days = { ...asked, start_date: date, end_date: date }
      const { rows, next } = await readLogFrom(ports, actor, days, { mark, size })
      return { user_activities: worded(rows, language), pagination: next }
    },
  }
}

import type { shareReportCalls } from '@/contract/shares/reports'
import type { Dependencies } from '../../dependencies'
import { requireUser, type Handlers } from '../../http/handler'
import { requireVisiting } from '../../http/viewers'
import { presentReport } from '../../presenters/shares/report'
import { markKeptInMiniProgram } from '../../services/landing/saves'
import { reportLink, reportsOf } from '../../services/shares/reports'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'sign' | 'config' | 'contentCheck'>

/** Reports of links by visitors, the list of reports, and the record that a user kept saved items in the mini-program. */
export function shareReportRoutes(ports: Ports): Handlers<typeof shareReportCalls> {
  return {
    'POST /apps/share_links/report': requireVisiting(ports, async (visitor, { reason, text, contact = '' }) => {
      await reportLink(ports, visitor, { reason, text, contact })
      return {}
    }),

    'GET /apps/share_links/reports': requireUser(async ({ actor }, { offset = 0 }) => {
      const { reports, total } = await reportsOf(ports, actor, offset)
      return { reports: reports.map(presentReport), total_count: total }
    }),

    'POST /v1/wechat_applet/create_file_user': requireUser(async ({ actor }, { unique_name: linkName }) => {
      await markKeptInMiniProgram(ports, actor, linkName)
      return {}
    }),
  }
}

import type { auditCalls } from '@/contract/audit'
import type { Dependencies } from '../dependencies'
import { requireUser, type Handlers } from '../http/handler'
import { presentAudit } from '../presenters/audit'
import { readAudit } from '../services/audit'

export function auditRoutes(ports: Pick<Dependencies, 'db' | 'clock'>): Handlers<typeof auditCalls> {
  return {
    'GET /apps/audit/list': requireUser(async ({ actor }, { since, until, ...question }) => {
      const { rows, names, next } = await readAudit(ports, actor, {
        ...question,
        ...(since !== undefined && { since: new Date(since * 1000) }),
        ...(until !== undefined && { until: new Date(until * 1000) }),
      })
      return { entries: rows.map((row) => presentAudit(row, { ...names, enterpriseId: actor.enterprise.id })), next }
    }),
  }
}

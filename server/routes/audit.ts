import type { auditCalls } from '@/contract/audit'
import type { Dependencies } from '../dependencies'
import { requireUser, type Handlers } from '../http/handler'
import { presentAudit } from '../presenters/audit'
import { exportAudit, readAudit } from '../services/audit'

export function auditRoutes(ports: Pick<Dependencies, 'db' | 'clock'>): Handlers<typeof auditCalls> {
  return {
    'GET /apps/audit/list': requireUser(async ({ actor }, question) => {
      const { rows, names, next } = await readAudit(ports, actor, asked(question))
      return { entries: rows.map((row) => presentAudit(row, { ...names, enterpriseId: actor.enterprise.id })), next }
    }),

    'GET /apps/audit/export': requireUser(async ({ actor }, question) => {
      const { rows, names, isCut, at } = await exportAudit(ports, actor, asked(question))
      const entries = rows.map((row) => presentAudit(row, { ...names, enterpriseId: actor.enterprise.id }))
      const name = `audit-${at.toISOString().slice(0, 10)}.csv`
      return { name, entries, is_cut: isCut }
    }),
  }
}

/** Times on the wire are seconds. */
function asked<T extends { since?: number; until?: number; user_id?: number }>(question: T) {
  const { since, until, user_id: userId, ...rest } = question
  return {
    ...rest,
    ...(userId !== undefined && { userId }),
    ...(since !== undefined && { since: new Date(since * 1000) }),
    ...(until !== undefined && { until: new Date(until * 1000) }),
  }
}

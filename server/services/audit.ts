import type { AuditDetail, Deed } from '@/contract/audit'
import type { UserActor, VisitorActor } from '../actors/actor'
import type { Db } from '../database/connect'
import type { Dependencies } from '../dependencies'
import { permissionDenied } from '../errors'
import { mayReadAudit } from '../policies/audit'
import { auditRows, insertDeed, type AuditFilter, type AuditRow } from '../queries/audit'

/**
 * Writes what a user did into the audit log, in the transaction of the deed; a row for each item, where some are named.
 * Nothing secret goes into it: no password, code, token or text that somebody typed in place of a login.
 */
export async function recordDeed(
  db: Db,
  at: Date,
  { user, address = '' }: Pick<UserActor, 'address'> & { user: { id: number } },
  deed: Deed,
  { itemIds, detail }: { itemIds?: readonly number[]; detail?: AuditDetail } = {},
): Promise<void> {
  await insertDeed(db, { deed, at, userId: user.id, address, itemIds, detail })
}

/** As recordDeed, of a visitor of a share link. */
export async function recordVisit(
  db: Db,
  at: Date,
  { user, address = '' }: Pick<VisitorActor, 'user' | 'address'>,
  deed: Deed,
  { itemIds, detail }: { itemIds: readonly number[]; detail: AuditDetail },
): Promise<void> {
  await insertDeed(db, { deed, at, userId: user?.id ?? null, address, itemIds, detail })
}

/** entries of a page where none is named */
const PAGE_SIZE = 50

export type AuditQuestion = Omit<AuditFilter, 'enterpriseId' | 'limit'> & { limit?: number }

/**
 * A page of what users of the administrator's enterprise did and what was done to its items, the newest first. Reading it is a deed, too.
 * @returns the rows, and the `before` of the next page; null after the last
 * @throws Refused permission_denied
 */
export async function readAudit(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  actor: UserActor,
  { limit = PAGE_SIZE, ...question }: AuditQuestion,
): Promise<{ rows: AuditRow[]; next: number | null }> {
  if (!mayReadAudit(actor)) throw permissionDenied()
  const found = await auditRows(db, { ...question, enterpriseId: actor.enterprise.id, limit: limit + 1 })
  if (question.before === undefined) await recordDeed(db, clock(), actor, 'audit_read')
  const rows = found.slice(0, limit)
  return { rows, next: found.length > limit ? rows.at(-1)!.id : null }
}

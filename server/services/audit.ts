import type { AuditDetail, AuditEvent } from '@/contract/audit'
import {
  principalOf,
  type ApplicationActor,
  type ReadingActor,
  type UserActor,
  type VisitorActor,
} from '../actors/actor'
import type { Db } from '../database/connect'
import { inTransaction } from '../database/transaction'
import type { Dependencies } from '../dependencies'
import { permissionDenied } from '../errors'
import { mayExportAudit, mayReadAudit } from '../policies/audit'
import {
  auditNames,
  auditRows,
  insertAuditEvent,
  lockRecords,
  unrecordedItems,
  type AuditFilter,
  type AuditNames,
  type AuditRow,
} from '../queries/audit'

/**
 * Writes a user's action into the audit log: one row, or one row per item if items are given. Call in the transaction of the action, if any.
 * Never pass secrets: no password, code, token, or text that somebody typed as a login.
 */
export async function recordAuditEvent(
  db: Db,
  at: Date,
  { user, address = '', program }: Pick<UserActor, 'address' | 'program'> & { user: { id: number } },
  deed: AuditEvent,
  { itemIds, detail: given }: { itemIds?: readonly number[]; detail?: AuditDetail } = {},
): Promise<void> {
  const detail = program ? { ...given, application: program.name } : given
  await insertAuditEvent(db, { deed, at, userId: user.id, address, itemIds, detail })
}

/** ms within which the same act of a user on an item is one entry */
const SAME_ACT = 3_600_000

/**
 * As recordAuditEvent, for an act that a client may repeat without end, such as a download: at most one row per hour, item and person, also of
 * concurrent calls. An application that acts for the user has rows of its own.
 */
export async function recordRepeatable(
  db: Db,
  at: Date,
  { user, address = '' }: Pick<UserActor, 'address'> & { user: { id: number } },
  deed: AuditEvent,
  { itemIds, detail }: { itemIds: readonly number[]; detail?: AuditDetail },
): Promise<void> {
  const known = { deed, userId: user.id, itemIds, detail, since: new Date(at.getTime() - SAME_ACT) }
  if ((await unrecordedItems(db, known)).length === 0) return
  await inTransaction(db, async (transaction) => {
    await lockRecords(transaction, user.id)
    const rest = await unrecordedItems(transaction, known)
    if (rest.length > 0)
      await insertAuditEvent(transaction, { deed, at, userId: user.id, address, itemIds: rest, detail })
  })
}

/** The user of an entry, and the name of the application that acts for the user. */
export function recordedActorOf(actor: ReadingActor) {
  return {
    by: { ...principalOf(actor), address: actor.address },
    detail: actor.kind === 'application' ? { application: actor.client.name } : undefined,
  }
}

/**
 * Records a new item, by an upload or by creating a folder or a document, or a new version of a file. Versions of one file are at most one row per
 * hour and person, because a program may save a file without end.
 */
export async function recordContents(
  db: Db,
  at: Date,
  actor: UserActor | ApplicationActor,
  deed: 'item_uploaded' | 'item_created' | 'version_uploaded',
  itemId: number,
): Promise<void> {
  const { by, detail } = recordedActorOf(actor)
  const record = deed === 'version_uploaded' ? recordRepeatable : recordAuditEvent
  await record(db, at, by, deed, { itemIds: [itemId], detail })
}

/** As recordAuditEvent, for a visitor of a share link. */
export async function recordVisit(
  db: Db,
  at: Date,
  { user, address = '' }: Pick<VisitorActor, 'user' | 'address'>,
  deed: AuditEvent,
  { itemIds, detail }: { itemIds: readonly number[]; detail: AuditDetail },
): Promise<void> {
  await insertAuditEvent(db, { deed, at, userId: user?.id ?? null, address, itemIds, detail })
}

/** entries per page by default */
const PAGE_SIZE = 50

export type AuditQuestion = Omit<AuditFilter, 'enterpriseId' | 'limit'> & { limit?: number }

/**
 * A page of the audit log, newest first: actions by users of the administrator's enterprise, and actions on the enterprise's items. Reading the
 * first page is itself recorded.
 * @returns the rows, the names for the ids in their details, and the `before` of the next page; null after the last page
 * @throws Refused permission_denied
 */
export async function readAudit(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  actor: UserActor,
  { limit = PAGE_SIZE, ...question }: AuditQuestion,
): Promise<{ rows: AuditRow[]; names: AuditNames; next: number | null }> {
  if (!mayReadAudit(actor)) throw permissionDenied()
  const found = await auditRows(db, { ...question, enterpriseId: actor.enterprise.id, limit: limit + 1 })
  if (question.before === undefined) await recordAuditEvent(db, clock(), actor, 'audit_read')
  const rows = found.slice(0, limit)
  const names = await auditNames(db, idsIn(rows))
  return { rows, names, next: found.length > limit ? rows.at(-1)!.id : null }
}

/** most entries of an export */
const MAX_EXPORTED = 50_000

/**
 * The newest entries that match, with the names for their details. The export is recorded.
 * @throws Refused permission_denied
 */
export async function exportAudit(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  actor: UserActor,
  question: Omit<AuditQuestion, 'before' | 'limit'>,
): Promise<{ rows: AuditRow[]; names: AuditNames; isCut: boolean; at: Date }> {
  if (!mayExportAudit(actor)) throw permissionDenied()
  const at = clock()
  const found = await auditRows(db, { ...question, enterpriseId: actor.enterprise.id, limit: MAX_EXPORTED + 1 })
  const rows = found.slice(0, MAX_EXPORTED)
  await recordAuditEvent(db, at, actor, 'audit_exported', { detail: { count: rows.length } })
  return { rows, names: await auditNames(db, idsIn(rows)), isCut: found.length > MAX_EXPORTED, at }
}

/** The ids in the details of rows. */
function idsIn(rows: readonly AuditRow[]) {
  const details = rows.flatMap(({ detail }) => detail ?? [])
  const places = details.flatMap(({ before, after }) => [before, after])
  return {
    userIds: details.flatMap(({ user_id: id }) => id ?? []),
    groupIds: details.flatMap(({ group_id: id }) => id ?? []),
    itemIds: [
      ...rows.flatMap(({ item_id: id }) => id ?? []),
      ...places.flatMap((place) => (typeof place?.folder_id === 'number' ? place.folder_id : [])),
    ],
  }
}

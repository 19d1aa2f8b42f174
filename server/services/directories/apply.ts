import type { AuditEvent } from '@/contract/audit'
import type { Db } from '../../database/connect'
import { Refused } from '../../errors'
import { lockPeople } from '../../queries/administration/accounts'
import { insertPeople } from '../../queries/administration/importedPeople'
import {
  changeLogins,
  insertSyncEvents,
  linkPeople,
  markGone,
  releaseDepartments,
  replaceOwnedDepartments,
  updateAccounts,
} from '../../queries/directories/changes'
import { endAccounts, reopenAccounts } from '../administration/leaving'
import { applyDepartments } from './applyDepartments'
import type { PlannedPerson } from './people'
import type { DirectoryPlan } from './plan'
import type { Present } from './present'
import type { Sync, SyncEvent } from './sync'

/** people per statement: few enough for other statements to come between */
const BATCH = 500

/**
 * Does what a plan says, within one transaction. The caller holds the lock of the departments.
 * @throws Refused login_taken, permission_denied if people changed since the plan was made
 */
export async function applyPlan(sync: Sync, plan: DirectoryPlan, present: Present): Promise<void> {
  const { db, directory, at } = sync
  await record(sync, await applyDepartments(sync, plan.departments, present.nodes))
  const changesLogin = plan.people.planned.filter(({ id, fields }) => id !== null && has(fields, 'login'))
  await requireNoAdministrators(db, [
    ...plan.people.planned.flatMap(({ id }) => id ?? []),
    ...plan.people.deactivated,
    ...plan.people.restored,
  ])
  const renamed = changesLogin.map(({ id, login }) => ({ id: id!, login }))
  if (!(await changeLogins(db, renamed))) throw new Refused('login_taken')
  for (let from = 0; from < plan.people.planned.length; from += BATCH)
    await writeBatch(sync, plan.people.planned.slice(from, from + BATCH))
  // Their members have left them by now.
  await releaseDepartments(
    db,
    plan.departments.released.map(({ id }) => id),
  )
  await endAccounts({ db, at }, plan.people.deactivated, sync.links)
  await markGone(db, plan.people.deactivated, true)
  await reopenAccounts({ db }, plan.people.restored)
  await markGone(db, plan.people.restored, false)
  const stateEvent = (deed: AuditEvent, isActive: boolean) => (id: number) => ({
    deed,
    detail: {
      user_id: id,
      before: { is_active: !isActive },
      after: { is_active: isActive, directory: directory.kind },
    },
  })
  await record(sync, [
    ...plan.people.deactivated.map(stateEvent('person_deactivated', false)),
    ...plan.people.restored.map(stateEvent('person_restored', true)),
  ])
}

/** Locks people whom the plan changes. Somebody may have become an administrator since the plan was made. @throws Refused permission_denied */
async function requireNoAdministrators(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const people = await lockPeople(db, ids)
  if (people.some(({ administrator_role: role }) => role !== null)) throw new Refused('permission_denied')
}

async function writeBatch(sync: Sync, batch: readonly PlannedPerson[]): Promise<void> {
  const { db, directory } = sync
  const fresh = batch.filter(({ id }) => id === null)
  const created =
    fresh.length === 0
      ? []
      : await insertPeople(
          db,
          directory.enterprise_id,
          fresh.map(({ login, name, email }) => ({ login, name, email, quota: null })),
        )
  if (created === null) throw new Refused('login_taken')
  const ids = new Map(fresh.map((each, at) => [each, created[at]!]))
  for (const each of batch) if (each.id !== null) ids.set(each, each.id)
  const idOf = (person: PlannedPerson) => ids.get(person)!
  await linkPeople(
    db,
    directory.id,
    batch.filter(({ isLinked }) => !isLinked).map((each) => ({ userId: idOf(each), externalId: each.externalId })),
  )
  await updateAccounts(
    db,
    batch
      .filter(({ id, fields }) => id !== null && (has(fields, 'name') || has(fields, 'email')))
      .map((each) => ({ id: idOf(each), name: each.name, email: each.email })),
  )
  const movers = batch.filter(({ departments }) => departments !== null)
  await replaceOwnedDepartments(
    db,
    directory.id,
    movers.map(idOf),
    movers.flatMap((each) => each.departments!.map(({ id }) => ({ userId: idOf(each), departmentId: id! }))),
  )
  await record(
    sync,
    batch.map((each) => eventOf(sync, each, idOf(each))),
  )
}

function eventOf(
  { directory: { kind } }: Sync,
  { id, isLinked, login, name, email, fields }: PlannedPerson,
  userId: number,
) {
  if (id === null) {
    const after = { login, name, email, directory: kind }
    return { deed: 'person_created', detail: { user_id: userId, before: null, after } } as const
  }
  const pick = (side: 'before' | 'after') => Object.fromEntries(fields.map((each) => [each.field, each[side]]))
  const before = { ...pick('before'), ...(!isLinked && { directory: '' }) }
  return {
    deed: 'person_changed',
    detail: { user_id: userId, before, after: { ...pick('after'), directory: kind } },
  } as const
}

const has = (fields: PlannedPerson['fields'], field: string) => fields.some((each) => each.field === field)

async function record({ db, at, directory, userId }: Sync, events: readonly SyncEvent[]): Promise<void> {
  for (let from = 0; from < events.length; from += BATCH)
    await insertSyncEvents(db, { at, enterpriseId: directory.enterprise_id, userId }, events.slice(from, from + BATCH))
}

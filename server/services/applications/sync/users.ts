import type { SyncedUser } from '@/contract/applications/platform'
import { checkEmail } from '@/domain/session/logins'
import { inTransaction } from '../../../database/transaction'
import { invalidRequest, Refused } from '../../../errors'
import { forgetCustomId, idsOfCustom, putCustomId } from '../../../queries/applications/customIds'
import { peopleNamed } from '../../../queries/applications/people'
import { countPeople } from '../../../queries/contacts'
import { lockPeople } from '../../../queries/administration/accounts'
import { requireRight } from '../../administration/acts'
import { deactivatePeople, restorePeople } from '../../administration/leaving'
import { editPerson } from '../../administration/people'
import { addUser, hashOfPassword, removeUser } from '../administration/people'
import { requireCustom, syncRows, type Synced, type Syncing } from './rows'

const KEEP = 1
const DELETE = 2

/** What holds for all rows. */
interface Defaults {
  default_department_id?: string
  default_group_id?: string
  /** Of new users. */
  custom_password?: string
}

/** @throws Refused permission_denied */
export async function syncUsers(syncing: Syncing, rows: readonly SyncedUser[], defaults: Defaults): Promise<Synced> {
  const { ports, actor } = syncing
  requireRight(actor, 'createPerson')
  const { custom_password: password } = defaults
  const hash = password ? await hashOfPassword(actor, '', password) : null
  const everybody = { enterpriseId: actor.enterprise.id, key: '', departments: 'any', isActiveOnly: true } as const
  const present = await countPeople(ports.db, everybody)
  return syncRows(ports, rows, {
    deletes: ({ status }) => status === DELETE,
    present,
    run: (row) =>
      inTransaction(ports.db, (db) => syncUser({ ...syncing, ports: { ...ports, db } }, row, { ...defaults, hash }), {
        actor,
      }),
  })
}

/** @param defaults the hash is that of the password of new users */
async function syncUser(
  syncing: Syncing,
  row: SyncedUser,
  defaults: Defaults & { hash: string | null },
): Promise<void> {
  const { ports, actor, platform } = syncing
  const known = (await idsOfCustom(ports.db, platform, 'user', [row.id])).get(row.id)
  if (row.status === DELETE) {
    if (known === undefined) throw new Refused('person_not_found')
    const heir = row.receive_user_id ? (await requireCustom(syncing, 'user', [row.receive_user_id]))[0] : undefined
    await removeUser(ports, actor, known, heir)
    return forgetCustomId(ports.db, platform.platformId, 'user', known)
  }
  if (row.status !== KEEP) throw invalidRequest('status')
  const id = known ?? (await findOrAdd(syncing, row, defaults.hash))
  if (known === undefined) await putCustomId(ports.db, platform, 'user', id, row.id)
  await setActive(syncing, id, row.disable_login)
  const places = await placesOf(syncing, row, known === undefined ? defaults : {})
  await editPerson(ports, actor, {
    user_id: id,
    ...(row.full_name !== undefined && { name: row.full_name }),
    ...(row.email && { email: row.email }),
    ...(row.phone && { phone: row.phone }),
    ...(row.space_total !== undefined && { quota_bytes: row.space_total }),
    ...places,
  })
}

/** Somebody who is there already is known by the e-mail address or, without one, the phone. */
async function findOrAdd({ ports, actor }: Syncing, row: SyncedUser, hash: string | null): Promise<number> {
  const identifier = (row.email && checkEmail(row.email)) || row.phone
  const found = identifier ? await peopleNamed(ports.db, actor.enterprise.id, identifier, row.phone ?? '') : []
  if (found.length > 1) throw new Refused('login_taken')
  if (found[0] !== undefined) return found[0]
  const { full_name: name, email, phone } = row
  if (name === undefined) throw invalidRequest('full_name')
  return addUser(ports, actor, { full_name: name, email, phone }, hash)
}

async function setActive({ ports, actor }: Syncing, id: number, isDisabled = false): Promise<void> {
  const [person] = await lockPeople(ports.db, [id])
  if (isDisabled && person?.is_active) await deactivatePeople(ports, actor, [id])
  if (!isDisabled && !person?.is_active) await restorePeople(ports, actor, [id])
}

/** @param defaults of new users */
async function placesOf(syncing: Syncing, row: SyncedUser, defaults: Defaults) {
  const { default_department_id: department, default_group_id: group } = defaults
  const wanted = row.department_ids ?? (department ? [department] : undefined)
  const departments = row.out_all_department ? [] : wanted && (await requireCustom(syncing, 'department', wanted))
  const groups = row.group_ids ?? (group ? [group] : undefined)
  return {
    ...(departments && { departments: departments.map((id) => ({ department_id: id })) }),
    ...(groups && { group_ids: await requireCustom(syncing, 'group', groups) }),
  }
}

import type { UserActor } from '../../actors/actor'
import { calendar } from '../../time/calendar'
import { Refused } from '../../errors'
import { changeAccounts, endAllSessions, type Subject } from '../../queries/administration/accounts'
import { belongingsOf, erasedPeople, erasePerson } from '../../queries/administration/belongings'
import { rememberDeactivated } from '../../queries/session/deactivated'
import { act, requireOwnerLeft, requirePeople, type Act, type Ports } from './acts'
import { requireNotGone } from './owned'
import { settleOwnership } from './ownership'

/**
 * Ends sessions, application tokens, live streams and signed addresses of people, and keeps everything they own. All or nobody.
 * @param links whether links of these people still open; undefined: as the organisation's policy says
 * @returns the number of people who were active
 * @throws Refused as requirePeople, last_owner
 */
export function deactivatePeople(
  ports: Ports,
  actor: UserActor,
  userIds: readonly number[],
  links: 'keep' | 'close' = actor.enterprise.links_of_leavers,
): Promise<number> {
  const run = async (given: Act) => {
    const people = await requirePeople(given, 'deactivatePerson', userIds)
    const active = people.filter((person) => person.is_active)
    await requireOwnerLeft(given, active)
    const ids = active.map(({ id }) => id)
    await endAccounts(given, ids, links)
    await settleOwnership(given.db, actor.enterprise.id)
    await recordEach(given, 'person_deactivated', active, { is_active: true }, { is_active: false, links })
    return active.length
  }
  return act(ports, actor, run, { changesOwners: true })
}

/** Deactivates accounts, and ends what they have open. The caller has checked the right and writes the entries of the audit log. */
export async function endAccounts(
  { db, at }: Pick<Act, 'db' | 'at'>,
  ids: readonly number[],
  links: 'keep' | 'close',
): Promise<void> {
  // A triggered notification ends live streams; signed addresses and tokens are checked on use.
  await changeAccounts(db, ids, { is_active: false, deactivated_at: at, keeps_links: links === 'keep' })
  await rememberDeactivated(db, ids, at)
  await endAllSessions(db, ids)
}

/** Activates accounts. The caller has checked the right and writes the entries of the audit log. */
export async function reopenAccounts({ db }: Pick<Act, 'db'>, ids: readonly number[]): Promise<void> {
  await changeAccounts(db, ids, { is_active: true, deactivated_at: null, removed_at: null, keeps_links: false })
}

/**
 * Activates deactivated and deleted people again.
 * @returns the number of people who were inactive
 * @throws Refused as requirePeople, directory_owned, person_not_found for people who were erased
 */
export function restorePeople(ports: Ports, actor: UserActor, userIds: readonly number[]): Promise<number> {
  return act(ports, actor, async (given) => {
    const people = await requirePeople(given, 'restorePerson', userIds)
    if (people.some((person) => isErased(person, actor, given.at))) throw new Refused('person_not_found')
    await requireNotGone(given.db, userIds)
    const inactive = people.filter((person) => !person.is_active)
    await reopenAccounts(
      given,
      inactive.map(({ id }) => id),
    )
    await recordEach(given, 'person_restored', inactive, { is_active: false }, { is_active: true })
    return inactive.length
  })
}

/**
 * Deletes deactivated people who own nothing. They can be restored until the trash period ends.
 * @returns the number of people who were not deleted before
 * @throws Refused as requirePeople, person_active, person_has_files
 */
export function deletePeople(ports: Ports, actor: UserActor, userIds: readonly number[]): Promise<number> {
  return act(ports, actor, async (given) => {
    const people = await requirePeople(given, 'deletePerson', userIds)
    if (people.some((person) => person.is_active)) throw new Refused('person_active')
    const present = people.filter((person) => person.removed_at === null)
    for (const { id } of present)
      if (ownsAnything(await belongingsOf(given.db, id))) throw new Refused('person_has_files', { field: 'user_id' })
    await changeAccounts(
      given.db,
      present.map(({ id }) => id),
      { removed_at: given.at },
    )
    await recordEach(given, 'person_deleted', present, { login: '' }, null)
    return present.length
  })
}

function ownsAnything({ items, links, collecting_links }: Awaited<ReturnType<typeof belongingsOf>>): boolean {
  return items > 0 || links > 0 || collecting_links > 0
}

/** The beginning of the time in which deleted people can be restored. */
export function restorableSince({ enterprise }: Pick<UserActor, 'enterprise'>, now: Date): Date {
  return calendar(now).subtract(enterprise.trash_period_days, 'days').toDate()
}

function isErased({ removed_at: deletedAt }: Subject, actor: UserActor, now: Date): boolean {
  return deletedAt !== null && deletedAt <= restorableSince(actor, now)
}

async function recordEach(
  { record }: Act,
  deed: 'person_deactivated' | 'person_restored' | 'person_deleted',
  people: readonly Subject[],
  before: Record<string, unknown>,
  after: Record<string, unknown> | null,
): Promise<void> {
  for (const { id, login, name } of people)
    await record(deed, { user_id: id, before: 'login' in before ? { login, name } : before, after })
}

/** Erases the accounts of people who were deleted longer ago than the trash period. Their names stay beside what they made. */
export async function eraseDeletedPeople({ db, clock }: Ports): Promise<void> {
  for (const id of await erasedPeople(db, clock())) await erasePerson(db, id)
}

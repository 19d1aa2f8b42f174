import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/connect'
import type { Dependencies } from '../dependencies'
import { changeAccounts } from '../queries/administration/accounts'
import { changeEnterprise } from '../queries/administration/policies'
import { replaceLogo } from '../queries/enterprise/logos'
import { findUser } from '../queries/session/sessions'
import { createGroup } from '../services/administration/groups'
import { createOrganisation } from '../services/administration/organisations'
import { createPerson, editPerson } from '../services/administration/people'
import { setPolicies } from '../services/administration/policies'
import { demoAccounts, demoTotpSecret } from './accounts'
import { loginOf, organisations, type DepartmentSeed, type OrganisationSeed } from './organisations'
import { readSample } from './sampleBlobs'
import type { Login } from './seeds'

/** The root of a person or of a department. */
export interface Root {
  id: number
  ownerId: number
  enterpriseId: number
}

export interface People {
  users: Map<Login, number>
  groups: Map<string, number>
  departments: Map<string, number>
  /** By login or by the name of a department. */
  roots: Map<string, Root>
}

type Ports = Pick<Dependencies, 'db' | 'clock'>

const accountLogins = new Set(demoAccounts.map((account) => account.login))

/**
 * Makes the organisations as their owners would, by the services of administration.
 * @param passwordHash of the accounts; other colleagues have only a one-time link, which nobody knows
 */
export async function makePeople(ports: Ports, passwordHash: string): Promise<People> {
  const people: People = { users: new Map(), groups: new Map(), departments: new Map(), roots: new Map() }
  for (const seed of organisations) await makeOrganisation(ports, seed, people, passwordHash)
  return people
}

async function makeOrganisation(ports: Ports, seed: OrganisationSeed, people: People, passwordHash: string) {
  const { db, clock } = ports
  const { enterprise, owner } = await createOrganisation(
    db,
    {
      name: seed.name,
      kind: seed.kind,
      language: 'zh-CN',
      administrator: {
        name: seed.people[seed.administrator]!,
        login: loginOf(seed, seed.administrator),
        passwordHash: null,
      },
      departments: outlineOf(seed.departments),
    },
    clock(),
  )
  await setActor(db, owner.id)
  people.users.set(owner.login, owner.id)
  const departments = await departmentsOf(db, enterprise.id)
  const actor = (await findUser(db, owner.id))!
  for (const [person, name] of Object.entries(seed.people)) {
    const memberships = membershipsOf(seed.departments, person).map(({ department, isManager }) => ({
      department_id: departments.get(department)!,
      is_manager: isManager,
    }))
    if (person === seed.administrator) {
      if (memberships.length > 0) await editPerson(ports, actor, { user_id: owner.id, departments: memberships })
    } else {
      const login = loginOf(seed, person)
      const { userId: id } = await createPerson(ports, actor, { login, name, departments: memberships })
      people.users.set(login, id)
    }
  }
  for (const [name, members] of Object.entries(seed.groups ?? {})) {
    const ids = members.map((member) => userId(people, loginOf(seed, member)))
    people.groups.set(name, await createGroup(ports, actor, name, ids))
  }
  await setAuthenticators(ports, seed, people)
  // Read again, because an owner without a second step may not require one of others.
  await setPolicies(ports, (await findUser(db, owner.id))!, seed.policies)
  await setFacts(ports, seed, people, { passwordHash, enterpriseId: enterprise.id, ownerId: owner.id, departments })
  await setActor(db, null)
  for (const [name, id] of departments) people.departments.set(name, id)
  for (const { name, ...root } of await rootsOf(db, enterprise.id)) people.roots.set(name, root)
}

/** Names the user whom the database's triggers write into the audit log. A call sets the same when it begins its transaction. */
async function setActor(db: Db, id: number | null) {
  await sql`select set_config('satchel.user', ${id === null ? '' : String(id)}, true)`.execute(db)
}

/** Departments as the lines of the set-up page. */
function outlineOf(departments: readonly DepartmentSeed[], indent = ''): string {
  return departments.map(({ name, below = [] }) => `${indent}${name}\n${outlineOf(below, `${indent}  `)}`).join('')
}

function membershipsOf(
  departments: readonly DepartmentSeed[],
  person: string,
): { department: string; isManager: boolean }[] {
  return departments.flatMap(({ name, manager, members = [], below = [] }) => [
    ...(manager === person || members.includes(person) ? [{ department: name, isManager: manager === person }] : []),
    ...membershipsOf(below, person),
  ])
}

async function departmentsOf(db: Db, enterpriseId: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('departments')
    .select(['id', 'name'])
    .where('enterprise_id', '=', enterpriseId)
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}

/** People set up an authenticator themselves, by a code that only it knows. */
async function setAuthenticators({ db, clock }: Ports, seed: OrganisationSeed, people: People) {
  const ids = (seed.secondSteps ?? []).map((person) => userId(people, loginOf(seed, person)))
  if (ids.length === 0) return
  await db
    .updateTable('users')
    .set({ totp_secret: demoTotpSecret, totp_enrolled_at: clock() })
    .where('id', 'in', ids)
    .execute()
}

interface Made {
  passwordHash: string
  enterpriseId: number
  ownerId: number
  departments: ReadonlyMap<string, number>
}

/** Sets what no administrator can: the published password, the logo's bytes as they are, roles in departments, and the kind and end of the account. */
async function setFacts({ db, clock }: Ports, seed: OrganisationSeed, people: People, made: Made) {
  const { passwordHash, enterpriseId, ownerId, departments } = made
  const logins = Object.keys(seed.people).map((person) => loginOf(seed, person))
  await db
    .updateTable('users')
    .set({ password_hash: passwordHash, is_demo: true })
    .where(
      'login',
      'in',
      logins.filter((login) => accountLogins.has(login)),
    )
    .execute()
  for (const { name, members = [], role } of flat(seed.departments)) {
    if (role === undefined) continue
    const ids = members.map((member) => userId(people, loginOf(seed, member)))
    await db
      .updateTable('department_members')
      .set({ role })
      .where('department_id', '=', departments.get(name)!)
      .where('user_id', 'in', ids)
      .execute()
  }
  if (seed.logo !== undefined) {
    const key = randomBytes(16).toString('base64url')
    await replaceLogo(db, enterpriseId, 'logo_key', { key, mediaType: 'image/png', body: await readSample(seed.logo) })
  }
  const { expiredSince, facts = {} } = seed
  const expires_at = expiredSince === undefined ? null : new Date(clock().getTime() - expiredSince * 60_000)
  await changeEnterprise(db, enterpriseId, { ...facts, expires_at })
  if (facts.is_personal) await changeAccounts(db, [ownerId], { administrator_role: null })
}

function flat(departments: readonly DepartmentSeed[]): DepartmentSeed[] {
  return departments.flatMap((department) => [department, ...flat(department.below ?? [])])
}

/** The roots of an organisation's people and departments. */
async function rootsOf(db: Db, enterpriseId: number): Promise<(Root & { name: string })[]> {
  const { rows } = await sql<Root & { name: string }>`
    select items.id, space_owner_id as "ownerId", ${enterpriseId}::bigint as "enterpriseId", coalesce(users.login, departments.name) as name
    from items left join users on users.id = personal_of left join departments on departments.id = department_id
    where users.enterprise_id = ${enterpriseId} or departments.enterprise_id = ${enterpriseId}`.execute(db)
  return rows
}

/** @throws Error for an unknown login, which is a mistake in the demo world's data */
export function userId({ users }: People, login: Login): number {
  const id = users.get(login)
  if (id === undefined) throw new Error(`The demo world has nobody called ${login}`)
  return id
}

import { randomBytes } from 'node:crypto'
import type { Db } from '../database/connect'
import { replaceLogo } from '../queries/enterprise/logos'
import { addDepartmentMember, createDepartment, createEnterprise, createUser } from '../queries/enterprise/accounts'
import { departmentRoot, ownRoot } from '../queries/items/spaces'
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

const accountLogins = new Set(demoAccounts.map((account) => account.login))

/** @param passwordHash of the accounts; other colleagues have no password and cannot sign in */
export async function makePeople(db: Db, passwordHash: string, now: Date): Promise<People> {
  const people: People = { users: new Map(), groups: new Map(), departments: new Map(), roots: new Map() }
  for (const seed of organisations) await makeOrganisation(db, seed, people, passwordHash, now)
  return people
}

async function makeOrganisation(db: Db, seed: OrganisationSeed, people: People, passwordHash: string, now: Date) {
  const expires_at = seed.expiredSince === undefined ? null : new Date(now.getTime() - seed.expiredSince * 60_000)
  const { id: enterpriseId } = await createEnterprise(db, { ...seed.values, expires_at })
  if (seed.logo !== undefined) {
    const body = await readSample(seed.logo)
    const key = randomBytes(16).toString('base64url')
    await replaceLogo(db, enterpriseId, 'logo_key', { key, mediaType: 'image/png', body })
  }
  for (const [person, name] of Object.entries(seed.people)) {
    const login = loginOf(seed, person)
    const isDemo = accountLogins.has(login)
    const isAdministrator = person === seed.administrator && seed.values.is_personal !== true
    const { id } = await createUser(db, {
      enterpriseId,
      login,
      name,
      passwordHash: isDemo ? passwordHash : null,
      role: isAdministrator ? 'owner' : null,
      isDemo,
    })
    if (login === 'member@secure.demo') {
      await db
        .updateTable('users')
        .set({ totp_secret: demoTotpSecret, totp_enrolled_at: now })
        .where('id', '=', id)
        .execute()
    }
    people.users.set(login, id)
    people.roots.set(login, { id: await ownRoot(db, id), ownerId: id, enterpriseId })
  }
  for (const [position, department] of seed.departments.entries()) {
    await makeDepartment(db, department, { seed, people, enterpriseId, parentId: null, position })
  }
  for (const [name, members] of Object.entries(seed.groups ?? {})) {
    const group = await db
      .insertInto('groups')
      .values({ enterprise_id: enterpriseId, name, department_id: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('group_members')
      .values(members.map((member) => ({ group_id: group.id, user_id: userId(people, loginOf(seed, member)) })))
      .execute()
    people.groups.set(name, group.id)
  }
}

interface Place {
  seed: OrganisationSeed
  people: People
  enterpriseId: number
  parentId: number | null
  position: number
}

async function makeDepartment(db: Db, { name, manager, members = [], role, below = [] }: DepartmentSeed, place: Place) {
  const { seed, people, enterpriseId, parentId, position } = place
  const { id } = await createDepartment(db, { enterpriseId, parentId, name, position })
  people.departments.set(name, id)
  const root = await departmentRoot(db, id)
  people.roots.set(name, { id: root!, ownerId: userId(people, loginOf(seed, seed.administrator)), enterpriseId })
  if (manager) await addDepartmentMember(db, id, userId(people, loginOf(seed, manager)), { isManager: true })
  for (const member of members) await addDepartmentMember(db, id, userId(people, loginOf(seed, member)), { role })
  for (const [at, department] of below.entries())
    await makeDepartment(db, department, { ...place, parentId: id, position: at })
}

/** @throws Error for an unknown login, which is a mistake in the demo world's data */
export function userId({ users }: People, login: Login): number {
  const id = users.get(login)
  if (id === undefined) throw new Error(`The demo world has nobody called ${login}`)
  return id
}

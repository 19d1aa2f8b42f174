import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loginKey } from '@/domain/session/logins'
import type { LinkedPerson, LoginHolder } from '../../../server/queries/directories/facts'
import { DirectoryFailure } from '../../../server/remote/DirectoryFailure'
import { planDirectory, type Losses } from '../../../server/services/directories/plan'
import type { Present } from '../../../server/services/directories/present'
import type { DirectorySnapshot, SnapshotPerson } from '../../../server/services/directories/snapshot'

/*
 * Attacks on syncs: a directory that answers nonsense, half of its people or nothing, and one whose ruler wants to rule the organisation.
 */

const ENTERPRISE = 7
const directory = { id: 1, enterprise_id: ENTERPRISE, links_existing: true }

function person(number: number, given: Partial<SnapshotPerson> = {}): SnapshotPerson {
  return {
    externalId: `x${number}`,
    login: `p${number}`,
    name: `P ${number}`,
    email: '',
    departments: [],
    active: true,
    ...given,
  }
}

function linked(number: number, given: Partial<LinkedPerson> = {}): LinkedPerson {
  return {
    id: number,
    externalId: `x${number}`,
    login: `p${number}`,
    name: `P ${number}`,
    email: '',
    role: null,
    isActive: true,
    isRemoved: false,
    isGone: false,
    departments: new Set(),
    ...given,
  }
}

function holderOf(
  { id, name, login, email, role, isActive, isRemoved }: LinkedPerson,
  directoryId: number | null = 1,
): LoginHolder {
  return { id, enterpriseId: ENTERPRISE, name, login, email, role, isActive, isRemoved, directoryId }
}

interface World {
  people?: LinkedPerson[]
  /** Accounts without the directory. */
  others?: LoginHolder[]
  departments?: Present['departments']
  links?: boolean
}

function present({ people = [], others = [], departments = [], links = true }: World): Present {
  const holders = [...people.map((each) => holderOf(each)), ...others]
  return {
    directory: { ...directory, links_existing: links },
    people,
    holders: new Map(holders.map((each) => [loginKey(each.login), each])),
    nodes: new Map(),
    departments,
  }
}

const fields = ['name', 'email', 'departments'] as const
const many = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

function plan(
  people: SnapshotPerson[],
  world: World = {},
  confirmed?: Losses,
  departments: DirectorySnapshot['departments'] = [],
) {
  return planDirectory({ people, departments }, present(world), fields, confirmed)
}

const codes = (found: ReturnType<typeof plan>) => found.report.faults.map(({ code }) => code)

describe('a directory that answers too little', () => {
  const everybody = many(100).map((number) => linked(number))

  test('[DIR-02] nobody at all stops the sync, also where the organisation has nobody yet', () => {
    assert.equal(plan([], { people: everybody }).stop, 'directory_empty')
    assert.equal(plan([]).stop, 'directory_empty')
  })

  test('[DIR-02] ten of a hundred may go, eleven need a word', () => {
    const without = (count: number) => many(100 - count).map((number) => person(number))
    assert.equal(plan(without(10), { people: everybody }).stop, null)
    assert.equal(plan(without(11), { people: everybody }).stop, 'directory_losses')
    assert.equal(plan(without(50), { people: everybody }).stop, 'directory_losses')
  })

  test('[DIR-02] people whom the directory marks as inactive count as going', () => {
    const half = many(100).map((number) => person(number, { active: number > 11 }))
    assert.equal(plan(half, { people: everybody }).stop, 'directory_losses')
  })

  test('[DIR-02] a word covers as many as it was given for, not more', () => {
    const half = many(50).map((number) => person(number))
    const confirmed = (deactivated: number) => ({ deactivated, departments_released: 0, left_departments: 0 })
    assert.equal(plan(half, { people: everybody }, confirmed(50)).stop, null)
    assert.equal(plan(half, { people: everybody }, confirmed(49)).stop, 'directory_losses')
  })

  test('[DIR-02] other ids for the same people stop the sync', () => {
    const renumbered = many(100).map((number) => person(number, { externalId: `y${number}` }))
    const found = plan(renumbered, { people: everybody })
    assert.equal(found.stop, 'directory_losses')
    assert.equal(found.people.planned.length, 0)
  })

  test('[DIR-02] departments that vanish stop the sync, and so do people who all lose their departments', () => {
    const departments = many(10).map((id) => ({ id, externalId: `d${id}`, directoryId: 1, givenName: `D ${id}` }))
    const people = many(100).map((number) => linked(number, { departments: new Set([1]) }))
    const given = many(100).map((number) => person(number, { departments: ['d1'] }))
    const tops = (count: number) =>
      many(count).map((id) => ({ externalId: `d${id}`, parentExternalId: null, name: `D ${id}`, order: 0 }))
    assert.equal(plan(given, { people, departments }, undefined, tops(9)).stop, null)
    assert.equal(plan(given, { people, departments }, undefined, tops(8)).stop, 'directory_losses')
    const lost = many(100).map((number) => person(number))
    assert.equal(plan(lost, { people, departments }, undefined, tops(10)).stop, 'directory_losses')
  })
})

describe('a directory that answers nonsense', () => {
  const isNonsense = (error: unknown) => error instanceof DirectoryFailure && error.reason === 'directory_nonsense'

  test('[DIR-02] two people with one id, or a person without one, stop the sync', () => {
    assert.throws(() => plan([person(1), person(2, { externalId: 'x1' })]), isNonsense)
    assert.throws(() => plan([person(1, { externalId: '' })]), isNonsense)
  })

  test('[DIR-02] many people without a usable login or name stop the sync', () => {
    const broken = many(100).map((number) => person(number, number > 11 ? {} : { login: number % 2 ? '' : 'a b\n' }))
    assert.equal(plan(broken).stop, 'directory_nonsense')
    const nameless = many(100).map((number) => person(number, number > 11 ? {} : { name: '\u200b' }))
    assert.equal(plan(nameless).stop, 'directory_nonsense')
    assert.equal(plan(many(5).map((number) => person(number, number === 1 ? { login: '' } : {}))).stop, null)
  })

  test('[DIR-02] departments inside themselves, with unknown parents, two ids or no name stop the sync', () => {
    const at = (externalId: string, parentExternalId: string | null, name = externalId) => ({
      externalId,
      parentExternalId,
      name,
      order: 0,
    })
    for (const departments of [
      [at('a', 'b'), at('b', 'a')],
      [at('a', 'a')],
      [at('a', 'c')],
      [at('a', null), at('a', null)],
      [at('a', null, '\u200b')],
      many(120).map((number) => at(`d${number}`, number === 1 ? null : `d${number - 1}`)),
    ])
      assert.throws(() => plan([person(1)], {}, undefined, departments), isNonsense)
  })

  test('[DIR-02] a person whom the directory describes wrongly is left alone, not deactivated', () => {
    const found = plan([person(1, { login: '' }), person(2)], { people: [linked(1), linked(2)] })
    assert.deepEqual(codes(found), ['login_invalid'])
    assert.deepEqual(found.people.deactivated, [])
  })
})

describe('a directory whose ruler wants to rule the organisation', () => {
  const owner: LoginHolder = { ...holderOf(linked(99, { login: 'Owner', role: 'owner' })), directoryId: null }

  test('[DIR-02] no login, in whatever spelling, links an administrator', () => {
    for (const login of ['owner', 'OWNER', 'ｏｗｎｅｒ', ' owner ']) {
      const found = plan([person(1, { login })], { others: [owner] })
      assert.deepEqual(codes(found), ['directory_administrator'], login)
      assert.equal(found.people.planned.length, 0)
    }
  })

  test('[DIR-02] a person who became an administrator is neither renamed, changed nor deactivated', () => {
    const people = [linked(1, { role: 'people' }), ...many(30).map((number) => linked(number + 1))]
    const rest = many(30).map((number) => person(number + 1))
    for (const changed of [{ login: 'other' }, { email: 'me@evil.example' }, { active: false }, { name: 'Other' }]) {
      const found = plan([person(1, changed), ...rest], { people })
      assert.deepEqual(codes(found), ['directory_administrator'])
      assert.deepEqual([found.people.planned, found.people.deactivated], [[], []])
    }
    const gone = plan(rest, { people })
    assert.deepEqual([codes(gone), gone.people.deactivated], [['directory_administrator'], []])
  })

  test('[DIR-02] a renamed login does not take the account of an administrator or of anybody else', () => {
    const people = [linked(1), linked(2)]
    const other = { ...holderOf(linked(5, { login: 'local' })), directoryId: null }
    const found = plan([person(1, { login: 'owner' }), person(2, { login: 'LOCAL' })], {
      people,
      others: [owner, other],
    })
    assert.deepEqual(codes(found), ['login_taken', 'login_taken'])
    assert.equal(found.people.planned.length, 0)
  })

  test('[DIR-02] a new person with the login of somebody who is gone gets no account of theirs', () => {
    const people = many(20).map((number) => linked(number))
    const found = plan([...many(19).map((number) => person(number)), person(20, { externalId: 'new' })], { people })
    assert.deepEqual(codes(found), ['login_taken'])
    assert.deepEqual(found.people.deactivated, [20])
  })

  test('[DIR-02] logins of another organisation or of a deleted person are never linked', () => {
    const foreign = { ...holderOf(linked(5, { login: 'one' })), directoryId: null, enterpriseId: 8 }
    const removed = { ...holderOf(linked(6, { login: 'two', isRemoved: true, isActive: false })), directoryId: null }
    const found = plan([person(1, { login: 'one' }), person(2, { login: 'two' })], { others: [foreign, removed] })
    assert.deepEqual(codes(found), ['login_taken', 'login_taken'])
  })

  test('[DIR-02] people with one login in several spellings are all left alone', () => {
    const twins = [person(1, { login: 'lin' }), person(2, { login: 'LIN' }), person(3, { login: 'ｌｉｎ' })]
    const found = plan(twins)
    assert.deepEqual(codes(found), ['directory_login_twice', 'directory_login_twice', 'directory_login_twice'])
    assert.equal(found.people.planned.length, 0)
  })

  test('[DIR-02] a sync never revives somebody whom an administrator deactivated', () => {
    const found = plan([person(1)], { people: [linked(1, { isActive: false, isGone: false })] })
    assert.deepEqual([found.people.restored, found.report.unchanged], [[], 1])
  })

  test('[DIR-02] a sync neither changes nor revives somebody whom an administrator deleted', () => {
    const deleted = linked(1, { isActive: false, isGone: true, isRemoved: true, name: 'Old' })
    const found = plan([person(1)], { people: [deleted] })
    assert.deepEqual([found.people.restored, found.people.planned, found.report.unchanged], [[], [], 1])
  })
})

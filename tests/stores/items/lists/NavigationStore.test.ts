import { describe, expect, test } from '@jest/globals'
import { NoAnswer } from '@/platform/Platform'
import { navigationOf } from '@/stores/items/lists/NavigationStore'
import { makeBaseInfo, makeDepartment, makeEnterprise } from '../../support/factories'
import { platformSignedIn, startApp } from '../../support/startApp'
import { until } from '../../support/until'

const TREE = 'GET /departments/find_user_in_departments_tree'

const EXTERNALS = 'GET /enterprises/get_external_enterprises'
const company = { id: 7, type: 'enterprise' as const, name: '云舟科技' }

const tree = [
  makeDepartment(1, {
    has_children_departments: true,
    children: [makeDepartment(2, { has_children_departments: true }), makeDepartment(3)],
  }),
]

async function start(enterprise = makeEnterprise()) {
  const platform = platformSignedIn()
  platform.server.on('GET /apps/users/get_base_info', makeBaseInfo({ enterprise_info: enterprise }))
  const rig = await startApp(platform)
  rig.server.on(TREE, ({ department_id: id }) => ({
    departments: id === undefined ? tree : [makeDepartment(20), makeDepartment(21)],
  }))
  rig.server.on(EXTERNALS, { external_list: [company] })
  const navigation = navigationOf(rig.app)
  const lines = () =>
    navigation.departments.map((line) => [line.department.id, line.depth, line.hasChildren, line.isExpanded])
  return { ...rig, navigation, lines }
}

describe('entries of the panel, as far as their screens exist', () => {
  const table: [string, Parameters<typeof makeEnterprise>[0], string[]][] = [
    ['an enterprise', {}, ['frequent', 'departments', 'own', 'collab', 'external', 'trash']],
    [
      'a closed personal space hides personal files',
      { is_personal_space_closed: true },
      ['frequent', 'departments', 'collab', 'external', 'trash'],
    ],
    [
      'a personal account has no departments and no collaboration',
      { is_personal_user_enterprise: true },
      ['frequent', 'own', 'external', 'trash'],
    ],
  ]
  test.each(table)('%s', async (_sentence, fields, entries) => {
    const { navigation } = await start(makeEnterprise(fields))
    expect(navigation.entries).toStrictEqual(entries)
  })
})

describe('the tree of departments', () => {
  test('the tree is open to depth 2', async () => {
    const { navigation, lines } = await start()
    await navigation.load()
    expect(lines()).toStrictEqual([
      [1, 1, true, true],
      [2, 2, true, false],
      [3, 2, false, false],
    ])
  })

  test('a deeper level is loaded when it is opened, once', async () => {
    const { navigation, lines, server } = await start()
    await navigation.load()
    const opening = navigation.toggle(navigation.departments[1]!)
    expect(navigation.departments[1]?.isLoading).toBe(true)
    await opening
    expect(lines()).toStrictEqual([
      [1, 1, true, true],
      [2, 2, true, true],
      [20, 3, false, false],
      [21, 3, false, false],
      [3, 2, false, false],
    ])
    await navigation.toggle(navigation.departments[1]!)
    expect(lines()).toHaveLength(3)
    await navigation.toggle(navigation.departments[1]!)
    expect(lines()).toHaveLength(5)
    expect(server.callsOf(TREE).map(({ request }) => request.department_id)).toStrictEqual([undefined, 2])
  })

  test('a level that fails to load closes again, and can be retried', async () => {
    const { app, navigation, lines, server } = await start()
    await navigation.load()
    server.on(TREE, new NoAnswer('network'))
    await navigation.toggle(navigation.departments[1]!)
    expect(lines()[1]).toStrictEqual([2, 2, true, false])
    expect(app.feedback.dialog?.text).toStrictEqual({ key: 'failure.network' })
    server.on(TREE, { departments: [makeDepartment(20)] })
    await navigation.toggle(navigation.departments[1]!)
    expect(lines()).toHaveLength(4)
  })

  test('the tree is loaded once, again after a failure, and not for a personal account', async () => {
    const { navigation, server } = await start()
    server.on(TREE, new NoAnswer('network'))
    await navigation.load()
    expect([navigation.phase, navigation.error]).toStrictEqual(['failed', { key: 'failure.network' }])
    server.on(TREE, { departments: tree })
    await Promise.all([navigation.load(), navigation.load()])
    await navigation.load()
    expect([navigation.phase, server.countOf(TREE)]).toStrictEqual(['ready', 2])
    const personal = await start(makeEnterprise({ is_personal_user_enterprise: true }))
    await personal.navigation.load()
    expect(personal.server.countOf(TREE)).toBe(0)
  })

  test('the next user does not see the tree', async () => {
    const { app, navigation, lines, server } = await start()
    server.on('POST /apps/users/logout', {})
    await navigation.load()
    await app.session.signOut()
    await until(() => navigation.phase === 'idle')
    expect(lines()).toStrictEqual([])
  })
})

describe('external enterprises and users', () => {
  test('[LIST-09] they are requested each time the panel opens, also for a personal account, and a failure keeps the known ones', async () => {
    const { navigation, server } = await start(makeEnterprise({ is_personal_user_enterprise: true }))
    expect(navigation.externals).toStrictEqual([])
    await navigation.load()
    expect(navigation.externals).toStrictEqual([company])
    server.on(EXTERNALS, new NoAnswer('network'))
    await navigation.load()
    expect(navigation.externals).toStrictEqual([company])
    server.on(EXTERNALS, { external_list: [] })
    await navigation.load()
    expect([navigation.externals, server.countOf(EXTERNALS)]).toStrictEqual([[], 3])
  })

  test('the next user does not see them', async () => {
    const { app, navigation, server } = await start()
    server.on('POST /apps/users/logout', {})
    await navigation.load()
    await app.session.signOut()
    await until(() => navigation.phase === 'idle')
    expect(navigation.externals).toStrictEqual([])
  })
})

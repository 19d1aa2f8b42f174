import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Role } from '@/contract/entities'
import { roles as ranking } from '@/domain/items/roles'
import type { UserRow } from '../../../server/database/tables'
import { findUser } from '../../../server/queries/session/sessions'
import { accessOf } from '../../../server/services/access/itemAccess'
import { client, type Client } from '../../support/client'
import { isDeep, randomOf, seed } from '../../support/deep'
import { factories } from '../../support/factories'
import { letInMany } from '../../support/members/manyMembers'
import { startTestServer, type TestServer } from '../../support/testServer'

/** Collaborators of one enterprise, each with two roles; the target is 10,000. */
const PEOPLE = isDeep ? 10_000 : 1100
/** Items per page. */
const ITEMS = 25

/** The statements that the server sent to the database. */
const statements: string[] = []
let server: TestServer
let make: ReturnType<typeof factories>
let owner: UserRow
let viewer: Client
/** Ids of a folder with few collaborators and of one with many. */
let [few, many]: number[] = []

before(async () => {
  server = await startTestServer({ watch: (statement) => statements.push(statement) })
  // Jobs query the database by themselves.
  await server.deps.jobs.stop()
  make = factories(server.deps)
  const enterprise = await make.enterprise()
  owner = await make.user({ enterprise })
  const user = await make.user({ enterprise })
  viewer = await client(server).as(user.login)
  const filled = async (count: number) => {
    const folder = await make.folder({ owner })
    const below: number[] = []
    for (let at = 0; at < ITEMS; at += 1) below.push((await make.folder({ parent: folder })).id)
    await make.collab(folder, { user }, 'viewer')
    await letInMany(server.deps.db, { enterpriseId: enterprise.id, folderId: folder.id, below, count })
    return folder.id
  }
  few = await filled(2)
  many = await filled(PEOPLE)
})
after(() => server.close())

async function statementsOf(run: () => Promise<unknown>): Promise<string[]> {
  statements.length = 0
  await run()
  return [...statements]
}

const list = (folderId: number) =>
  viewer.call('GET /apps/files/file_list/{folderId}', { folderId, folder_type: 'folder' })
const isOfRights = (statement: string) => statement.includes('recursive nodes')

describe('[COLL-01] [ACT-01] many collaborators, each in the folder and in one below it', () => {
  test('the rights on a page of items take one query, as with two collaborators', async () => {
    // Warms up statements that run only once, such as storing an order.
    await list(few!)
    await list(many!)
    const [ofFew, ofMany] = [await statementsOf(() => list(few!)), await statementsOf(() => list(many!))]
    const { children } = await list(many!)
    assert.equal(children!.length, ITEMS)
    assert.ok(children!.every(({ final_role: role }) => role === 'viewer'))
    assert.deepEqual(ofMany, ofFew)
    // One query for the folder itself, one for its contents.
    assert.equal(ofMany.filter(isOfRights).length, 2)
  })

  test('the rights query never scans all collaborations', async () => {
    const { children } = await list(many!)
    const ids = [many!, ...children!.map(({ id }) => id)]
    const actor = (await findUser(server.deps.db, owner.id)) ?? assert.fail()
    await server.deps.db.transaction().execute(async (transaction) => {
      for (const asked of [ids, [many!]]) await accessOf(transaction, actor, asked)
      const { rows } = await sql<{ all: number; looked: number }>`
        select seq_scan as all, idx_scan as looked from pg_stat_xact_user_tables where relname = 'collabs'`.execute(
        transaction,
      )
      assert.deepEqual([rows[0]?.all, (rows[0]?.looked ?? 0) > 0], [0, true])
    })
  })

  test('members arrive in pages of 500, each once, in few queries', async () => {
    const INFO = 'GET /apps/folders/get_collab_info_on_item'
    const page = (page_number: number, folder_id = many!) => viewer.call(INFO, { folder_id, page_number })
    const [ofFew, ofMany] = [await statementsOf(() => page(1, few)), await statementsOf(() => page(1))]
    assert.ok(ofMany.length <= ofFew.length, `${ofMany.length} statements, of few members ${ofFew.length}`)
    const seen = new Set<number>()
    const { total_count: total, page_count: pages } = await page(1)
    assert.deepEqual([total, pages], [PEOPLE + 2, Math.ceil((PEOPLE + 2) / 500)])
    for (let at = 1; at <= pages; at += 1) for (const { user } of (await page(at)).accepted_collabs) seen.add(user.id)
    assert.equal(seen.size, PEOPLE + 2)
  })
})

describe('[COLL-01] [AH-45] the order of members and of who can see an item, page by page and in a search', () => {
  interface Somebody {
    id: number
    name: string
    login: string
    /** 0 the owner, 1 added here, 2 above */
    rank: number
    role: Role
    isGroup: boolean
  }
  const names = [
    '成员2',
    '成员10',
    '成员１',
    'Zoe',
    'zoe',
    'Ádám',
    'adam',
    '陈希',
    '陈 希',
    '赵敏',
    '赵敏',
    '10号',
    '9号',
    '_x',
    'ß',
  ]
  const grantable: Role[] = ['coowner', 'editor', 'viewer', 'previewer', 'uploader']
  const random = randomOf(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const { compare } = new Intl.Collator('zh-u-kn-true')
  const byName = (one: Somebody, other: Somebody) => compare(one.name, other.name) || one.id - other.id
  let boss: Client
  let folderId: number
  const all: Somebody[] = []

  before(async () => {
    const enterprise = await make.enterprise()
    const owner = await make.user({ enterprise, name: 'zz' })
    boss = await client(server).as(owner.login)
    all.push({ ...owner, rank: 0, role: 'owner', isGroup: false })
    const above = await make.folder({ owner })
    const folder = await make.folder({ parent: above })
    folderId = folder.id
    let people = 0
    for (let at = 0; at < 40; at += 1) {
      const [rank, role] = [at % 2 ? 1 : 2, pick(grantable)]
      const place = rank === 1 ? folder : above
      if (at % 5 === 4) {
        const { id } = await make.group({ enterprise, members: [] })
        const name = pick(names)
        await server.deps.db.updateTable('groups').set({ name }).where('id', '=', id).execute()
        await make.collab(place, { group: { id } }, role)
        all.push({ id, name, login: '', rank, role, isGroup: true })
        continue
      }
      // Every name belongs to somebody, so that each search finds a person.
      const user = await make.user({ enterprise, name: names[people++] ?? pick(names), login: `n${at}@order.test` })
      await make.collab(place, { user }, role)
      // Both here and above: the role here applies.
      if (rank === 1 && at % 3 === 0) await make.collab(above, { user }, 'viewer')
      all.push({ ...user, rank, role, isGroup: false })
    }
  })

  const keys = (list: readonly Pick<Somebody, 'id' | 'isGroup'>[]) =>
    list.map(({ id, isGroup }) => `${isGroup ? 'g' : 'u'}${id}`)
  const SIZE = 7

  async function paged(
    ask: (
      page: number,
    ) => Promise<{ page_count: number; total_count: number; found: { user: { id: number; is_group: boolean } }[] }>,
  ) {
    const found: string[] = []
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const answer = await ask(page)
      pages = answer.page_count
      found.push(...keys(answer.found.map(({ user }) => ({ id: user.id, isGroup: user.is_group }))))
      assert.equal(answer.total_count > 0, true)
    }
    return found
  }
  const members = (search_string?: string) =>
    paged(async (page_number) => {
      const input = { folder_id: folderId, page_number, page_size: SIZE, search_string }
      const answer = await boss.call('GET /apps/folders/get_collab_info_on_item', input)
      return { ...answer, found: answer.accepted_collabs }
    })
  const seers = (search_string?: string) =>
    paged(async (page_number) => {
      const input = { item_typed_id: `folder_${folderId}` as const, page_number, page_size: SIZE, search_string }
      const answer = await boss.call('GET /apps/files/who_can_see', input)
      return { ...answer, found: answer.people }
    })

  for (const [search, key] of [
    [undefined, ''],
    ['成 员1', '成员1'],
    ['ZOE', 'zoe'],
    ['@', '@'],
  ] as const)
    test(`the order holds for ${search ?? 'everybody'}`, async () => {
      const isFound = ({ name, login }: Somebody) =>
        [name, login].some((text) => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, '').includes(key))
      const wanted = all.filter(isFound)
      assert.deepEqual(
        await members(search),
        keys([...wanted].sort((one, other) => one.rank - other.rank || byName(one, other))),
      )
      const people = wanted.filter(({ isGroup }) => !isGroup)
      const byRole = (one: Somebody, other: Somebody) => ranking.indexOf(one.role) - ranking.indexOf(other.role)
      assert.deepEqual(
        await seers(search),
        keys([...people].sort((one, other) => byRole(one, other) || byName(one, other))),
      )
    })
})

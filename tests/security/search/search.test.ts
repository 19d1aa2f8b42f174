import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql, type KyselyPlugin } from 'kysely'
import type { Role } from '@/contract/entities'
import { userKey, type UserActor } from '../../../server/actors/actor'
import type { Db } from '../../../server/database/connect'
import type { ItemRow, UserRow } from '../../../server/database/tables'
import { actorOfKey } from '../../../server/services/access/actorOfKey'
import { searchItems } from '../../../server/services/search/matches'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>

before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
})
after(() => server.close())

/** Wraps a database and counts its queries and the rows that they answer. */
function counting(db: Db) {
  const cost = { queries: 0, rows: 0 }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      cost.queries += 1
      cost.rows += result.rows.length
      return result
    },
  }
  return { db: db.withPlugin(plugin), cost }
}

/** The results of a search and its cost: queries and answered rows, including those that are checked for rights. */
async function search({ id }: UserRow, words: string, offset = 0) {
  const actor = (await actorOfKey(server.deps.db, userKey(id))) as UserActor
  const { db, cost } = counting(server.deps.db)
  const input = { words, scope: { includes: () => true }, isFoldersOnly: false }
  const { items, total } = await searchItems({ ...server.deps, db }, actor, input, { offset, limit: 25 })
  return { names: items.map(({ row }) => row.name).sort(), total, cost }
}

/** Inserts nested folders with one name, as a database from before the limit may contain. */
async function deepTree({ id }: Pick<ItemRow, 'id'>, creator: UserRow, name: string, depth: number) {
  await sql`
    with made as (select at, nextval(pg_get_serial_sequence('items', 'id')) as id from generate_series(1, ${depth}::integer) at)
    insert into items (id, parent_id, is_folder, name, name_key, extension, creator_id, updater_id) overriding system value
    select id, coalesce(lag(id) over (order by at), ${id}::bigint), true, ${name}, ${name}, '', ${creator.id}::bigint, ${creator.id}::bigint
    from made`.execute(server.deps.db)
}

describe('other users’ items add no cost to a search, matching or not', () => {
  test('a stranger’s tree of 3,000 nested matching folders', async () => {
    const [searcher, stranger] = [await make.user(), await make.user()]
    await make.file({ owner: searcher }, { name: '我的深渊.txt' })
    const without = await search(searcher, '深渊')
    await deepTree(await make.folder({ owner: stranger }), stranger, '深渊', 3000)
    assert.deepEqual(await search(searcher, '深渊'), without)
    assert.deepEqual([without.names, without.total], [['我的深渊.txt'], 1])
  })

  test('private items beside shared ones, and reset items inside', async () => {
    const [searcher, colleague] = [await make.user(), await make.user()]
    const shared = await make.folder({ owner: colleague })
    const inner = await make.folder({ parent: shared })
    const own = await make.folder({ owner: colleague })
    await make.file({ parent: shared }, { name: '共享的秘密.txt' })
    await make.collab(shared, { user: searcher }, 'viewer')
    await make.collab(inner, { user: searcher }, 'reset')
    const without = await search(searcher, '秘密')
    for (const parent of [own, inner]) {
      await make.file({ parent }, { name: '秘密.txt' })
      await deepTree(parent, colleague, '秘密', 50)
    }
    assert.deepEqual(await search(searcher, '秘密'), without)
    assert.deepEqual(without.names, ['共享的秘密.txt'])
  })

  test('a department below the own one', async () => {
    const above = await make.department()
    const below = await make.department({ parent: above })
    const searcher = await make.user({ department: above })
    await make.file({ department: above }, { name: '部门预案.txt' })
    const without = await search(searcher, '预案')
    await make.file({ department: below }, { name: '下级预案.txt' })
    assert.deepEqual(await search(searcher, '预案'), without)
    assert.deepEqual(without.names, ['部门预案.txt'])
  })

  test('the contents, description and name of a stranger’s document', async () => {
    const [searcher, stranger] = [await make.user(), await make.user()]
    const file = await make.file({ owner: stranger })
    const without = await search(searcher, '隐名')
    const { db } = server.deps
    await db.updateTable('users').set({ name: '隐名氏' }).where('id', '=', stranger.id).execute()
    await db.updateTable('items').set({ description: '隐名之事' }).where('id', '=', file.id).execute()
    await sql`
      insert into contents (body_id, text, key, marks)
      select body_id, '隐名', '隐名', '{0}' from versions where item_id = ${file.id}`.execute(db)
    assert.deepEqual(await search(searcher, '隐名'), without)
    assert.equal(without.total, 0)
  })
})

test('a search checks as many items as the user has roles on, however many folders match', async () => {
  const searcher = await make.user()
  const judgedFor = async () => {
    const { total, cost } = await search(searcher, '清单', 1000)
    return { total, queries: cost.queries, rows: cost.rows }
  }
  await make.file({ owner: searcher }, { name: '清单.txt' })
  const one = await judgedFor()
  for (let at = 0; at < 30; at += 1)
    await make.file({ parent: await make.folder({ owner: searcher }) }, { name: `清单${at}.txt` })
  assert.deepEqual(await judgedFor(), { ...one, total: 31 })
})

describe('an invitation further down applies there, whatever role is above', () => {
  const inner: [string, Role, Role, string[]][] = [
    ['reset in a viewer’s folder', 'viewer', 'reset', ['外层计划']],
    ['a viewer in a reset folder', 'reset', 'viewer', ['内层计划']],
    ['reset in a coowner’s folder lowers nothing', 'coowner', 'reset', ['内层计划', '外层计划']],
    ['an uploader in a previewer’s folder', 'previewer', 'uploader', ['内层计划', '外层计划']],
  ]
  for (const [sentence, above, below, names] of inner) {
    test(sentence, async () => {
      const [searcher, other] = [await make.user(), await make.user()]
      const outside = await make.folder({ owner: other }, { name: '外层计划' })
      const middle = await make.folder({ parent: outside }, { name: '中' })
      const inside = await make.folder({ parent: middle }, { name: '内层计划' })
      await make.collab(outside, { user: searcher }, above)
      await make.collab(inside, { user: searcher }, below)
      assert.deepEqual((await search(searcher, '计划')).names, names)
    })
  }
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { searchKey } from '@/domain/search/words'
import type { UserRow } from '../../server/database/tables'
import { indexMissing } from '../../server/jobs/indexContents'
import { search as firstKey } from '../../server/migrations/004_search'
import { searchKeyComposed } from '../../server/migrations/011_searchKey'
import { client } from '../support/client'
import { contentsOf, readContents } from '../support/contents'
import { factories } from '../support/factories'
import { startTestServer, type TestServer } from '../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>
before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
})
after(() => server.close())

async function found(user: UserRow, query_words: string) {
  const { items, num_found } = await (await client(server).as(user.login)).call('GET /apps/files/search', { query_words })
  assert.equal(items.length, num_found)
  return items
}

const characters = fc.constantFrom(...'aEéﾞｶＢ㎏合 \t\u3000\u00a0´\u0301\u0308\u1112\u1161\u11ab')
const fifty = fc.array(fc.string({ unit: characters, maxLength: 8 }), { minLength: 50, maxLength: 50 })

test('the database compares by the same key as the domain', async () => {
  await fc.assert(fc.asyncProperty(fifty, async (texts) => {
    const { rows } = await sql<{ key: string }>`
      select search_key(text) as key from unnest(${texts}::text[]) with ordinality given (text, at) order by at`.execute(server.deps.db)
    assert.deepEqual(rows.map(({ key }) => key), texts.map(searchKey))
  }), { numRuns: 20 })
})

describe('[SRCH-02] a mark behind a blank (decisions 4.21)', () => {
  const table: [string, string, string[]][] = [
    ['a name', 'Cafe \u0301menu.txt', ['caf\u00e9menu', '\u00e9m', '\u00e9menu', 'Cafe \u0301menu', 'enu', 'cafe\u0301m']],
    ['a name with Hangul apart', '\u1112 \u1161 \u11ab글.txt', ['한글', '한', '\ud55c글.t']],
  ]
  for (const [sentence, name, queries] of table) {
    test(`${sentence} is found beyond it`, async () => {
      const user = await make.user()
      await make.file({ owner: user }, { name })
      for (const words of queries) {
        const items = await found(user, words)
        assert.deepEqual(items.map((item) => [item.name, item.hit_num]), [[name, 1]], words)
      }
    })
  }

  test('so is what a document says, with its passage', async () => {
    const user = await make.user()
    const file = await make.file({ owner: user }, { name: '菜单.txt', content: '甲 Cafe \u0301menu 乙' })
    await indexMissing(server.deps)
    await readContents(server.deps, file)
    for (const words of ['\u00e9menu乙', 'f\u00e9m']) {
      assert.deepEqual((await found(user, words)).map(({ content, hit_num }) => [content, hit_num]), [['甲 Cafe \u0301menu 乙', 1]], words)
    }
  })
})

test('what was stored under the former key is found after the migration, the rest is left alone', async () => {
  const { db } = server.deps
  const definition = /create function search_key[^;]*;/.exec(firstKey)![0].replace('create', 'create or replace')
  await sql.raw(definition).execute(db)
  const user = await make.user({ name: 'Rene \u0301e' })
  const named = await make.file({ owner: user }, { name: 'Alte \u0301rnative.txt' })
  const described = await make.file({ owner: user }, { name: '说明.txt' })
  await db.updateTable('items').set({ description: 'Alte \u0301rnative' }).where('id', '=', described.id).execute()
  const plain = await make.file({ owner: user }, { name: '照旧.txt', content: '照旧' })
  const tag = await db.insertInto('tags').values({ enterprise_id: user.enterprise_id, name: 'Alte \u0301rnative' })
    .returning('id').executeTakeFirstOrThrow()
  await db.insertInto('item_tags').values({ item_id: plain.id, tag_id: tag.id, position: 0 }).execute()
  await indexMissing(server.deps)
  await readContents(server.deps, plain)
  const version = async () => (await sql<{ xmin: string }>`select xmin::text from items where id = ${plain.id}`.execute(db)).rows[0]!.xmin
  const [before, [text]] = [await version(), await contentsOf(server.deps, [plain])]
  await db.insertInto('contents').values({
    body_id: await bodyOf(named.id), text: 'e \u0301', key: 'e\u0301', marks: [0],
  }).onConflict((conflict) => conflict.column('body_id').doUpdateSet({ key: 'e\u0301' })).execute()
  assert.deepEqual(await found(user, 'lt\u00e9r'), [])

  await db.transaction().execute((transaction) => sql.raw(searchKeyComposed).execute(transaction))
  assert.deepEqual((await found(user, 'lt\u00e9r')).map(({ name }) => name).sort(), [named.name, plain.name, described.name].sort())
  assert.equal((await found(user, 'en\u00e9e')).length, 3)
  const names = await db.selectFrom('items').select(['name', 'description'])
    .where('id', 'in', [named.id, described.id]).orderBy('id').execute()
  assert.deepEqual(names, [{ name: named.name, description: '' }, { name: described.name, description: 'Alte \u0301rnative' }])
  assert.equal(await version(), before)
  assert.deepEqual(await contentsOf(server.deps, [plain]), [text])
  assert.deepEqual(await contentsOf(server.deps, [named]), [])
})

async function bodyOf(itemId: number) {
  const { body_id } = await server.deps.db.selectFrom('items').innerJoin('versions', 'versions.id', 'items.current_version_id')
    .select('body_id').where('items.id', '=', itemId).executeTakeFirstOrThrow()
  return body_id!
}

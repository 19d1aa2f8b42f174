import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { searchKey } from '@/domain/search/words'
import { sql } from 'kysely'
import type { Item } from '@/contract/entities'
import type { UserRow } from '../../../server/database/tables'
import { inTransaction } from '../../../server/database/transaction'
import { fillDemoWorld } from '../../../server/demo/fillDemoWorld'
import { indexMissing } from '../../../server/jobs/indexContents'
import { purgeExpired } from '../../../server/jobs/purgeExpired'
import { contentOf } from '../../../server/previews/converters/readContent'
import { MARK_INTERVAL } from '../../../server/previews/converters/task'
import { insertContent } from '../../../server/queries/search/contents'
import { indexContent } from '../../../server/services/search/contents'
import { client, type Client } from '../../support/client'
import { contentsOf, readContents } from '../../support/search/contents'
import { deepTest } from '../../support/deep'
import { factories } from '../../support/factories'
import { cutPdf, pdf } from '../../support/samples/samples'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'
import { upload } from '../../support/uploads/upload'

const SEARCH = 'GET /apps/files/search'

let server: TestServer
let make: ReturnType<typeof factories>
before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
})
after(() => server.close())

const sessionOf = async (user: UserRow) => client(server).as(user.login)
const found = async (who: Client, query_words: string, query = {}) => {
  const { items, num_found } = await who.call(SEARCH, { query_words, ...query })
  return { items, names: items.map(({ name }) => name).sort(), total: num_found, first: items[0] }
}

const read = (...items: { id: number }[]) => readContents(server.deps, ...items)
const waiting = () =>
  server.deps.db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', 'index_content')
    .where('state', '<>', 'failed')
    .execute()

describe('the index follows the files', () => {
  deepTest('an upload starts the reading of its file', async () => {
    const file = await upload(await sessionOf(await make.user()), '自己.txt', Buffer.from('自己来的'))
    await until('the text', async () => (await contentsOf(server.deps, [file])).length === 1)
  })

  deepTest('a new version is read again, the previous one is dropped', async () => {
    const me = await sessionOf(await make.user())
    const file = await upload(me, '版本.txt', Buffer.from('旧的措辞'))
    await read(file)
    await upload(me, '版本.txt', Buffer.from('新的措辞'), { target_file_id: file.id })
    await read(file)
    await until('the end', async () => (await waiting()).length === 0)
    assert.deepEqual([(await found(me, '旧的措辞')).total, (await found(me, '新的措辞')).total], [0, 1])
    const { rows } = await sql`select from contents join versions using (body_id) where item_id = ${file.id}`.execute(
      server.deps.db,
    )
    assert.equal(rows.length, 1)
  })

  deepTest('a copy is found immediately without another reading, and outlives its original', async () => {
    const me = await sessionOf(await make.user())
    const file = await upload(me, '原件.txt', Buffer.from('抄写的内容'))
    await read(file)
    const [before] = await contentsOf(server.deps, [file])
    const {
      files_and_folders: [copy],
    } = await me.call('POST /apps/files/copy', { item_typed_ids: [file.typed_id], target_folder_id: 0 })
    assert.equal((await found(me, '抄写的内容')).total, 2)
    assert.deepEqual((await contentsOf(server.deps, [copy!]))[0]?.created_at, before!.created_at)
    assert.equal((await waiting()).length, 0)
    await me.call('POST /apps/files/delete', { item_typed_ids: [file.typed_id] })
    await me.call('POST /apps/files/delete_from_trash', { item_typed_ids: [file.typed_id] })
    assert.deepEqual(
      (await found(me, '抄写的内容')).items.map(({ id }) => id),
      [copy!.id],
    )
  })

  deepTest('items in the trash are not found until they are restored; a purge deletes the text', async () => {
    const me = await sessionOf(await make.user())
    const file = await upload(me, '去留.txt', Buffer.from('去留之间'))
    await read(file)
    await me.call('POST /apps/files/delete', { item_typed_ids: [file.typed_id] })
    assert.equal((await found(me, '去留之间')).total, 0)
    await me.call('POST /apps/files/restore_from_trash', { item_typed_ids: [file.typed_id] })
    assert.equal((await found(me, '去留之间')).total, 1)
    await me.call('POST /apps/files/delete', { item_typed_ids: [file.typed_id] })
    await server.deps.db
      .updateTable('items')
      .set({ deleted_at: new Date(0) })
      .where('id', '=', file.id)
      .execute()
    await purgeExpired(server.deps)
    assert.deepEqual(
      await server.deps.db.selectFrom('contents').select('body_id').where('text', '=', '去留之间').execute(),
      [],
    )
  })

  describe('a purge while a document is read', () => {
    const nowhere = { text: '无处', key: '无处', marks: [0] }
    async function bodyOf({ id }: { id: number }) {
      const versions = server.deps.db.selectFrom('versions').where('item_id', '=', id)
      return (await versions.select('body_id').executeTakeFirstOrThrow()).body_id!
    }
    async function purge(item: { typed_id: Item['typed_id'] }, me: Client) {
      await me.call('POST /apps/files/delete', { item_typed_ids: [item.typed_id] })
      await me.call('POST /apps/files/delete_from_trash', { item_typed_ids: [item.typed_id] })
    }
    const textOf = (body: number) =>
      server.deps.db.selectFrom('contents').select('text').where('body_id', '=', body).execute()

    deepTest('removes the bytes during reading: nothing is stored, and nothing fails', async () => {
      const me = await sessionOf(await make.user())
      const file = await upload(me, '将去.bin', Buffer.from('将去'))
      const body = await bodyOf(file)
      const previews = {
        isReadable: () => true,
        async readContent() {
          await purge(file, me)
          throw new Error('there is no such blob')
        },
      } as unknown as typeof server.deps.previews
      await indexContent({ ...server.deps, previews }, { bodyId: body }, new AbortController().signal)
      assert.deepEqual(await textOf(body), [])
    })

    deepTest('waits for the reader: a purged document gets no text, and no reference is broken', async () => {
      const { db } = server.deps
      const gone = await make.file({ owner: await make.user() })
      const body = await bodyOf(gone)
      let keeping: Promise<void> | undefined
      await inTransaction(db, async (transaction) => {
        await transaction.deleteFrom('items').where('id', '=', gone.id).execute()
        await transaction.deleteFrom('bodies').where('id', '=', body).execute()
        keeping = insertContent(db, body, nowhere)
        await until('the other to wait', async () => {
          const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock'`.execute(transaction)
          return rows.length > 0
        })
      })
      await keeping
      assert.deepEqual(await textOf(body), [])
    })
  })

  deepTest(
    'files that came without an upload are found by the sweep and read once; nothing is queued twice',
    async () => {
      const owner = await make.user()
      const file = await make.file({ owner }, { name: '早先.txt', content: '早先就有的文件' })
      await indexMissing(server.deps)
      await indexMissing(server.deps)
      const rows = await waiting()
      assert.ok(rows.length <= 1)
      await read(file)
      assert.equal((await found(await sessionOf(owner), '早先就有')).total, 1)
      await indexMissing(server.deps)
      assert.deepEqual(await waiting(), [])
    },
  )

  const unread: [string, string, () => Promise<Buffer> | Buffer][] = [
    ['a PDF with a password', '密.pdf', () => pdf({ pages: ['Secretword'], password: '1234' })],
    ['a PDF that was cut off', '断.pdf', () => cutPdf],
    ['an invalid PDF', '假.pdf', () => Buffer.from('Secretword')],
    ['an invalid text', '零.txt', () => Buffer.concat([Buffer.from('Secretword'), Buffer.from([0, 0, 1, 0, 0, 2, 0])])],
  ]
  for (const [sentence, name, bytes] of unread) {
    deepTest(`${sentence} is indexed as empty, is found only by its name, and the server continues`, async () => {
      const me = await sessionOf(await make.user())
      const file = await upload(me, name, await bytes())
      await read(file)
      assert.deepEqual(
        (await contentsOf(server.deps, [file])).map(({ text }) => text),
        [''],
      )
      assert.deepEqual([(await found(me, 'Secretword')).total, (await found(me, name)).total], [0, 1])
    })
  }

  deepTest('pictures, archives, empty and encrypted files are not read', async () => {
    const owner = await make.user()
    const me = await sessionOf(owner)
    for (const name of ['图.svg', '包.zip', '图纸.dwg']) await upload(me, name, Buffer.from('<svg>Secretword</svg>'))
    await upload(me, '空.txt', Buffer.alloc(0))
    const sealed = await make.file({ owner }, { name: '加密.txt', content: 'Secretword' })
    await server.deps.db.updateTable('items').set({ is_encrypted: true }).where('id', '=', sealed.id).execute()
    await indexMissing(server.deps)
    assert.deepEqual(await waiting(), [])
    assert.equal((await found(me, 'Secretword')).total, 0)
  })

  deepTest('an endless text blocks only its own job', async () => {
    const me = await sessionOf(await make.user())
    const hostile = await upload(me, '恶.md', Buffer.from(`${'['.repeat(9000)}${'>'.repeat(9000)}${'*a'.repeat(9000)}`))
    const kind = await upload(me, '善.txt', Buffer.from('照常工作'))
    await read(kind, hostile)
    assert.equal((await found(me, '照常工作')).total, 1)
  })
})

deepTest('the demo world is read after the start', { timeout: 120_000 }, async () => {
  const demo = await startTestServer()
  try {
    await fillDemoWorld(demo.deps, 'satchel-demo', { crowd: 100 })
    await indexMissing(demo.deps)
    const admin = await client(demo).as('admin@mingde.demo', 'satchel-demo')
    await until('the guide', async () => (await found(admin, '学生信息不得转发')).total > 0, 60_000)
    const { first } = await found(admin, '学生信息不得转发')
    assert.match(first!.content, /学生信息不得转发到个人邮箱/)
  } finally {
    await demo.close()
  }
})

describe('a text in the index', () => {
  const table: [string, string, string, string][] = [
    ['one blank for any white space', ' a\r\n\t b\u3000c ', 'a b c', 'abc'],
    ['characters that cannot be stored or seen', 'a\u0000b\ud800c\ufeffd\u00ade', 'a b c d e', 'abcde'],
    ['composed, in one width and case, without accents in the key', 'Cafe\u0301 ＡＢ㎏', 'Café ＡＢ㎏', 'cafeabkg'],
    ['nothing', '', '', ''],
  ]
  for (const [sentence, raw, text, key] of table) {
    deepTest(sentence, () => {
      const content = contentOf(raw)
      assert.deepEqual([content.text, content.key], [text, key])
    })
  }

  deepTest('each mark is the position in the text of every 256th character of the key', () => {
    const { text, key, marks } = contentOf(Array.from({ length: 900 }, (_, n) => `${n} é㎏😀`).join('\n'))
    const [characters, keys] = [Array.from(text), Array.from(key)]
    assert.equal(marks.length, Math.ceil(keys.length / MARK_INTERVAL))
    for (const [n, mark] of marks.entries()) {
      const character = searchKey(characters[mark]!)
      assert.ok(character.includes(keys[n * MARK_INTERVAL]!), `${n}: ${character}`)
    }
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { orderKey } from '@/domain/items/nameOrder'
import type { ItemRow, UserRow } from '../../../server/database/tables'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { unpack } from '../../support/downloads/unpack'
import { orderKeys } from '../../support/items/orderKeys'
import { seed } from '../../support/deep'
import { startTestServer, type TestServer } from '../../support/testServer'

const NUMBERS = ['一', '二', '三', '九', '十', '十一', '二十', '二十一', '九十九', '一百', '一百零一']
const byName = { sort_by: 'name', sort_direction: 'asc' } as const

let server: TestServer
let make: ReturnType<typeof factories>
let owner: UserRow
let member: Client
let book: ItemRow
before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
  owner = await make.user()
  member = await client(server).as(owner.login)
  book = await make.folder({ owner }, { name: '书' })
  for (const number of [...NUMBERS].reverse()) {
    await make.folder({ parent: book }, { name: `第${number}章` })
    await make.file({ parent: book }, { name: `第${number}节.png`, content: 'x' })
  }
})
after(() => server.close())

const folders = NUMBERS.map((number) => `第${number}章`)
const files = NUMBERS.map((number) => `第${number}节.png`)

describe('[LIST-04] a list by name puts Chinese numerals in order by value', () => {
  test('pages of any size join to the whole list, in both directions', async () => {
    for (const [direction, expected] of [
      ['asc', [...folders, ...files]],
      ['desc', [...[...folders].reverse(), ...[...files].reverse()]],
    ] as const)
      for (const limit of [3, 7, 25]) {
        const found: string[] = []
        for (let offset = 0; offset < expected.length; offset += limit) {
          const asked = { folderId: book.id, sort_by: 'name', sort_direction: direction, offset, limit } as const
          const { children } = await member.call('GET /apps/files/file_list/{folderId}', asked)
          found.push(...children!.map(({ name }) => name))
        }
        assert.deepEqual(found, expected, `${direction} ${limit}`)
      }
  })

  test('a renamed item moves to the place of its new name', async () => {
    const parent = await make.folder({ owner }, { name: '课' })
    for (const name of ['第二课', '第十课']) await make.folder({ parent }, { name })
    const { id } = await make.folder({ parent }, { name: '第一课' })
    await member.call('POST /apps/files/edit', { item_typed_id: `folder_${id}`, name: '第三课' })
    const { children } = await member.call('GET /apps/files/file_list/{folderId}', { folderId: parent.id, ...byName })
    assert.deepEqual(
      children!.map(({ name }) => name),
      ['第二课', '第三课', '第十课'],
    )
  })

  test('[PREV-16] the gallery turns in the same order', async () => {
    const { children } = await member.call('GET /apps/files/file_list/{folderId}', { folderId: book.id, ...byName })
    const [first] = children!.filter(({ type }) => type === 'file')
    const asked = { file_id: first!.id, type: 'right', num: 20, ...byName } as const
    const { siblings } = await member.call('POST /apps/files/get_sibling', asked)
    assert.deepEqual(
      siblings!.map(({ name }) => name),
      files.slice(1),
    )
  })

  test('[ACT-08] an archive of a folder holds the files in the same order', async () => {
    const { download_url: address } = await member.call('POST /pack_download/download', {
      item_typed_ids: [`folder_${book.id}`],
    })
    const bytes = Buffer.from(await (await fetch(server.url + address)).arrayBuffer())
    const paths = Object.keys(await unpack(bytes)).filter((path) => path.endsWith('.png'))
    assert.deepEqual(
      paths.map((path) => path.split('/').at(-1)),
      files,
    )
  })

  test('the recycle bin has the same order', async () => {
    const leaver = await make.user()
    const self = await client(server).as(leaver.login)
    const ids = []
    for (const name of ['第十章', '第二章', '第一章']) ids.push((await make.folder({ owner: leaver }, { name })).id)
    await self.call('POST /apps/files/delete', { item_typed_ids: ids.map((id) => `folder_${id}` as const) })
    const { items } = await self.call('GET /apps/files/trash_list', byName)
    assert.deepEqual(
      items.map(({ name }) => name),
      ['第一章', '第二章', '第十章'],
    )
  })
})

describe('the database sorts by the same text as the rules', () => {
  const keysOf = async (names: readonly string[]) => {
    const { rows } = await sql<{ key: string }>`
      select order_key(name) as key from unnest(${names}::text[]) with ordinality as given (name, place) order by place`.execute(
      server.deps.db,
    )
    return rows.map(({ key }) => key)
  }

  test('for the names of the table', async () => {
    assert.deepEqual(
      await keysOf(orderKeys.map(([name]) => name)),
      orderKeys.map(([, key]) => key),
    )
  })

  test('for names made of numerals, counters, letters and signs', async () => {
    const sign = fc.constantFrom(...Array.from('〇零一二两九十十百千万萬拾廿卅壹第章章学期单元年的大あ々𠮷a1 .、（'))
    const names = fc.sample(
      fc.array(sign, { maxLength: 12 }).map((signs) => signs.join('')),
      { seed, numRuns: 4000 },
    )
    assert.deepEqual(await keysOf(names), names.map(orderKey), `SEED=${seed}`)
  })
})

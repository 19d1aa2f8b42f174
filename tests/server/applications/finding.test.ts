import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import { makeApplication, OpenClient } from '../../support/applications/applications'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>
let school: EnterpriseRow
let teacher: UserRow
let colleague: UserRow
let folder: ItemRow
let client: OpenClient
let credentials: Awaited<ReturnType<typeof makeApplication>>
let now: number

before(async () => {
  now = Math.floor(Date.now() / 1000) * 1000
  server = await startTestServer({ clock: () => new Date(now) })
  make = factories(server.deps)
  school = await make.enterprise()
  const administrator = await make.user({ enterprise: school, isAdministrator: true })
  teacher = await make.user({ enterprise: school })
  colleague = await make.user({ enterprise: school })
  folder = await make.folder({ owner: teacher }, { name: 'box' })
  credentials = await makeApplication(server, administrator)
  client = await clientFor(teacher)
})
after(() => server.close())

const clientFor = async (user: UserRow, asked: Record<string, string> = {}) =>
  new OpenClient(server.url, await new OpenClient(server.url).token(credentials, user, asked))
const search = 'GET /v2/item/search'
const found = async (input: object, of = client) => {
  const { files, folders, total_count: total } = await of.call(search, { query_words: 'needle', ...input } as never)
  return { names: [...folders, ...files].map(({ name }) => name), total }
}
/** Makes contents that the search knows. */
async function said(file: ItemRow, text: string) {
  const { body_id } = await server.deps.db
    .selectFrom('versions')
    .select('body_id')
    .where('item_id', '=', file.id)
    .executeTakeFirstOrThrow()
  await server.deps.db.insertInto('contents').values({ body_id, text, key: text, marks: [] }).execute()
}

describe('[OAPI-03] searching', () => {
  test('a search finds by kind, in an order, in pages, and in a folder', async () => {
    const [lesson] = [await make.folder({ parent: folder }, { name: 'needle a' })]
    now += 5000
    await make.file({ parent: lesson }, { name: 'needle c.txt', content: 'longest' })
    await make.file({ owner: teacher }, { name: 'b needle.txt', content: 'x' })
    assert.deepEqual((await found({})).total, 3)
    assert.deepEqual((await found({ type: 'folder' })).names, ['needle a'])
    const files = await found({ type: 'file', sort_by: 'size', sort_direction: 'asc' })
    assert.deepEqual(files, { names: ['b needle.txt', 'needle c.txt'], total: 2 })
    assert.deepEqual((await found({ type: 'file', sort_by: 'name', sort_direction: 'desc' })).names, [
      'needle c.txt',
      'b needle.txt',
    ])
    const second = await found({ type: 'file', sort_by: 'name', sort_direction: 'desc', page_id: 1, page_capacity: 1 })
    assert.deepEqual(second, { names: ['b needle.txt'], total: 2 })
    assert.deepEqual((await found({ search_in_folder: lesson.id })).names, ['needle c.txt'])
    assert.deepEqual((await found({ search_in_folder: lesson.id, department_id: 0 })).names, ['needle c.txt'])
    const range = `${now / 1000},`
    assert.equal((await found({ updated_time_range: range })).total, 2)
    assert.deepEqual((await found({ updated_time_range: `,${now / 1000 - 1}` })).names, ['needle a'])
  })

  test('a search looks in one field, or in all', async () => {
    const owner = await make.user({ enterprise: school, name: 'fielder' })
    const theirs = await clientFor(owner)
    const [named, tagged, spoken] = [
      await make.file({ owner }, { name: 'thimble.txt' }),
      await make.file({ owner }, { name: 'tagged.txt' }),
      await make.file({ owner }, { name: 'thimble said.txt' }),
    ]
    await make.tags(tagged, ['thimble'])
    await said(spoken, 'thimble')
    const by = async (query_filter: string, query_words = 'thimble', of = theirs) =>
      (await found({ query_filter, query_words }, of)).names.sort()
    assert.deepEqual(await by('file_name'), [named.name, spoken.name].sort())
    assert.deepEqual(await by('tag'), [tagged.name])
    assert.deepEqual(await by('content'), [spoken.name])
    assert.deepEqual(await by('creator', 'fielder'), [named.name, tagged.name, spoken.name].sort())
    assert.deepEqual(await by('creator'), [])
    assert.equal((await by('all')).length, 3)
    const blind = await clientFor(owner, { scope: 'item_read' })
    assert.deepEqual(await by('content', 'thimble', blind), [])
  })

  test('a search finds nothing of others, and refuses places and ranges that cannot be', async () => {
    const hidden = await make.folder({ owner: colleague }, { name: 'needle hidden' })
    assert.ok(!(await found({ page_capacity: 500 })).names.includes('needle hidden'))
    await client.refused(search, { query_words: 'needle', search_in_folder: hidden.id }, 404, 'folder_not_found')
    await make.collab(hidden, { user: teacher }, 'viewer')
    assert.deepEqual((await found({ department_id: -1 })).names, ['needle hidden'])
    for (const wrong of [
      { query_words: ' ' },
      { query_words: '' },
      { query_words: 'a', updated_time_range: '5,4' },
      { query_words: 'a', updated_time_range: 'x' },
      { query_words: 'a', page_capacity: 501 },
      { query_words: 'a', query_filter: 'all of it' },
    ])
      await client.refused(search, wrong, 400, 'request_data_invalid')
  })
})

describe('[OAPI-03] recent and marked items', () => {
  test('files that were used last come first, up to the limit, without those that are gone', async () => {
    const [one, two, gone] = [
      await make.file({ parent: folder }),
      await make.file({ parent: folder }),
      await make.file({ parent: folder }),
    ]
    for (const { id } of [one, two, gone]) {
      now += 1000
      const used = await client.call('POST /v2/file/{item_id}/mark_as_used', { item_id: id })
      assert.deepEqual(used, { success: true })
    }
    await client.call('POST /v2/file/{id}/delete', { id: gone.id })
    const recent = async (input: object) =>
      (await client.call('GET /v2/file/recent_items', input)).files.map(({ id }) => id)
    assert.deepEqual(await recent({}), [two.id, one.id])
    assert.deepEqual(await recent({ limit: 1 }), [two.id])
    await client.refused('GET /v2/file/recent_items', { limit: 501 }, 400, 'request_data_invalid')
    const secret = await make.file({ owner: colleague })
    await client.refused('POST /v2/file/{item_id}/mark_as_used', { item_id: secret.id }, 404, 'file_not_found')
  })

  test('items are marked once, listed newest first, and unmarked', async () => {
    const [file, lesson] = [await make.file({ parent: folder }), await make.folder({ parent: folder })]
    const add = (type: 'file' | 'folder', id: number) =>
      client.call('POST /v2/frequent/add', { type, id: String(id) } as never)
    const made = await add('file', file.id)
    assert.deepEqual([made.owner_id, made.item_type, made.item_id, made.top], [teacher.id, 'file', file.id, false])
    await add('file', file.id)
    now += 1000
    await add('folder', lesson.id)
    const list = async (input: object) => {
      const { frequent_items: items, total_count: total } = await client.call('GET /v2/frequent/list', input)
      return [items.map(({ id }) => id), total]
    }
    assert.deepEqual(await list({}), [[lesson.id, file.id], 2])
    assert.deepEqual(await list({ page_id: 1, page_capacity: 1 }), [[file.id], 2])
    assert.equal((await client.call('GET /v2/file/{id}/info', { id: file.id })).is_frequently_used, true)
    const remove = { type: 'file', id: file.id } as const
    assert.deepEqual(await client.call('POST /v2/frequent/delete', remove), { success: true })
    assert.deepEqual(await client.call('POST /v2/frequent/delete', remove), { success: true })
    assert.deepEqual(await list({}), [[lesson.id], 1])
    const secret = await make.folder({ owner: colleague })
    await client.refused('POST /v2/frequent/add', { type: 'folder', id: secret.id }, 404, 'folder_not_found')
    await client.refused('POST /v2/frequent/add', { type: 'file', id: lesson.id }, 404, 'file_not_found')
    await client.refused('POST /v2/frequent/add', { type: 'planet', id: 1 }, 400, 'request_data_invalid')
  })
})

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import { after, before, describe, test } from 'node:test'
import type { OpenItem } from '@/contract/applications'
import type { DepartmentRow, EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import { fillHashes } from '../../../server/jobs/fillHashes'
import { makeApplication, OpenClient } from '../../support/applications/applications'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>
let school: EnterpriseRow
let teacher: UserRow
let colleague: UserRow
let maths: DepartmentRow
let folder: ItemRow
let client: OpenClient
let credentials: Awaited<ReturnType<typeof makeApplication>>

before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
  school = await make.enterprise()
  const administrator = await make.user({ enterprise: school, isAdministrator: true })
  teacher = await make.user({ enterprise: school, name: 'Teacher' })
  colleague = await make.user({ enterprise: school })
  maths = await make.department({ enterprise: school, name: 'Maths' })
  await make.member(maths, teacher, { role: 'editor' })
  folder = await make.folder({ owner: teacher }, { name: 'lessons' })
  credentials = await makeApplication(server, administrator)
  client = await clientFor(teacher)
})
after(() => server.close())

const clientFor = async (user: UserRow) =>
  new OpenClient(server.url, await new OpenClient(server.url).token(credentials, user))
/** Without the address of the tile, which is signed for some time. */
const plain = ({ thumbnail: _tile, ...item }: OpenItem) => item
const sha1 = (content: string) => createHash('sha1').update(content).digest('hex')
const steps = ({ path }: OpenItem) => path.map(({ id, name, path_ids: ids }) => [id, name, ids])

/** Fields that clients read without asking whether they are there. */
const neverNull = [
  'id',
  'type',
  'name',
  'size',
  'created_at',
  'modified_at',
  'description',
  'path',
  'owned_by',
  'parent',
  'sequence_id',
] as const

describe('[OAPI-03] the shape of items', () => {
  test('a file has its path from the root on, its people, its hash and its place', async () => {
    const inner = await make.folder({ parent: folder }, { name: 'inner' })
    const { id } = await make.file({ parent: inner }, { name: 'one.PDF', content: 'one' })
    await make.tags({ id, creator_id: teacher.id }, ['a', 'b'])
    const file = await client.call('GET /v2/file/{id}/info_v2', { id })
    assert.deepEqual(plain(await client.call('GET /v2/file/{id}/info', { id })), plain(file))
    assert.deepEqual(steps(file), [
      [0, '', '0'],
      [folder.id, 'lessons', `0/${folder.id}`],
      [inner.id, 'inner', `0/${folder.id}/${inner.id}`],
    ])
    assert.deepEqual([file.parent.id, file.parent_folder_id, file.extension], [inner.id, inner.id, 'pdf'])
    const person = {
      id: teacher.id,
      name: 'Teacher',
      login: teacher.login,
      enterprise_id: school.id,
      miniDepartmentList: [{ id: maths.id, name: 'Maths' }],
    }
    assert.deepEqual([file.owned_by, file.modified_by], [person, person])
    assert.equal(file.sha1, sha1('one'))
    assert.deepEqual(
      file.tags.map(({ name }) => name),
      ['a', 'b'],
    )
    assert.deepEqual(file.space, { type: 'personal', id: teacher.id, name: 'Teacher', user_count: null })
    assert.deepEqual([file.spaceName, file.department, file.in_trash, file.comments_count], ['Teacher', null, false, 0])
    assert.ok(file.permissions.includes('item_own'))
    assert.deepEqual([file.item_count, file.folder_type, file.shared], [null, null, null])
    for (const field of neverNull) assert.notEqual(file[field], null, field)
  })

  test('an item in the root has the root as its parent, and the root itself is folder 0', async () => {
    const { parent, parent_folder_id: above } = await client.call('GET /v2/folder/{id}/info', { id: folder.id })
    assert.deepEqual([parent.type, parent.id, above], ['folder', 0, 0])
    const root = await client.call('GET /v2/folder/{id}/info', { id: 0 })
    assert.deepEqual([root.id, root.path, root.parent.id, root.folder_type], [0, [], 0, 'normal'])
    for (const field of neverNull) assert.notEqual(root[field], null, field)
  })

  test('a folder counts the children that the user sees', async () => {
    const lent = await make.folder({ owner: colleague })
    const [hidden] = [await make.folder({ parent: lent }), await make.file({ parent: lent })]
    await make.collab(lent, { user: teacher }, 'editor')
    await make.collab(hidden, { user: teacher }, 'reset')
    const found = await client.call('GET /v2/folder/{id}/info', { id: lent.id })
    assert.deepEqual([found.item_count, found.shared, found.folder_type], [1, true, 'normal'])
    assert.deepEqual([found.space.type, found.space.id, found.sha1], ['collab', colleague.id, null])
    assert.ok(!found.permissions.includes('item_own'))
    const theirs = await (await clientFor(colleague)).call('GET /v2/folder/{id}/info', { id: lent.id })
    assert.equal(theirs.item_count, 2)
  })

  test('an item in the space of a department names it', async () => {
    const { id } = await make.file({ department: maths }, { name: 'plan.txt' })
    const file = await client.call('GET /v2/file/{id}/info', { id })
    assert.deepEqual(
      file.path.map(({ name }) => name),
      ['', 'Maths'],
    )
    assert.deepEqual(file.space, { type: 'department', id: maths.id, name: 'Maths', user_count: null })
    assert.deepEqual([file.department?.name, file.department?.id], ['Maths', file.parent.id])
  })

  test('people of another enterprise have no departments', async () => {
    const stranger = await make.user({})
    const theirs = await make.department({ enterprise: { id: stranger.enterprise_id } as EnterpriseRow })
    await make.member(theirs, stranger)
    const lent = await make.folder({ owner: stranger })
    await make.collab(lent, { user: teacher }, 'viewer')
    const { owned_by: owner, modified_by: by } = await client.call('GET /v2/folder/{id}/info', { id: lent.id })
    assert.deepEqual([owner.id, owner.miniDepartmentList, by.miniDepartmentList], [stranger.id, [], []])
  })

  test('lists carry whole items and name their space', async () => {
    const { files, space } = await client.call('GET /v2/folder/{id}/children', { id: folder.id })
    assert.equal(space?.type, 'personal')
    for (const file of files)
      assert.deepEqual(plain(file), plain(await client.call('GET /v2/file/{id}/info', { id: file.id })))
    const { id } = await make.file({ parent: folder }, { content: 'gone' })
    await client.call('POST /v2/file/{id}/delete', { id })
    const trashed = await client.call('GET /v2/file/{id}/trash', { id })
    assert.deepEqual([trashed.in_trash, trashed.sha1, trashed.deleted_by?.id], [true, sha1('gone'), teacher.id])
    assert.deepEqual(trashed.deleted_by?.miniDepartmentList, [{ id: maths.id, name: 'Maths' }])
    const list = await client.call('GET /v2/trash/list', {})
    assert.deepEqual(plain(list.files.find((each) => each.id === id)!), plain(trashed))
  })
})

describe('[OAPI-03] hashes of contents', () => {
  test('an upload is hashed as its bytes pass, whether its size is known or not', async () => {
    for (const file_size of [undefined, 5]) {
      const announced = {
        parent_id: folder.id,
        name: `${file_size ?? 'open'}.txt`,
        upload_type: 'api',
        file_size,
      } as const
      const { presign_url: address } = await client.call('POST /v2/file/upload_v2', announced)
      const sent = (await (await client.post(address, 'bytes')).json()) as OpenItem
      assert.equal(sent.sha1, sha1('bytes'))
    }
  })

  test('a job hashes what was not, and what the storage lacks stays without a hash', async () => {
    const [old, lost] = [await make.file({ parent: folder }, { content: 'old' }), await make.file({ parent: folder })]
    const { db, storage } = server.deps
    const bodies = await db
      .selectFrom('versions')
      .innerJoin('bodies', 'bodies.id', 'versions.body_id')
      .select(['bodies.id', 'bodies.key', 'versions.item_id'])
      .where('versions.item_id', 'in', [old.id, lost.id])
      .execute()
    for (const { id } of bodies) await db.updateTable('bodies').set({ sha1: null }).where('id', '=', id).execute()
    await storage.delete(bodies.find(({ item_id: of }) => of === lost.id)!.key)
    const hash = async (id: number) => (await client.call('GET /v2/file/{id}/info', { id })).sha1
    assert.deepEqual([await hash(old.id), await hash(lost.id)], ['', ''])
    await fillHashes(server.deps)
    assert.deepEqual([await hash(old.id), await hash(lost.id)], [sha1('old'), ''])
    const left = await db.selectFrom('bodies').select('id').where('sha1', 'is', null).execute()
    assert.deepEqual(left, [])
  })
})

describe('[OAPI-03] downloads', () => {
  test('the header with the name is spelt as clients compare it', async () => {
    const { id } = await make.file({ parent: folder }, { name: 'named.txt' })
    const { download_url: at } = await client.call('GET /v2/file/{id}/download', { id })
    const { download_url: zip } = await client.call('POST /v2/file/pack_download', { item_typed_ids: [`file_${id}`] })
    for (const [address, name] of [
      [at, 'named.txt'],
      [zip, 'named.txt.zip'],
    ] as const) {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => get(address, resolve).on('error', reject))
      answer.resume()
      const { rawHeaders } = answer
      const value = rawHeaders[rawHeaders.indexOf('Content-Disposition') + 1]
      assert.ok(value?.includes(`filename="${name}"`), rawHeaders.join())
    }
  })

  test('a number asks for the nth version from the oldest, and 0 for the current one', async () => {
    const { id } = await make.file({ parent: folder }, { name: 'v.txt', content: 'first' })
    const { presign_url: address } = await client.call('POST /v2/file/{id}/new_version_v2', {
      id,
      name: 'v.txt',
      upload_type: 'api',
    })
    await client.post(address, 'second')
    const bytes = async (input: object) => {
      const { download_url: at } = await client.call('GET /v2/file/{id}/download_v2', { id, ...input })
      return (await fetch(at)).text()
    }
    assert.deepEqual(
      [await bytes({}), await bytes({ version: 0 }), await bytes({ version: 1 }), await bytes({ version: '2' })],
      ['second', 'second', 'first', 'second'],
    )
    await client.refused('GET /v2/file/{id}/download_v2', { id, version: 3 }, 404, 'file_not_found')
    await client.refused('GET /v2/file/{id}/download_v2', { id, version: -1 }, 400, 'request_data_invalid')
    const theirs = await clientFor(colleague)
    await theirs.refused('GET /v2/file/{id}/download', { id, version: 1 }, 404, 'file_not_found')
  })
})

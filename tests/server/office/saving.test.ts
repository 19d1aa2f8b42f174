import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { UPLOAD_SIZE_LIMIT } from '@/domain/uploads/uploads'
import { client } from '../../support/client'
import { OfficeWorld } from '../../support/office/OfficeWorld'
import { until } from '../../support/until'

const world = new OfficeWorld()
const start = world.now
before(() => world.open())
beforeEach(() => {
  world.now = start
})
after(() => world.close())

/** The uploads that still receive bytes or reserve room. */
const receiving = async () =>
  (await world.server.deps.db.selectFrom('uploads').select('id').where('state', '=', 'receiving').execute()).length

const blobs = async () => (await world.server.deps.db.selectFrom('bodies').select('id').execute()).length

/** A body that is sent in two halves, the second when the test says so. */
function halves(text: string) {
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  async function* body() {
    yield Buffer.from(text.slice(0, 3))
    await gate
    yield Buffer.from(text.slice(3))
  }
  return { body: body(), headers: { 'content-length': String(Buffer.byteLength(text)) }, release }
}

describe('[DOC-10] PutFile adds a version', () => {
  test('each save is a version by the user, with the file’s name, and the service learns its number', async () => {
    const { they, me, other, file, typedId } = await world.file()
    const host = await world.edit(they, file.id)
    const before = await host.info()
    await host.lock('A')
    world.pass(60_000)
    const saved = await host.put('第二版', 'A')
    const info = await host.info()
    assert.deepEqual(
      [saved.status, saved.headers['x-wopi-itemversion'], JSON.parse(saved.bytes.toString())],
      [200, info.Version, { LastModifiedTime: info.LastModifiedTime }],
    )
    assert.notEqual(info.Version, before.Version)
    assert.equal((await host.put('第三版', 'A')).status, 200)
    const versions = await world.versionsOf(me, file.id)
    assert.deepEqual(
      versions.map(({ version, updater }) => [version, updater.name]),
      [3, 2, 1].map((number) => [number, number === 1 ? versions[2]!.updater.name : other.name]),
    )
    assert.equal((await host.read()).bytes.toString(), '第三版')
    const { item } = await me.call('GET /apps/files/get_info', { item_typed_id: typedId })
    assert.deepEqual([item?.updater.name, item?.size, item?.name], [other.name, 9, '报告.docx'])
  })

  test('without the lock nothing is saved, except in an empty file', async () => {
    const { they, me, file, folder } = await world.file()
    const host = await world.edit(they, file.id)
    const refused = await host.put('new')
    assert.deepEqual([refused.status, refused.headers['x-wopi-lock']], [409, ''])
    const emptied = await host.put('', undefined)
    assert.equal(emptied.status, 409)
    await host.lock('A')
    for (const lock of [undefined, 'B']) {
      const other = await host.put('new', lock)
      assert.deepEqual([other.status, other.headers['x-wopi-lock']], [409, 'A'])
    }
    assert.equal((await world.versionsOf(me, file.id)).length, 1)

    const empty = await world.make.file({ parent: folder }, { name: '空.docx', content: '' })
    const first = await world.edit(they, empty.id)
    assert.equal((await first.put('', undefined)).status, 200)
    assert.equal((await first.put('begun', undefined)).status, 200)
    assert.equal((await first.put('again', undefined)).status, 409)
    await first.lock('A')
    assert.equal((await first.put('', 'A')).status, 200)
  })

  test('a space without room takes nothing, and keeps what it has', async () => {
    const { they, me, owner, file, folder } = await world.file()
    const host = await world.edit(they, file.id)
    await host.lock('A')
    const setQuota = (quota_bytes: number | null) =>
      world.server.deps.db.updateTable('users').set({ quota_bytes }).where('id', '=', owner.id).execute()
    await setQuota(20)
    assert.equal((await host.put('x'.repeat(30), 'A')).status, 413)
    const copy = await host.act('PUT_RELATIVE', { 'x-wopi-suggestedtarget': '.docx' }, { body: Buffer.alloc(30) })
    assert.equal(copy.status, 413)
    await setQuota(null)
    assert.equal((await world.versionsOf(me, file.id)).length, 1)
    const { children } = await me.call('GET /apps/files/file_list/{folderId}', { folderId: folder.id })
    assert.equal(children?.length, 1)
  })

  test('a body that is too large, of unknown length or shorter than it says is refused, and nothing of it stays', async () => {
    const { they, me, file } = await world.file()
    const host = await world.edit(they, file.id)
    await host.lock('A')
    const before = await blobs()
    const huge = { 'content-length': String(UPLOAD_SIZE_LIMIT) }
    const half = halves('abcdef')
    const large = host.put('', 'A', { body: half.body, headers: huge }).catch(() => ({ status: 413 }))
    half.release()
    assert.equal((await large).status, 413)
    const unknown = halves('abcdef')
    unknown.release()
    assert.equal((await host.put('', 'A', { body: unknown.body, headers: {} })).status, 411)
    assert.equal((await world.versionsOf(me, file.id)).length, 1)
    assert.deepEqual([await blobs(), await receiving()], [before, 0])
  })
})

describe('[DOC-10] what happens while a body arrives', () => {
  const cases: [
    what: string,
    status: number,
    act: (
      at: Awaited<ReturnType<OfficeWorld['file']>>,
      host: Awaited<ReturnType<OfficeWorld['edit']>>,
    ) => Promise<unknown>,
  ][] = [
    ['the right is withdrawn', 404, ({ collab }) => world.setRole(collab.id, 'viewer')],
    [
      'the file goes to the recycle bin',
      404,
      ({ me, typedId }) => me.call('POST /apps/files/delete', { item_typed_ids: [typedId] }),
    ],
    [
      'a colleague locks the file',
      409,
      ({ me, typedId }) => me.call('POST /apps/files/lock', { item_typed_id: typedId }),
    ],
    ['the service releases the lock', 409, (_, host) => host.act('UNLOCK', { 'x-wopi-lock': 'A' })],
    ['the service replaces the lock', 409, (_, host) => host.lock('B', 'A')],
    ['the lock ends', 409, async () => world.pass(30 * 60_000)],
  ]
  for (const [what, status, act] of cases)
    test(`${what}: the bytes are not stored`, async () => {
      const at = await world.file()
      const host = await world.edit(at.they, at.file.id)
      await host.lock('A')
      const before = await blobs()
      const { body, headers, release } = halves('abcdef')
      const saving = host.put('', 'A', { body, headers })
      await until('the first half', async () => (await receiving()) === 1)
      await act(at, host)
      release()
      assert.equal((await saving).status, status)
      const versions = await world.server.deps.db
        .selectFrom('versions')
        .select('id')
        .where('item_id', '=', at.file.id)
        .execute()
      assert.deepEqual([versions.length, await receiving(), await blobs()], [1, 0, before])
    })

  test('a colleague moves and renames the file: the version is stored there', async () => {
    const { they, me, file, folder, typedId } = await world.file()
    const inner = await world.make.folder({ parent: folder })
    const host = await world.edit(they, file.id)
    await host.lock('A')
    const { body, headers, release } = halves('abcdef')
    const saving = host.put('', 'A', { body, headers })
    await until('the first half', async () => (await receiving()) === 1)
    await me.call('POST /apps/files/edit', { item_typed_id: typedId, name: '新名' })
    await me.call('POST /apps/files/move', { item_typed_ids: [typedId], target_folder_id: inner.id })
    release()
    assert.equal((await saving).status, 200)
    const { item } = await me.call('GET /apps/files/get_info', { item_typed_id: typedId })
    assert.deepEqual([item?.name, item?.size, item?.parent_folder_id], ['新名.docx', 6, inner.id])
  })

  test('a service that breaks off stores nothing, and may save again', async () => {
    const { they, me, file } = await world.file()
    const host = await world.edit(they, file.id)
    await host.lock('A')
    async function* broken() {
      yield Buffer.from('abc')
      await until('the first half', async () => (await receiving()) === 1)
      throw new Error('broken off')
    }
    const sent = host.put('', 'A', { body: broken(), headers: { 'content-length': '6' } })
    await assert.rejects(
      Promise.race([
        sent,
        until('the end', async () => (await receiving()) === 0).then(() => Promise.reject(new Error('ended'))),
      ]),
    )
    assert.equal((await host.put('again', 'A')).status, 200)
    assert.equal((await world.versionsOf(me, file.id)).length, 2)
  })

  test('two saves at the same time are two versions', async () => {
    const { they, me, file } = await world.file()
    const [mine, theirs] = [await world.edit(me, file.id), await world.edit(they, file.id)]
    await mine.lock('A')
    const answers = await Promise.all([mine.put('one', 'A'), theirs.put('other', 'A')])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    )
    assert.equal((await world.versionsOf(me, file.id)).length, 3)
  })
})

test('[DOC-10] the log of the organisation says who opened the file and who changed it', async () => {
  const { enterprise, they, other, file } = await world.file()
  const administrator = await world.make.user({ enterprise, isAdministrator: true })
  const host = await world.edit(they, file.id)
  await host.lock('A')
  await host.put('second', 'A')
  const audit = await (
    await client(world.server).as(administrator.login)
  ).call('GET /apps/audit/list', { user_id: other.id })
  const deeds = audit.entries.filter(({ item }) => item?.id === file.id).map(({ deed }) => deed)
  assert.ok(deeds.includes('item_opened'), deeds.join())
})

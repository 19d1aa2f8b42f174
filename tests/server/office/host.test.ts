import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import iconv from 'iconv-lite'
import { maintainDocuments } from '../../../server/jobs/documents'
import { client } from '../../support/client'
import { HostClient } from '../../support/office/HostClient'
import { OfficeWorld } from '../../support/office/OfficeWorld'
import { upload } from '../../support/uploads/upload'

const world = new OfficeWorld()
const start = world.now
before(() => world.open())
beforeEach(() => {
  world.now = start
})
after(() => world.close())

const MINUTE = 60_000
const utf7 = (text: string) => iconv.encode(text, 'utf-7').toString('latin1')
const json = <T>(bytes: Buffer) => JSON.parse(bytes.toString()) as T
const held = (answer: { status: number; headers: Record<string, string | undefined> }) => [
  answer.status,
  answer.headers['x-wopi-lock'],
]

describe('[DOC-10] CheckFileInfo and GetFile', () => {
  test('the service learns the file, the user and the rights', async () => {
    const { they, other, owner, file } = await world.file()
    const host = await world.edit(they, file.id)
    assert.equal(host.source, `${world.server.url}/wopi/files/${file.id}`)
    const { LastModifiedTime, Version, ...info } = await host.info()
    assert.equal(new Date(LastModifiedTime).toISOString(), LastModifiedTime)
    assert.match(Version, /./)
    const told = {
      BaseFileName: '报告.docx',
      OwnerId: `u${owner.id}`,
      UserId: `u${other.id}`,
      UserFriendlyName: other.name,
      Size: 5,
      UserCanWrite: true,
      ReadOnly: false,
      UserCanRename: true,
      UserCanNotWriteRelative: false,
      SupportsLocks: true,
      HostEditUrl: `${world.server.url}/office/${file.id}`,
    }
    assert.deepEqual({ ...info, ...told }, info)
  })

  test('the service reads the bytes and their version, and no more than it expects', async () => {
    const { they, file } = await world.file()
    const host = await world.edit(they, file.id)
    const { Version } = await host.info()
    const read = await host.read({ 'x-wopi-maxexpectedsize': '5' })
    assert.deepEqual([read.status, read.bytes.toString(), read.headers['x-wopi-itemversion']], [200, 'first', Version])
    assert.equal((await host.read({ 'x-wopi-maxexpectedsize': '4' })).status, 412)
  })

  test('a colleague who holds the file by a manual lock makes it read-only; one’s own lock does not', async () => {
    const { they, me, file, typedId } = await world.file()
    const [mine, theirs] = [await world.edit(me, file.id), await world.edit(they, file.id)]
    await me.call('POST /apps/files/lock', { item_typed_id: typedId })
    assert.deepEqual(
      [(await mine.info()).UserCanWrite, (await theirs.info()).UserCanWrite, (await theirs.info()).ReadOnly],
      [true, false, true],
    )
    assert.deepEqual(held(await theirs.lock('L')), [409, ''])
    assert.deepEqual(held(await theirs.put('new', 'L')), [409, ''])
    assert.equal((await mine.lock('L')).status, 200)
    assert.deepEqual(await world.lockOf(they, typedId), { kind: 1, by: (await mine.info()).UserFriendlyName })
  })
})

describe('[DOC-10] the locks of the protocol', () => {
  test('a lock is set, read, renewed, replaced and released by those who know it, and is common to all who edit', async () => {
    const { they, me, file } = await world.file()
    const [mine, theirs] = [await world.edit(me, file.id), await world.edit(they, file.id)]
    assert.deepEqual(held(await mine.act('GET_LOCK')), [200, ''])
    for (const override of ['REFRESH_LOCK', 'UNLOCK'])
      assert.deepEqual(held(await mine.act(override, { 'x-wopi-lock': 'A' })), [409, ''])
    assert.deepEqual(held(await mine.lock('B', 'A')), [409, ''])
    assert.equal((await mine.lock('A')).status, 200)
    assert.equal((await theirs.lock('A')).status, 200)
    assert.deepEqual(held(await theirs.act('GET_LOCK')), [200, 'A'])
    assert.deepEqual(held(await theirs.lock('B')), [409, 'A'])
    assert.deepEqual(held(await theirs.act('REFRESH_LOCK', { 'x-wopi-lock': 'B' })), [409, 'A'])
    assert.deepEqual(held(await theirs.act('UNLOCK', { 'x-wopi-lock': 'B' })), [409, 'A'])
    assert.deepEqual(held(await theirs.lock('B', 'C')), [409, 'A'])
    assert.equal((await theirs.lock('B', 'A')).status, 200)
    assert.deepEqual(held(await mine.act('UNLOCK', { 'x-wopi-lock': 'A' })), [409, 'B'])
    assert.equal((await mine.act('UNLOCK', { 'x-wopi-lock': 'B' })).status, 200)
    assert.deepEqual(held(await mine.act('GET_LOCK')), [200, ''])
  })

  test('a lock ends after 30 minutes without being renewed', async () => {
    const { they, file } = await world.file()
    const host = await world.edit(they, file.id)
    await host.lock('A')
    world.pass(29 * MINUTE)
    assert.equal((await host.act('REFRESH_LOCK', { 'x-wopi-lock': 'A' })).status, 200)
    world.pass(30 * MINUTE - 1)
    assert.deepEqual(held(await host.act('GET_LOCK')), [200, 'A'])
    world.pass(1)
    assert.deepEqual(held(await host.act('GET_LOCK')), [200, ''])
    assert.deepEqual(held(await host.put('late', 'A')), [409, ''])
    assert.equal((await host.lock('B')).status, 200)
    assert.deepEqual(held(await host.put('late', 'A')), [409, 'B'])
  })

  test('locks that are missing, too long or no text are refused with 400, and unknown acts with 501', async () => {
    const { they, file } = await world.file()
    const host = await world.edit(they, file.id)
    assert.equal((await host.lock('L'.repeat(1024))).status, 200)
    assert.equal((await host.lock('M'.repeat(1025), 'L'.repeat(1024))).status, 400)
    for (const override of ['LOCK', 'REFRESH_LOCK', 'UNLOCK']) assert.equal((await host.act(override)).status, 400)
    assert.equal((await host.act('LOCK', { 'x-wopi-lock': 'é' })).status, 400)
    for (const override of ['', 'DELETE', 'COBALT', 'constructor', 'PUT'])
      assert.equal((await host.act(override)).status, 501)
    assert.equal((await host.put('x', 'L', { headers: { 'x-wopi-override': 'LOCK' } })).status, 501)
  })

  test('the drive shows who edits, keeps nobody from anything, and shows it no more after the lock', async () => {
    const { they, me, other, file, typedId } = await world.file()
    const host = await world.edit(they, file.id)
    await host.lock('A')
    const shown = { kind: 3, by: other.name }
    assert.deepEqual(await world.lockOf(me, typedId), shown)
    world.pass(10 * MINUTE)
    await maintainDocuments(world.server.deps)
    assert.deepEqual(await world.lockOf(me, typedId), shown)
    await me.call('POST /apps/files/edit', { item_typed_id: typedId, name: '改名' })
    assert.equal((await host.info()).BaseFileName, '改名.docx')
    await host.act('UNLOCK', { 'x-wopi-lock': 'A' })
    assert.deepEqual(await world.lockOf(me, typedId), { kind: null, by: null })

    await host.lock('B')
    world.pass(31 * MINUTE)
    await maintainDocuments(world.server.deps)
    assert.deepEqual(await world.lockOf(me, typedId), { kind: null, by: null })
    const rows = await world.server.deps.db
      .selectFrom('office_locks')
      .selectAll()
      .where('item_id', '=', file.id)
      .execute()
    assert.deepEqual(rows, [])
  })

  test('a manual lock takes the place of the shown one, and after it the renewed lock is shown again', async () => {
    const { they, me, owner, other, file, typedId } = await world.file()
    const host = await world.edit(they, file.id)
    await host.lock('A')
    await me.call('POST /apps/files/lock', { item_typed_id: typedId })
    assert.deepEqual(await world.lockOf(they, typedId), { kind: 1, by: owner.name })
    assert.deepEqual(held(await host.put('new', 'A')), [409, ''])
    assert.deepEqual(held(await host.act('REFRESH_LOCK', { 'x-wopi-lock': 'A' })), [409, ''])
    await me.call('POST /apps/files/unlock', { item_typed_id: typedId })
    assert.equal((await host.act('REFRESH_LOCK', { 'x-wopi-lock': 'A' })).status, 200)
    assert.deepEqual(await world.lockOf(me, typedId), { kind: 3, by: other.name })
    assert.equal((await host.put('new', 'A')).status, 200)
  })

  test('of two services that lock at the same time one gets the lock', async () => {
    const { they, me, file } = await world.file()
    const [mine, theirs] = [await world.edit(me, file.id), await world.edit(they, file.id)]
    const answers = await Promise.all([mine.lock('A'), theirs.lock('B'), mine.lock('C'), theirs.lock('D')])
    const { 'x-wopi-lock': winner } = (await mine.act('GET_LOCK')).headers
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409])
    for (const answer of answers.filter(({ status }) => status === 409))
      assert.equal(answer.headers['x-wopi-lock'], winner)
  })
})

describe('[DOC-10] RenameFile', () => {
  const rename = (host: HostClient, name: string, lock?: string) =>
    host.act('RENAME_FILE', { 'x-wopi-requestedname': utf7(name), ...(lock && { 'x-wopi-lock': lock }) })

  test('the file gets the name, in any language, and keeps its extension', async () => {
    const { they, me, file, typedId } = await world.file()
    const host = await world.edit(they, file.id)
    assert.deepEqual(json((await rename(host, '年度报告 & plan+1')).bytes), { Name: '年度报告 & plan+1' })
    const { item } = await me.call('GET /apps/files/get_info', { item_typed_id: typedId })
    assert.equal(item?.name, '年度报告 & plan+1.docx')
  })

  test('another lock, a taken name and an impossible one are refused, each in its own way', async () => {
    const { they, file, folder } = await world.file()
    await world.make.file({ parent: folder }, { name: '已有.docx' })
    const host = await world.edit(they, file.id)
    await host.lock('A')
    assert.deepEqual(held(await rename(host, '新', 'B')), [409, 'A'])
    assert.deepEqual(held(await rename(host, '新')), [409, 'A'])
    for (const [name, code] of [
      ['已有', 'name_taken'],
      ['a/b', 'name_character'],
      ['x'.repeat(300), 'name_too_long'],
      ['\u202ecod', 'name_invisible'],
    ] as const) {
      const answer = await rename(host, name, 'A')
      assert.deepEqual([answer.status, answer.headers['x-wopi-invalidfilenameerror']], [400, code])
    }
    assert.equal((await host.act('RENAME_FILE', { 'x-wopi-lock': 'A' })).status, 400)
    assert.equal((await host.info()).BaseFileName, '报告.docx')
  })
})

describe('[DOC-10] PutRelativeFile', () => {
  const put = (host: HostClient, headers: Record<string, string>, text = 'copy') =>
    host.act('PUT_RELATIVE', headers, { body: Buffer.from(text) })

  test('a suggested name is made possible and free; an extension joins the name of the file', async () => {
    const { they, file } = await world.file()
    const host = await world.edit(they, file.id)
    for (const [suggested, name] of [
      ['.pdf', '报告.pdf'],
      ['报告.docx', '报告 (1).docx'],
      ['a/b:c.docx', 'a_b_c.docx'],
      ['a/../../x.docx', 'a_.._.._x.docx'],
      [`${'长'.repeat(300)}.docx`, `${'长'.repeat(222)}.docx`],
    ] as const) {
      const { status, bytes } = await put(host, { 'x-wopi-suggestedtarget': utf7(suggested) })
      assert.equal(status, 200, suggested)
      assert.equal(json<{ Name: string }>(bytes).Name, name)
    }
  })

  test('the answer leads to the new file, which the token in it opens, and to no other', async () => {
    const { they, file } = await world.file()
    const host = await world.edit(they, file.id)
    const { bytes } = await put(host, { 'x-wopi-suggestedtarget': '.docx' }, 'the copy')
    const { Url, HostEditUrl } = json<{ Url: string; HostEditUrl: string }>(bytes)
    const url = new URL(Url)
    const copy = new HostClient(world.office, url.origin + url.pathname, url.searchParams.get('access_token') ?? '')
    assert.equal((await copy.read()).bytes.toString(), 'the copy')
    assert.equal(HostEditUrl, (await copy.info()).HostEditUrl)
    assert.equal((await new HostClient(world.office, host.source, copy.token).send()).status, 401)
    assert.equal((await host.read()).bytes.toString(), 'first')
  })

  test('a demanded name is used as it is, or refused with a free one; another file is only replaced where that is wanted', async () => {
    const { they, me, file, folder } = await world.file()
    const existing = await world.make.file({ parent: folder }, { name: '存档.docx', content: 'old' })
    const host = await world.edit(they, file.id)
    const demanded = (name: string, overwrite?: string) =>
      put(host, {
        'x-wopi-relativetarget': utf7(name),
        ...(overwrite && { 'x-wopi-overwriterelativetarget': overwrite }),
      })
    assert.equal(json<{ Name: string }>((await demanded('新.docx')).bytes).Name, '新.docx')
    for (const overwrite of [undefined, 'false']) {
      const taken = await demanded('存档.docx', overwrite)
      assert.deepEqual([taken.status, taken.headers['x-wopi-validrelativetarget']], [409, utf7('存档 (1).docx')])
    }
    assert.equal((await demanded('a/b.docx')).status, 400)
    const other = await world.edit(they, existing.id)
    await other.lock('X')
    assert.deepEqual(held(await demanded('存档.docx', 'true')), [409, 'X'])
    await other.act('UNLOCK', { 'x-wopi-lock': 'X' })
    await me.call('POST /apps/files/lock', { item_typed_id: `file_${existing.id}` })
    assert.deepEqual(held(await demanded('存档.docx', 'true')), [409, ''])
    await me.call('POST /apps/files/unlock', { item_typed_id: `file_${existing.id}` })
    assert.equal((await demanded('存档.docx', 'true')).status, 200)
    assert.equal((await world.versionsOf(me, existing.id)).length, 2)
    assert.equal((await other.read()).bytes.toString(), 'copy')
  })

  test('both headers, and none, are refused', async () => {
    const { they, file } = await world.file()
    const host = await world.edit(they, file.id)
    assert.equal(
      (await put(host, { 'x-wopi-suggestedtarget': 'a.docx', 'x-wopi-relativetarget': 'b.docx' })).status,
      501,
    )
    assert.equal((await put(host, {})).status, 400)
  })

  test('whoever may edit one file, but not add to its folder, is told so, and adds nothing', async () => {
    const { enterprise, owner } = await world.file()
    const user = await world.make.user({ enterprise })
    const file = await world.make.file({ owner }, { name: '单个.docx' })
    await world.make.collab(file, { user }, 'editor')
    const me = await client(world.server).as(user.login)
    const host = await world.edit(me, file.id)
    assert.equal((await host.info()).UserCanNotWriteRelative, true)
    assert.equal((await put(host, { 'x-wopi-suggestedtarget': 'a.docx' })).status, 404)
  })
})

test('[DOC-10] a version that somebody uploads meanwhile is not overwritten unseen by Collabora', async () => {
  const { they, me, file } = await world.file()
  const host = await world.edit(they, file.id)
  const { LastModifiedTime } = await host.info()
  await host.lock('A')
  world.pass(MINUTE)
  await upload(me, '报告.docx', Buffer.from('uploaded'), { target_file_id: file.id })
  const headers = { 'x-cool-wopi-timestamp': LastModifiedTime }
  const refused = await host.put('edited', 'A', { headers })
  assert.deepEqual([refused.status, json(refused.bytes)], [409, { COOLStatusCode: 1010 }])
  assert.equal((await host.read()).bytes.toString(), 'uploaded')
  const seen = { 'x-cool-wopi-timestamp': (await host.info()).LastModifiedTime }
  assert.equal((await host.put('edited', 'A', { headers: seen })).status, 200)
  assert.equal((await world.versionsOf(me, file.id)).length, 3)
})

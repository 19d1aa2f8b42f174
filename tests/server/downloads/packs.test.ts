import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Role } from '@/contract/entities'
import { userKey } from '../../../server/actors/actor'
import { packAddress } from '../../../server/crypto/signedAddresses'
import { ownRoot } from '../../../server/queries/items/spaces'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { unpack } from '../../support/downloads/unpack'

describe('[ACT-08] folders are downloaded packed', () => {
  let now = new Date('2026-03-01T08:20:00Z')
  let server: TestServer
  let make: ReturnType<typeof factories>
  let owner: Awaited<ReturnType<typeof make.user>>
  let me: Client

  before(async () => {
    server = await startTestServer({ clock: () => now })
    make = factories(server.deps)
    owner = await make.user()
    me = await client(server).as(owner.login)
  })
  after(() => server.close())

  type TypedId = `${'file' | 'folder'}_${number}`
  const typed = (item: { id: number; is_folder: boolean }): TypedId =>
    `${item.is_folder ? 'folder' : 'file'}_${item.id}`
  const ask = (items: { id: number; is_folder: boolean }[], who = me) =>
    who.call('POST /pack_download/download', { item_typed_ids: items.map(typed), no_redirect: true })
  /** Without a session, as the system's browser sends requests. */
  const fetchPack = (address: string) => fetch(new URL(address, server.url))
  const contents = async (items: { id: number; is_folder: boolean }[], who = me) => {
    const { download_url, left_out } = await ask(items, who)
    const answer = await fetchPack(download_url)
    assert.equal(answer.status, 200)
    const bytes = Buffer.from(await answer.arrayBuffer())
    assert.equal(answer.headers.get('content-length'), String(bytes.length))
    return { entries: await unpack(bytes), left_out, headers: answer.headers }
  }

  test('nested folders that are all chosen are packed once', async () => {
    const chain = [await make.folder({ owner })]
    for (let n = 1; n < 20; n += 1) chain.push(await make.folder({ parent: chain.at(-1)! }))
    await make.file({ parent: chain.at(-1)! }, { name: '深.txt', content: '甲' })
    const { entries } = await contents([...chain].reverse())
    assert.deepEqual(Object.values(entries), [Buffer.from('甲').toString('hex')])
  })

  test('a chosen folder below an inaccessible one is packed by itself', async () => {
    const other = await make.user()
    const folder = await make.folder({ owner: other }, { name: '外' })
    await make.collab(folder, { user: owner }, 'editor')
    const shut = await make.folder({ parent: folder }, { name: '关' })
    await make.collab(shut, { user: owner }, 'reset')
    const inner = await make.folder({ parent: shut }, { name: '里' })
    await make.collab(inner, { user: owner }, 'viewer')
    await make.file({ parent: inner }, { name: '甲.txt', content: '甲' })
    const { entries } = await contents([folder, inner])
    assert.deepEqual(Object.keys(entries).sort(), ['外/', '里/甲.txt'])
  })

  test('a department’s folder is chosen by the department’s id, by itself or with other items', async () => {
    const department = await make.department()
    const member = await make.user({ department })
    const they = await client(server).as(member.login)
    const file = await make.file({ owner: member }, { name: '甲.txt', content: '甲' })
    await make.file({ department }, { name: '乙.txt', content: '乙' })
    const id = `department_${department.id}` as const
    for (const item_typed_ids of [[id], [typed(file), id]])
      await they.refused('POST /pack_download/download', { item_typed_ids }, 'item_not_found')
  })

  test('more than 20,000 items at once are refused', async () => {
    const folder = await make.folder({ owner })
    await sql`
      insert into items (parent_id, is_folder, name, name_key, creator_id, updater_id)
      select ${folder.id}, true, 'n' || n, 'n' || n, ${owner.id}, ${owner.id} from generate_series(1, 20000) n`.execute(
      server.deps.db,
    )
    await me.refused('POST /pack_download/download', { item_typed_ids: [typed(folder)] }, 'download_too_many')
  })

  test('names, nesting, empty folders and bytes are kept exactly', async () => {
    const folder = await make.folder({ owner }, { name: '期末 · 资料 😀' })
    const inner = await make.folder({ parent: folder }, { name: '里层' })
    await make.folder({ parent: inner }, { name: '空的' })
    await make.file({ parent: folder }, { name: '说明（终稿）.txt', content: '甲' })
    await make.file({ parent: inner }, { name: 'é.bin', content: Buffer.from([0, 255, 10]) })
    await make.file({ parent: inner }, { name: '空.txt', content: '' })
    const gone = await make.file({ parent: inner }, { name: '删了.txt' })
    await me.call('POST /apps/files/delete', { item_typed_ids: [typed(gone)] })
    const { entries, left_out, headers } = await contents([folder])
    assert.deepEqual(entries, {
      '期末 · 资料 😀/说明（终稿）.txt': Buffer.from('甲').toString('hex'),
      '期末 · 资料 😀/里层/é.bin': '00ff0a',
      '期末 · 资料 😀/里层/空.txt': '',
      '期末 · 资料 😀/里层/空的/': null,
    })
    assert.equal(left_out, 0)
    assert.match(headers.get('content-disposition') ?? '', new RegExp(encodeURIComponent('期末 · 资料 😀.zip')))
    assert.equal(headers.get('content-type'), 'application/zip')
  })

  test('several items go into one archive; the second of two equal names gets a number', async () => {
    const [one, other] = [await make.folder({ owner }, { name: '甲' }), await make.folder({ owner }, { name: '乙' })]
    const first = await make.file({ parent: one }, { name: '同名.txt', content: '1' })
    const second = await make.file({ parent: other }, { name: '同名.txt', content: '2' })
    const whole = await make.folder({ owner }, { name: '丙' })
    await make.file({ parent: whole }, { name: '同名.txt', content: '3' })
    const { entries, headers } = await contents([whole, first, second])
    assert.deepEqual(entries, { '丙/同名.txt': '33', '同名.txt': '31', '同名 (1).txt': '32' })
    assert.match(decodeURIComponent(headers.get('content-disposition') ?? ''), /丙 \+2\.zip$/)
  })

  test('encrypted, unsafe, pending and online documents are left out and counted, also those in encrypted folders', async () => {
    const enterprise = await make.enterprise({ virus_scan: true })
    const [boss, guest, reviewer] = [
      await make.user({ enterprise }),
      await make.user({ enterprise }),
      await make.user({ enterprise }),
    ]
    const folder = await make.folder({ owner: boss }, { name: '混' })
    await make.collab(folder, { user: guest }, 'viewer')
    await make.collab(folder, { user: reviewer }, 'viewer')
    const { db } = server.deps
    const change = (id: number, values: object) => db.updateTable('items').set(values).where('id', '=', id).execute()
    await make.file({ parent: folder }, { name: '好的.txt', content: 'x' })
    await change((await make.file({ parent: folder }, { name: '加密.txt' })).id, { is_encrypted: true })
    await change((await make.file({ parent: folder }, { name: '扫描.txt' })).id, { scanned: 1 })
    await make.file({ parent: folder }, { name: '在线.ydoc' })
    await change((await make.file({ parent: folder }, { name: '审批.txt', content: 'x' })).id, {
      lock_kind: 2,
      lock_user_id: reviewer.id,
    })
    const sealed = await make.folder({ parent: folder }, { name: '密夹' })
    await change(sealed.id, { is_encrypted: true })
    await make.file({ parent: sealed }, { name: '内.txt', content: 'x' })
    const [theirs, ours, reviewers] = [
      await contents([folder], await client(server).as(guest.login)),
      await contents([folder], await client(server).as(boss.login)),
      await contents([folder], await client(server).as(reviewer.login)),
    ]
    assert.deepEqual([Object.keys(theirs.entries), theirs.left_out], [['混/好的.txt'], 5])
    assert.deepEqual(
      [Object.keys(ours.entries).sort(), ours.left_out],
      [['混/好的.txt', '混/审批.txt', '混/密夹/内.txt'].sort(), 3],
    )
    assert.deepEqual(
      [Object.keys(reviewers.entries).sort(), reviewers.left_out],
      [['混/好的.txt', '混/审批.txt'].sort(), 4],
    )
    await change(sealed.id, { lock_kind: 2, lock_user_id: reviewer.id })
    const passed = await contents([folder], await client(server).as(reviewer.login))
    assert.ok(passed.entries['混/密夹/内.txt'] !== undefined, 'the reviewer of the encrypted folder has its files')
    const they = await client(server).as(guest.login)
    await they.refused('POST /pack_download/download', { item_typed_ids: [typed(sealed)] }, 'download_approval')
  })

  const rights: [Role, boolean][] = [
    ['coowner', true],
    ['editor', true],
    ['viewer_uploader', true],
    ['viewer', true],
    ['previewer_uploader', false],
    ['previewer', false],
    ['uploader', false],
  ]
  for (const [role, isAllowed] of rights) {
    test(`${role} ${isAllowed ? 'may' : 'may not'} download a folder`, async () => {
      const folder = await make.folder({ owner })
      await make.file({ parent: folder })
      const guest = await make.user()
      await make.collab(folder, { user: guest }, role)
      const they = await client(server).as(guest.login)
      if (isAllowed) assert.equal(Object.keys((await contents([folder], they)).entries).length, 1)
      else await they.refused('POST /pack_download/download', { item_typed_ids: [typed(folder)] }, 'permission_denied')
    })
  }

  test('an inner folder with a lesser role is left out and counted; one without any right is not even counted', async () => {
    const [outer, guest] = [await make.folder({ owner }, { name: '外' }), await make.user()]
    const [seen, hidden] = [
      await make.folder({ parent: outer }, { name: '只看' }),
      await make.folder({ parent: outer }, { name: '没有' }),
    ]
    await make.file({ parent: outer }, { name: '可以.txt', content: 'x' })
    await make.file({ parent: seen }, { name: '看.txt' })
    await make.file({ parent: hidden }, { name: '秘.txt' })
    await make.collab(outer, { user: guest }, 'viewer')
    await make.collab(seen, { user: guest }, 'previewer')
    await make.collab(hidden, { user: guest }, 'reset')
    const { entries, left_out } = await contents([outer], await client(server).as(guest.login))
    assert.deepEqual([Object.keys(entries), left_out], [['外/可以.txt'], 1])
  })

  test('foreign and missing items answer alike; an empty selection is reported', async () => {
    const strange = await make.folder({ owner: await make.user() })
    for (const id of [strange.id, 999_999_999]) {
      await me.refused('POST /pack_download/download', { item_typed_ids: [`folder_${id}`] }, 'item_not_found')
    }
    const locked = await make.folder({ owner })
    await server.deps.db
      .updateTable('items')
      .set({ is_encrypted: true })
      .where('id', '=', (await make.file({ parent: locked })).id)
      .execute()
    await me.refused('POST /pack_download/download', { item_typed_ids: [typed(locked)] }, 'download_nothing')
  })

  test('the own root has no name for an archive: it is refused, also for a pack ordered earlier', async () => {
    const root = { id: await ownRoot(server.deps.db, owner.id), is_folder: true }
    await me.refused('POST /pack_download/download', { item_typed_ids: [typed(root)] }, 'permission_denied')
    const id = 'ordered-in-the-past'
    const expires_at = new Date(now.getTime() + 60_000)
    await server.deps.db
      .insertInto('packs')
      .values({ id, actor_key: userKey(owner.id), item_ids: [root.id], expires_at })
      .execute()
    const address = packAddress(server.deps.sign, id, userKey(owner.id))
    assert.equal((await fetchPack(address)).status, 403)
  })

  test('the address of a pack is refused when it is altered, expired or without the right', async () => {
    const [folder, guest] = [await make.folder({ owner }), await make.user()]
    await make.file({ parent: folder })
    await make.collab(folder, { user: guest }, 'viewer')
    const they = await client(server).as(guest.login)
    const { download_url } = await ask([folder], they)
    const { download_url: other } = await ask([folder])
    const packOf = (address: string) => /pack_id=([^&]+)/.exec(address)![1]!
    assert.equal((await fetchPack(download_url.replace(packOf(download_url), packOf(other)))).status, 403)
    now = new Date('2026-03-01T10:20:01Z')
    assert.equal((await fetchPack(download_url)).status, 403)
    now = new Date('2026-03-01T08:20:00Z')
    assert.equal((await fetchPack(download_url)).status, 200)
    await server.deps.db.updateTable('collabs').set({ role: 'previewer' }).where('user_id', '=', guest.id).execute()
    assert.equal((await fetchPack(download_url)).status, 403)
  })

  test('items that are in the trash when the address is opened are left out', async () => {
    const [gone, standing] = [
      await make.folder({ owner }, { name: '没了' }),
      await make.folder({ owner }, { name: '还在' }),
    ]
    await make.file({ parent: gone }, { name: '甲.txt', content: '1' })
    await make.file({ parent: standing }, { name: '乙.txt', content: '2' })
    const [{ download_url: alone }, { download_url: both }] = [await ask([gone]), await ask([gone, standing])]
    await me.call('POST /apps/files/delete', { item_typed_ids: [typed(gone)] })
    assert.equal((await fetchPack(alone)).status, 403)
    const rest = Buffer.from(await (await fetchPack(both)).arrayBuffer())
    assert.deepEqual(await unpack(rest), { '还在/乙.txt': '32' })
  })

  describe('names that not every system accepts (decisions 115)', () => {
    test('names that differ only in case or form get a number, also those of folders', async () => {
      const folder = await make.folder({ owner }, { name: '照片' })
      for (const [at, name] of ['1.jpg', '1.JPG', 'É.txt', 'e\u0301.txt', 'ΣΑΣ.md', 'σας.md', 'ẞ.md', 'ß.md'].entries())
        await make.file({ parent: folder }, { name, content: `${at}` })
      await make.file({ parent: await make.folder({ parent: folder }, { name: 'A' }) }, { name: 'x', content: 'x' })
      await make.file({ parent: await make.folder({ parent: folder }, { name: 'a' }) }, { name: 'x', content: 'y' })
      const paths = Object.keys((await contents([folder])).entries)
      const keys = paths.map((path) => path.normalize('NFC').toLowerCase().toUpperCase())
      assert.equal(paths.length, 10)
      assert.equal(new Set(keys).size, paths.length, paths.join())
      assert.ok(
        paths.every((path) => /^照片\/(.+ \(1\)|[^(]+)(\.\w+|\/x)$/.test(path)),
        paths.join(),
      )
    })

    test('chosen items of several folders, too', async () => {
      const files = []
      for (const name of ['合同.PDF', '合同.pdf', '合同.Pdf'])
        files.push(await make.file({ parent: await make.folder({ owner }) }, { name, content: name }))
      assert.deepEqual(Object.keys((await contents(files)).entries), ['合同.PDF', '合同 (1).pdf', '合同 (2).Pdf'])
    })

    test('names of devices in Windows are changed', async () => {
      const folder = await make.folder({ owner }, { name: 'NUL' })
      const names = 'CON|aux.c|com1.tar.gz|LPT9 .txt|con.|console.txt|com10.txt|_aux.c|CONIN$|conout$.c|Com¹'.split('|')
      for (const [at, name] of names.entries()) await make.file({ parent: folder }, { name, content: `${at}` })
      const { entries } = await contents([folder])
      const nameOf = (content: number) =>
        Object.keys(entries).find((path) => entries[path] === Buffer.from(`${content}`).toString('hex'))
      const packed = names.map((_, at) => nameOf(at)!.replace(/^_NUL\//, ''))
      const reserved = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)/i
      assert.deepEqual(
        packed.filter((name) => reserved.test(name) || name.endsWith('.')),
        [],
      )
      assert.deepEqual(packed.slice(5, 7), ['console.txt', 'com10.txt'])
      assert.equal(new Set(packed).size, names.length)
    })

    test('a name has at most 255 bytes, keeps its extension and stays different from the others', async () => {
      const folder = await make.folder({ owner }, { name: '字'.repeat(120) })
      for (const end of ['甲', '乙']) await make.file({ parent: folder }, { name: `${'字'.repeat(221)}${end}.docx` })
      await make.file({ parent: folder }, { name: `${'👩🏽‍💻'.repeat(30)}.txt` })
      const parts = Object.keys((await contents([folder])).entries).map((path) => path.split('/'))
      assert.equal(new Set(parts.map(([, name]) => name)).size, 3)
      for (const name of parts.flat()) assert.ok(Buffer.byteLength(name) <= 255, name)
      for (const [, name] of parts) assert.match(name!, /^(字+( \(1\))?\.docx|(👩🏽‍💻)+\.txt)$/u)
    })
  })

  describe('a broken download of an archive continues', () => {
    const fetchRange = (address: string, range: string, ifRange?: string | null) =>
      fetch(new URL(address, server.url), { headers: { range, ...(ifRange && { 'if-range': ifRange }) } })
    const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

    async function packed() {
      const folder = await make.folder({ owner })
      await make.file({ parent: folder }, { name: '甲.bin', content: randomBytes(300_000) })
      const last = await make.file({ parent: folder }, { name: '乙.bin', content: randomBytes(200_000) })
      await make.folder({ parent: folder }, { name: '空' })
      const { download_url: address } = await ask([folder])
      const answer = await fetchPack(address)
      return { address, last, etag: answer.headers.get('etag'), whole: await bytesOf(answer) }
    }

    test('from any byte, with the same bytes as before', async () => {
      const { address, etag, whole } = await packed()
      const { length } = whole
      for (const [range, start, end] of [
        ['bytes=350000-', 350_000, length],
        ['bytes=0-99', 0, 100],
        ['bytes=250000-400000', 250_000, 400_001],
        ['bytes=-22', length - 22, length],
      ] as const)
        for (const ifRange of [etag, null]) {
          const answer = await fetchRange(address, range, ifRange)
          assert.equal(answer.status, 206)
          assert.equal(answer.headers.get('content-range'), `bytes ${start}-${end - 1}/${length}`)
          assert.equal((await bytesOf(answer)).compare(whole.subarray(start, end)), 0, range)
        }
      const beyond = await fetchRange(address, `bytes=${length}-`)
      assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, `bytes */${length}`])
    })

    test('but starts again when the folder has changed meanwhile', async () => {
      const { address, last, etag } = await packed()
      await me.call('POST /apps/files/edit', { item_typed_id: typed(last), name: '丙.bin' })
      for (const ifRange of [etag, null]) {
        const answer = await fetchRange(address, 'bytes=350000-', ifRange)
        assert.equal(answer.status, 200)
        assert.deepEqual(
          Object.keys(await unpack(await bytesOf(answer))).some((path) => path.endsWith('丙.bin')),
          true,
        )
      }
    })
  })

  test('a broken download starts again when a file of the same name and size has another time or other bytes', async () => {
    const parent = await make.folder({ owner })
    const [file, other] = [
      await make.file({ parent }, { content: randomBytes(200_000) }),
      await make.file({ owner }, { content: randomBytes(200_000) }),
    ]
    const { download_url: address } = await ask([parent])
    const first = await fetchPack(address)
    const headers = { range: 'bytes=150000-', 'if-range': first.headers.get('etag')! }
    await first.arrayBuffer()
    const goOn = async () => {
      const answer = await fetch(new URL(address, server.url), { headers })
      await answer.body!.cancel()
      return answer.status
    }
    const { db } = server.deps
    const date = (at: Date) => db.updateTable('items').set({ modified_at: at }).where('id', '=', file.id).execute()
    await date(new Date(file.modified_at.getTime() + 60_000))
    assert.equal(await goOn(), 200)
    await date(file.modified_at)
    assert.equal(await goOn(), 206)
    const versions = db.selectFrom('versions').select('body_id').where('item_id', '=', other.id)
    const { body_id } = await versions.executeTakeFirstOrThrow()
    await db.updateTable('versions').set({ body_id }).where('item_id', '=', file.id).execute()
    assert.equal(await goOn(), 200)
  })

  test('a missing blob aborts the archive, so that nobody takes half of it for the whole', async () => {
    const folder = await make.folder({ owner })
    const file = await make.file({ parent: folder }, { content: 'x'.repeat(100_000) })
    const { key } = await server.deps.db
      .selectFrom('bodies')
      .innerJoin('versions', 'versions.body_id', 'bodies.id')
      .select('bodies.key')
      .where('versions.item_id', '=', file.id)
      .executeTakeFirstOrThrow()
    const { download_url } = await ask([folder])
    await server.deps.storage.delete(key)
    await assert.rejects(async () => (await fetchPack(download_url)).arrayBuffer())
  })
})

/** Path → bytes in hexadecimal; null for a folder. */

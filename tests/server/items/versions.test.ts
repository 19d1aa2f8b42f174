import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Role } from '@/contract/entities'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { upload } from '../../support/uploads/upload'

describe('versions of a file', () => {
  let now = new Date('2026-03-01T08:00:00Z')
  let serial = 0
  let server: TestServer
  let make: ReturnType<typeof factories>
  let owner: Awaited<ReturnType<typeof make.user>>
  let me: Client

  before(async () => {
    server = await startTestServer({ clock: () => now })
    make = factories(server.deps)
    owner = await make.user({ name: '王珂' })
    me = await client(server).as(owner.login)
  })
  after(() => server.close())

  const versionsOf = async (file_id: number, who = me) =>
    (await who.call('GET /apps/files/versions', { file_id })).file_versions
  const text = async (address: string) => (await fetch(new URL(address, server.url))).text()

  /** A file with a second version by another user, created a minute later. */
  async function twoVersions(name = '报告.txt') {
    const editor = await make.user({ name: '陈希', login: `chen-${(serial += 1)}@test` })
    const file = await make.file({ owner }, { name, content: '一' })
    await make.collab(file, { user: editor }, 'editor')
    const they = await client(server).as(editor.login)
    now = new Date(now.getTime() + 60_000)
    await upload(they, `新的.${name.split('.')[1]}`, Buffer.from('二二'), {
      target_file_id: file.id,
      remark: '改了第二段',
    })
    return { file, editor, they }
  }

  test('[PREV-17] a row has version, updater, time, size and current mark, newest first; [UPL-07] the remark stays on the version', async () => {
    const { file, editor } = await twoVersions()
    const shown = (await versionsOf(file.id)).map(
      ({ version, updater, modified_at, size, current, name, remark, file_id }) => ({
        version,
        updater,
        modified_at,
        size,
        current,
        name,
        remark,
        file_id,
      }),
    )
    const at = now.getTime() / 1000
    assert.deepEqual(shown, [
      {
        version: 2,
        updater: { id: editor.id, name: '陈希' },
        modified_at: at,
        size: 6,
        current: true,
        name: '报告.txt',
        remark: '改了第二段',
        file_id: file.id,
      },
      {
        version: 1,
        updater: { id: owner.id, name: '王珂' },
        modified_at: at - 60,
        size: 3,
        current: false,
        name: '报告.txt',
        remark: '',
        file_id: file.id,
      },
    ])
  })

  test('[PREV-17] file_versions/download downloads an old version with its own bytes and name', async () => {
    const { file, they } = await twoVersions()
    const [current, old] = await versionsOf(file.id)
    const addressOf = async (id: number, who = me) =>
      (await who.call('GET /apps/file_versions/download', { file_id: file.id, file_version_id: id, no_redirect: true }))
        .download_url
    assert.equal(await text(await addressOf(old!.id)), '一')
    assert.equal(await text(await addressOf(current!.id)), '二二')
    assert.equal(await text(await addressOf(old!.id, they)), '一')
    const other = await make.file({ owner }, { content: 'x' })
    const [foreign] = await versionsOf(other.id)
    await me.refused(
      'GET /apps/file_versions/download',
      { file_id: file.id, file_version_id: foreign!.id },
      'item_not_found',
    )
  })

  test('[PREV-17] [UPL-05] ydoc and yxls documents and folders have no versions, and a folder gets none', async () => {
    for (const name of ['文档.ydoc', '表.yxls']) {
      const file = await make.file({ owner }, { name })
      await me.refused('GET /apps/files/versions', { file_id: file.id }, 'permission_denied')
    }
    const folder = await make.folder({ owner })
    await me.refused('GET /apps/files/versions', { file_id: folder.id }, 'item_not_found')
    const version = { file_size: 1, target_file_id: folder.id }
    await me.refused('POST /apps/files/presign_upload', version, 'item_not_found')
  })

  const roles: [Role, { list: boolean; download: boolean; add: boolean }][] = [
    ['coowner', { list: true, download: true, add: true }],
    ['editor', { list: true, download: true, add: true }],
    ['viewer_uploader', { list: true, download: true, add: false }],
    ['viewer', { list: true, download: true, add: false }],
    ['previewer_uploader', { list: true, download: false, add: false }],
    ['previewer', { list: true, download: false, add: false }],
    ['uploader', { list: true, download: false, add: false }],
  ]
  for (const [role, may] of roles) {
    test(`${role} ${may.list ? 'lists' : 'does not list'}, ${may.download ? 'downloads' : 'does not download'}, ${may.add ? 'adds' : 'does not add'} versions`, async () => {
      const [file, guest] = [await make.file({ owner }, { name: '甲.txt' }), await make.user()]
      await make.collab(file, { user: guest }, role)
      const they = await client(server).as(guest.login)
      const [version] = await versionsOf(file.id, may.list ? they : me)
      const request = { file_id: file.id, file_version_id: version!.id }
      if (may.download) await they.call('GET /apps/file_versions/download', request)
      else await they.refused('GET /apps/file_versions/download', request, 'permission_denied')
      const presign = { file_size: 1, target_file_id: file.id }
      if (may.add) await they.call('POST /apps/files/presign_upload', presign)
      else await they.refused('POST /apps/files/presign_upload', presign, 'permission_denied')
    })
  }

  test('[UPL-05] a new version keeps id, name and favourites of the file; another extension is refused before and after upload', async () => {
    const { file, they } = await twoVersions('图.png')
    const presign = { file_size: 1, target_file_id: file.id }
    await me.refused('POST /apps/files/presign_upload', { ...presign, name: '照片.jpg' }, 'version_extension')
    await me.call('POST /apps/files/presign_upload', { ...presign, name: '另一个.PNG' })
    await assert.rejects(upload(me, '照片.jpg', Buffer.from('x'), { target_file_id: file.id }), /version_extension/)
    const [newest, ...others] = await versionsOf(file.id)
    assert.deepEqual([newest!.version, newest!.current, others.length, newest!.name], [2, true, 1, '图.png'])
    const { item } = await me.call('GET /apps/files/get_info', { item_typed_id: `file_${file.id}` })
    assert.deepEqual([item!.id, item!.name, item!.version, item!.size], [file.id, '图.png', 2, 6])
    for (const who of [me, they]) {
      await who.call('POST /apps/frequently_used_items/add', { typed_id: `file_${file.id}` })
    }
    await upload(me, '再一个.png', Buffer.from('三三三'), { target_file_id: file.id })
    for (const who of [me, they]) {
      const { frequent_used_items: favourites } = await who.call('GET /apps/frequently_used_items/get_list', {})
      const favourite = favourites.find((each) => each.item_id === file.id)
      assert.deepEqual([favourite?.item.name, favourite?.file?.version], ['图.png', 3])
    }
  })

  /** A file of two versions, and the calls that choose and describe them. */
  async function choosing(name?: string) {
    const made = await twoVersions(name)
    const file_id = made.file.id
    const [current, old] = await versionsOf(file_id)
    const choose = (file_version_id: number, current_version_id: number) => ({
      file_id,
      file_version_id,
      current_version_id,
    })
    const change = (values: object) =>
      server.deps.db.updateTable('items').set(values).where('id', '=', file_id).execute()
    return { ...made, file_id, current: current!, old: old!, choose, change }
  }
  const CHOOSE = 'POST /apps/file_versions/make_current'
  const DESCRIBE = 'POST /apps/file_versions/edit'

  test('[AH-52] an older version becomes the current one and the newer one stays; choosing the newer one again undoes it', async () => {
    const { file_id, they, editor, current, old, choose } = await choosing()
    now = new Date(now.getTime() + 60_000)
    const { item } = await they.call(CHOOSE, choose(old.id, current.id))
    assert.deepEqual(
      [item.file_version_id, item.version, item.size, item.updater.id, item.modified_at],
      [old.id, 1, 3, editor.id, now.getTime() / 1000],
    )
    const shown = (await versionsOf(file_id)).map((version) => [version.version, version.current, version.modified_at])
    assert.deepEqual(shown, [
      [2, false, current.modified_at],
      [1, true, old.modified_at],
    ])
    const { download_url } = await me.call('GET /apps/files/download', { file_id, no_redirect: true })
    assert.equal(await text(download_url!), '一')
    await they.call(CHOOSE, choose(current.id, old.id))
    assert.equal((await versionsOf(file_id))[0]!.current, true)
    await upload(me, '又.txt', Buffer.from('三'), { target_file_id: file_id })
    assert.deepEqual(
      (await versionsOf(file_id)).map((version) => [version.version, version.current]),
      [
        [3, true],
        [2, false],
        [1, false],
      ],
    )
  })

  test('[AH-52] search finds the words of the version that became the current one', async () => {
    const { file_id, current, old, choose } = await choosing()
    await me.call(CHOOSE, choose(old.id, current.id))
    const { db } = server.deps
    const { body_id } = await db
      .selectFrom('versions')
      .select('body_id')
      .where('id', '=', old.id)
      .executeTakeFirstOrThrow()
    // The job first: it ends after it has stored the text.
    const job = await db.selectFrom('jobs').select('id').where('dedupe_key', '=', String(body_id)).executeTakeFirst()
    const content = await db.selectFrom('contents').select('body_id').where('body_id', '=', body_id).executeTakeFirst()
    assert.ok(job ?? content, `nothing indexes version 1 of file ${file_id}`)
  })

  test('[AH-52] a choice that another version has overtaken changes nothing, and of two at once one is refused', async () => {
    const { file_id, they, current, old, choose } = await choosing()
    await upload(they, '三.txt', Buffer.from('三三三'), { target_file_id: file_id })
    await me.refused(CHOOSE, choose(old.id, current.id), 'version_outdated')
    const [third] = await versionsOf(file_id)
    assert.deepEqual([third!.version, third!.current], [3, true])
    const both = await Promise.all([
      me.send(CHOOSE, choose(old.id, third!.id)),
      they.send(CHOOSE, choose(current.id, third!.id)),
    ])
    const done = both.filter(({ body }) => (body as { success: boolean }).success)
    assert.equal(done.length, 1, JSON.stringify(both.map(({ body }) => body)).slice(0, 500))
    // The same wish twice is no conflict.
    const [now1] = (await versionsOf(file_id)).filter((version) => version.current)
    await me.call(CHOOSE, choose(now1!.id, third!.id))
  })

  test('[AH-52] versions of other files, locks, closed spaces, the trash and online documents refuse a choice', async () => {
    const { file_id, file, editor, current, old, choose, change } = await choosing()
    const [foreign] = await versionsOf((await make.file({ owner }, { content: 'x' })).id)
    await me.refused(CHOOSE, choose(foreign!.id, current.id), 'item_not_found')
    await me.refused(DESCRIBE, { file_id, file_version_id: foreign!.id, remark: '' }, 'item_not_found')
    for (const kind of [1, 2]) {
      await change({ lock_user_id: editor.id, lock_kind: kind, locked_at: now })
      await me.refused(CHOOSE, choose(old.id, current.id), 'item_locked')
      await me.refused(DESCRIBE, { file_id, file_version_id: old.id, remark: '' }, 'item_locked')
    }
    await change({ lock_user_id: null, lock_kind: null, locked_at: null })
    const enterprise = (isClosed: boolean) =>
      server.deps.db
        .updateTable('enterprises')
        .set({ is_personal_space_closed: isClosed })
        .where('id', '=', owner.enterprise_id)
        .execute()
    await enterprise(true)
    await me.refused(CHOOSE, choose(old.id, current.id), 'personal_space_closed')
    await me.refused(DESCRIBE, { file_id, file_version_id: old.id, remark: '' }, 'personal_space_closed')
    await enterprise(false)
    await me.call('POST /apps/files/delete', { item_typed_ids: [`file_${file.id}`] })
    await me.refused(CHOOSE, choose(old.id, current.id), 'item_is_deleted')
    const online = await make.file({ owner }, { name: '在线.ydoc' })
    const id = online.current_version_id!
    const input = { file_id: online.id, file_version_id: id, current_version_id: id }
    await me.refused(CHOOSE, input, 'permission_denied')
  })

  test('[AH-52] a file that the virus scan withholds stays withheld, also after a detour over a clean version', async () => {
    const { file_id, current, old, choose, change } = await choosing()
    const scanned = async () =>
      (await me.call('GET /apps/files/get_info', { item_typed_id: `file_${file_id}` })).item!.scanned
    await change({ scanned: 1 })
    await me.call(CHOOSE, choose(old.id, current.id))
    assert.equal(await scanned(), 1)
    await change({ scanned: 0 })
    await me.call(CHOOSE, choose(current.id, old.id))
    assert.equal(await scanned(), 1)
    await me.refused('GET /apps/files/download', { file_id, no_redirect: true }, 'download_scanning')
  })

  test('[AH-52] the maker of a version and owners change its remark, other editors and viewers do not', async () => {
    const { file_id, file, they, current, old } = await choosing()
    const viewer = await make.user()
    await make.collab(file, { user: viewer }, 'viewer')
    const guest = await client(server).as(viewer.login)
    assert.deepEqual(
      (await versionsOf(file_id, they)).map(({ may_edit_remark: may }) => may),
      [true, false],
    )
    const describing = (file_version_id: number, remark: string) => ({ file_id, file_version_id, remark })
    await they.refused(DESCRIBE, describing(old.id, '别人的'), 'permission_denied')
    await guest.refused(DESCRIBE, describing(current.id, '别人的'), 'permission_denied')
    await guest.refused(
      CHOOSE,
      { file_id, file_version_id: old.id, current_version_id: current.id },
      'permission_denied',
    )
    await me.refused(DESCRIBE, describing(old.id, '长'.repeat(501)), 'invalid_request')
    await they.call(DESCRIBE, describing(current.id, ' 改了第三段 '))
    const { file_versions } = await me.call(DESCRIBE, describing(old.id, '初稿'))
    assert.deepEqual(
      file_versions.map(({ remark }) => remark),
      ['改了第三段', '初稿'],
    )
    await me.call(DESCRIBE, describing(old.id, ''))
    assert.equal((await versionsOf(file_id))[1]!.remark, '')
  })

  test('[UPL-05] nobody adds a version to a file that another user has locked', async () => {
    const { file, editor, they } = await twoVersions()
    await server.deps.db
      .updateTable('items')
      .set({ lock_user_id: editor.id, lock_kind: 1, locked_at: now })
      .where('id', '=', file.id)
      .execute()
    await me.refused('POST /apps/files/presign_upload', { file_size: 1, target_file_id: file.id }, 'item_locked')
    await they.call('POST /apps/files/presign_upload', { file_size: 1, target_file_id: file.id })
  })
})

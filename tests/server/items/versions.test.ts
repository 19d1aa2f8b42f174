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

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { makeCollabWorld, type CollabWorld, type Somebody } from '../../support/members/memberWorld'
import { openEvents } from '../../support/eventStream'
import { factories } from '../../support/factories'
import { photo } from '../../support/samples/samples'
import { startTestServer, type TestServer } from '../../support/testServer'
import { begin, patch, tus } from '../../support/uploads/tus'
import { until } from '../../support/until'
import { post } from '../../support/uploads/upload'

let server: TestServer
let make: ReturnType<typeof factories>
let world: CollabWorld

before(async () => {
  server = await startTestServer({ live: { gather: 20, heartbeat: 100, retry: 100 } })
  make = factories(server.deps)
  world = await makeCollabWorld(server, make)
})
after(() => server.close())

const INVITE = 'POST /apps/collabs/invite'
const EDIT = 'POST /apps/collabs/edit'
const DELETE = 'POST /apps/collabs/delete'

describe('rights end with the removal', () => {
  const removed = async (role: 'editor' | 'coowner') => {
    const { folder } = await world.nested()
    const id = await world.give(folder, { user: world.one.user }, role)
    const file = await make.file({ parent: folder }, { name: '名单.txt', content: '王珂' })
    return { folder, file, remove: () => world.owner.client.call(DELETE, { collab_ids: [id] }) }
  }

  test('signed addresses, an open preview and a running upload end', async () => {
    const { one } = world
    const { folder, file, remove } = await removed('editor')
    const { download_url } = await one.client.call('GET /apps/files/download', { file_id: file.id, no_redirect: true })
    assert.equal((await one.client.request('GET', download_url)).status, 200)
    const { upload_url } = await one.client.call('POST /apps/files/presign_upload', {
      file_size: 3,
      folder_id: folder.id,
      name: '新.txt',
    })
    await remove()
    assert.equal((await one.client.request('GET', download_url)).status, 403)
    const sent = await post(one.client, upload_url, [Buffer.from('abc')], {
      'x-file-name': encodeURIComponent('新.txt'),
      'content-length': '3',
    })
    assert.equal((sent.body as { success?: boolean }).success, false, JSON.stringify(sent))
    const { body } = await one.client.send('GET /apps/representations/info', { file_id: file.id, kind: 'pdf' })
    assert.ok(!JSON.stringify(body).includes('preview_url":"/'), JSON.stringify(body))
    const { total } = await server.deps.db
      .selectFrom('items')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('parent_id', '=', folder.id)
      .executeTakeFirstOrThrow()
    assert.equal(Number(total), 1)
  })

  test('a resumable upload that has started accepts no more bytes, and leaves nothing in the folder', async () => {
    const { one } = world
    const { folder, remove } = await removed('editor')
    const { path } = await begin(one.client, 6, { folder_id: folder.id })
    assert.equal((await patch(one.client, path, 0, Buffer.from('abc'))).status, 204)
    await remove()
    const rest = await patch(one.client, path, 3, Buffer.from('def'))
    assert.ok(rest.status >= 400 && rest.status < 500, String(rest.status))
    assert.notEqual((await tus(one.client, 'HEAD', path)).offset, 6)
    const storedChildren = await server.deps.db
      .selectFrom('items')
      .select('name')
      .where('parent_id', '=', folder.id)
      .execute()
    assert.deepEqual(
      storedChildren.map(({ name }) => name),
      ['名单.txt'],
    )
  })

  test('earlier signed addresses of renditions and thumbnails are refused', async () => {
    const { one, owner } = world
    const { folder, remove } = await removed('editor')
    const picture = await make.file({ parent: folder }, { name: '合影.jpg', content: await photo() })
    const info = () => one.client.call('GET /apps/representations/info', { file_id: picture.id, kind: 'image_1024' })
    const large = await until(
      'the rendition',
      async () => {
        const { status, reason, preview_url: address } = await info()
        assert.equal(reason, null)
        return status === 'generated' ? address : null
      },
      90_000,
      200,
    )
    const { item } = await one.client.call('GET /apps/files/get_info', { item_typed_id: `file_${picture.id}` })
    const statuses = (at: Somebody) =>
      Promise.all([large, item!.thumbnail!].map(async (address) => (await at.client.request('GET', address)).status))
    assert.deepEqual(await statuses(one), [200, 200])
    await remove()
    // The address belongs to the removed user, whoever requests it.
    assert.deepEqual(
      [await statuses(one), await statuses(owner)],
      [
        [403, 403],
        [403, 403],
      ],
    )
  })

  test('the removed user’s link leads nowhere, and the owner no longer gets its notifications', async () => {
    const { one, owner } = world
    const { folder, file, remove } = await removed('editor')
    const link = await make.shareLink(one.user, [file])
    const input = { item_typed_id: `file_${file.id}` as const }
    const viewersAnswer = await owner.client.call('GET /apps/files/who_can_see', input)
    assert.deepEqual(
      viewersAnswer.links.map(({ id }) => id),
      [link.id],
    )
    assert.ok(!JSON.stringify(viewersAnswer).includes(link.unique_name), 'its address is no one else’s')
    await remove()
    await owner.client.refused(
      'GET /apps/share_links/info/{unique_name}',
      { unique_name: link.unique_name },
      'share_link_not_found',
    )
    assert.deepEqual((await owner.client.call('GET /apps/files/who_can_see', input)).links, [])
    assert.ok(folder.id > 0)
  })

  test('[AH-20] viewers of the folder are notified of new, changed and removed members; a removed user is notified of losing access', async () => {
    const { owner, one, two } = world
    const { folder } = await world.nested()
    const id = await world.give(folder, { user: one.user }, 'viewer')
    const place = `folder_${folder.id}`
    const [streams, stranger] = await Promise.all([
      Promise.all([owner, one].map(({ client }) => openEvents(client, place))),
      openEvents(two.client, place),
    ])
    const all = async () => {
      for (const stream of streams) await stream.hears(`changed ${place}`)
      for (const stream of streams) stream.forget()
    }
    try {
      const { collab_users_info: made } = await owner.client.call(INVITE, {
        folder_id: folder.id,
        invited_users: `${two.user.id}:viewer`,
      })
      await all()
      stranger.forget()
      await two.client.call('POST /apps/collabs/accept', { collab_id: made[0]!.collab_id! })
      await all()
      await stranger.hears(`changed ${place}`)
      await owner.client.call(EDIT, {
        item_id: folder.id,
        edit_collabs_roles: [{ collab_id: id, user_id: one.user.id, role: 'editor' }],
      })
      await all()
      await owner.client.call(DELETE, { collab_ids: [id] })
      await all()
      await owner.client.call(INVITE, { folder_id: folder.id, invited_users: `${world.three.user.id}:viewer` })
      await streams[0]!.hears(`changed ${place}`)
      assert.ok(!streams[1]!.marks.includes(`changed ${place}`), 'the removed user gets no further notification')
    } finally {
      for (const stream of [...streams, stranger]) stream.close()
    }
  })
})

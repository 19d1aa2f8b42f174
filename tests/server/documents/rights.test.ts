import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Role } from '@/contract/entities'
import { client, type Client } from '../../support/client'
import { endRawSockets, joinRaw } from '../../support/documents/rawSocket'
import { endWriters, joinWriter, makeDocument, tokenIn, tokenOf, type Writer } from '../../support/documents/writers'
import { factories } from '../../support/factories'
import { makeLink, Visitor } from '../../support/shares/shares'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'

let server: TestServer
let make: ReturnType<typeof factories>
before(async () => {
  server = await startTestServer({ connections: 10 })
  make = factories(server.deps)
})
afterEach(() => {
  endWriters()
  endRawSockets()
})
after(() => server.close())

async function world(role: Role = 'editor') {
  const enterprise = await make.enterprise({ collaborative_document: true })
  const owner = await make.user({ enterprise })
  const other = await make.user({ enterprise })
  const folder = await make.folder({ owner })
  const collab = await make.collab(folder, { user: other }, role)
  const me = await client(server).as(owner.login)
  const they = await client(server).as(other.login)
  const { item } = await makeDocument(me, 'ydoc', folder.id)
  return { enterprise, owner, other, folder, collab, me, they, fileId: item.id, typedId: item.typed_id }
}

const join = async (user: Client, fileId: number) => joinWriter(server, { fileId, access: await tokenOf(user, fileId) })
/** Waits for the end of a connection. */
const ended = (writer: Writer, reason: string) =>
  until(`the end: ${reason}`, () => writer.closes.some((close) => close.reason === reason))

describe('[DOC-03] rights are live', () => {
  test('a role below editor reads, with a watermark unless it may download', async () => {
    for (const [role, mark] of [
      ['viewer', false],
      ['previewer', true],
      ['uploader', null],
    ] as const) {
      const { they, me, other, fileId } = await world(role)
      if (mark === null) {
        await they.refused('GET /yiqixie/get_access_url', { file_id: fileId }, 'permission_denied')
        continue
      }
      const [mine, theirs] = [await join(me, fileId), await join(they, fileId)]
      const opened = theirs.told('opened')!
      assert.deepEqual([opened.role, opened.reason, opened.may_copy], ['read', 'permission_denied', !mark])
      assert.equal(opened.watermark?.includes(other.login) ?? false, mark)
      theirs.write('不行')
      mine.write('可以')
      await mine.saved()
      await until('the owner’s paragraph', () => theirs.read().includes('可以'))
      assert.deepEqual(mine.read(), ['可以'])
      assert.equal(theirs.provider.hasUnsyncedChanges, true)
      endWriters()
    }
  })

  test('a writer whose role falls only reads from then on, and writes again when it rises', async () => {
    const { they, me, collab, fileId } = await world()
    const [mine, theirs] = [await join(me, fileId), await join(they, fileId)]
    theirs.write('先')
    await theirs.saved()
    const setRole = (role: Role) =>
      server.deps.db.updateTable('collabs').set({ role }).where('id', '=', collab.id).execute()
    await setRole('viewer')
    await until('the role', () => theirs.told('role')?.role === 'read')
    theirs.write('后')
    mine.write('主人')
    await until('the owner’s paragraph', () => theirs.read().includes('主人'))
    assert.deepEqual(mine.read(), ['先', '主人'])
    await setRole('editor')
    await until('the role', () => theirs.told('role')?.role === 'write')
  })

  const endings: [what: string, reason: string, act: (at: Awaited<ReturnType<typeof world>>) => Promise<unknown>][] = [
    [
      'removed from the folder',
      'item_not_found',
      ({ collab }) => server.deps.db.deleteFrom('collabs').where('id', '=', collab.id).execute(),
    ],
    ['signed out', 'document_access', ({ they }) => they.call('POST /apps/users/logout', {})],
    [
      'deactivated',
      'document_access',
      ({ other }) => server.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', other.id).execute(),
    ],
    [
      'cut off by the deletion of the document',
      'item_is_deleted',
      ({ me, typedId }) => me.call('POST /apps/files/delete', { item_typed_ids: [typedId] }),
    ],
    [
      'cut off by the deletion of the folder',
      'item_is_deleted',
      ({ me, folder }) => me.call('POST /apps/files/delete', { item_typed_ids: [`folder_${folder.id}`] }),
    ],
    [
      'cut off by encryption',
      'encrypt_yiqixie',
      ({ fileId }) =>
        server.deps.db.updateTable('items').set({ is_encrypted: true }).where('id', '=', fileId).execute(),
    ],
    [
      'cut off by a ban on previews',
      'permission_denied',
      ({ fileId }) => server.deps.db.updateTable('items').set({ scope: 1 }).where('id', '=', fileId).execute(),
    ],
  ]
  for (const [what, reason, act] of endings)
    test(`a writer who is ${what} is out at once, and what was acknowledged stays`, async () => {
      const at = await world()
      const theirs = await join(at.they, at.fileId)
      theirs.write('留下')
      await theirs.saved()
      await act(at)
      await ended(theirs, reason)
      const { rows } = await sizes(at.fileId)
      assert.equal(rows, 1)
    })

  test('a document restored from the trash is as it was', async () => {
    const { me, they, typedId, fileId } = await world()
    const theirs = await join(they, fileId)
    theirs.write('还在')
    await theirs.saved()
    await me.call('POST /apps/files/delete', { item_typed_ids: [typedId] })
    await ended(theirs, 'item_is_deleted')
    endWriters()
    await me.call('POST /apps/files/restore_from_trash', { item_typed_ids: [typedId] })
    assert.deepEqual((await join(they, fileId)).read(), ['还在'])
  })

  test('writers learn of a new name and place, and go on', async () => {
    const { me, they, owner, other, typedId, fileId } = await world()
    const theirs = await join(they, fileId)
    await me.call('POST /apps/files/edit', { item_typed_id: typedId, name: '新名' })
    await until('the name', () => theirs.told('item')?.name === '新名.ydoc')
    const target = await make.folder({ owner })
    await make.collab(target, { user: other }, 'editor')
    await me.call('POST /apps/files/move', { item_typed_ids: [typedId], target_folder_id: target.id })
    await until('the place', () => theirs.told('item')?.is_moved)
    theirs.write('继续')
    await theirs.saved()
  })

  test('a lock of a colleague lets only that colleague write (DOC-03)', async () => {
    const { me, they, typedId, fileId } = await world()
    const [mine, theirs] = [await join(me, fileId), await join(they, fileId)]
    await me.call('POST /apps/files/lock', { item_typed_id: typedId })
    await until('the role', () => theirs.told('role')?.reason === 'item_locked')
    assert.equal(mine.told('role'), undefined)
    await me.call('POST /apps/files/unlock', { item_typed_id: typedId })
    await until('the role', () => theirs.told('role')?.role === 'write')
  })

  test('the lock of online editing names who writes, keeps nobody from anything, and gives way to a manual lock', async () => {
    const { me, they, other, typedId, fileId } = await world()
    const theirs = await join(they, fileId)
    theirs.write('写')
    await theirs.saved()
    const item = async () => (await me.call('GET /apps/files/get_info', { item_typed_id: typedId })).item!
    await until('the lock', async () => (await item()).lock_kind === 3)
    assert.equal((await item()).lock_user?.id, other.id)
    await me.call('POST /apps/files/edit', { item_typed_id: typedId, name: '改' })
    await me.call('POST /apps/files/lock', { item_typed_id: typedId })
    assert.equal((await item()).lock_kind, 1)
  })
})

describe('[DOC-01] a mini-program', () => {
  test('gets an address only where the drive is a business domain, and else reads the text', async () => {
    const { they, other, fileId } = await world()
    const applet = await client(server).asApplet(other.login)
    await applet.refused('GET /yiqixie/get_access_url', { file_id: fileId }, 'not_support')
    const { reason, blocks } = await applet.call('GET /apps/representations/reading', { file_id: fileId })
    assert.deepEqual([reason, blocks], [null, []])
    await they.call('GET /yiqixie/get_access_url', { file_id: fileId })
    server.deps.config.documentWebView = true
    await applet.call('GET /yiqixie/get_access_url', { file_id: fileId })
    server.deps.config.documentWebView = false
  })
})

describe('[DOC-03] visitors of a link', () => {
  async function shared() {
    const at = await world()
    const link = await makeLink(
      at.me,
      { id: at.fileId, is_folder: false },
      { password_protected: true, password: 'k7m3' },
    )
    const visitor = new Visitor(server.url, link.unique_name)
    await visitor.open('k7m3')
    const ask = { file_id: at.fileId, scenario: 'share', share_link_token: link.unique_name }
    return { ...at, visitor: visitor.client, link, ask }
  }

  test('read what is written now, see nobody, are seen by nobody and never write', async () => {
    const { me, fileId, visitor, ask } = await shared()
    const mine = await join(me, fileId)
    const access = tokenIn((await visitor.call('GET /yiqixie/get_access_url', ask)).access_url)
    const guest = await joinWriter(server, { fileId, access })
    assert.deepEqual([guest.told('opened')!.user, guest.told('opened')!.role], [null, 'read'])
    mine.provider.setAwarenessField('cursor', 1)
    guest.provider.setAwarenessField('user', { id: 1, name: '混入' })
    guest.write('混入')
    mine.write('公开')
    await until('the text', () => guest.read().includes('公开'))
    assert.deepEqual(mine.read(), ['公开'])
    assert.deepEqual([...guest.provider.awareness!.getStates().keys()], [guest.document.clientID])
    assert.deepEqual([...mine.provider.awareness!.getStates().keys()], [mine.document.clientID])
  })

  test('are out once the link is closed', async () => {
    const { me, fileId, visitor, ask, link } = await shared()
    const access = tokenIn((await visitor.call('GET /yiqixie/get_access_url', ask)).access_url)
    const guest = await joinWriter(server, { fileId, access })
    await me.call('POST /apps/share_links/close', { share_link_ids: [link.id] })
    await ended(guest, 'document_access')
  })
})

describe('[DOC-03] a full space', () => {
  test('lets people read; writing begins again once there is room', async () => {
    const { they, me, owner, fileId } = await world()
    const theirs = await join(they, fileId)
    const setQuota = (bytes: number | null) =>
      server.deps.db.updateTable('users').set({ quota_bytes: bytes }).where('id', '=', owner.id).execute()
    await setQuota(1)
    const raw = await joinRaw(server, fileId, await tokenOf(me, fileId))
    theirs.write('太多')
    await until('the role', () => theirs.told('role')?.reason === 'quota_exceeded')
    assert.equal((await sizes(fileId)).rows, 0)
    await setQuota(null)
    raw.socket.terminate()
  })
})

/** The number of stored updates. */
async function sizes(fileId: number) {
  const { rows } = await server.deps.db
    .selectFrom('documents')
    .select('sequence as rows')
    .where('item_id', '=', fileId)
    .executeTakeFirstOrThrow()
  return { rows }
}

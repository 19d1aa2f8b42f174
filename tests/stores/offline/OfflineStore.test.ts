import { describe, expect, test } from '@jest/globals'
import { stateOf, KEPT_MOST, KEPT_TIME } from '@/domain/offline/kept'
import { NoAnswer } from '@/platform/Platform'
import { KeepFailed } from '@/platform/fileFailures'
import { offlineOf } from '@/stores/offline/OfflineStore'
import { makeBaseInfo, makeFolder, makeFolderReply, makeUser } from '../support/factories'
import { refusal, status } from '../support/fakeServer'
import { KeepingPhone, makeVersion, startKeeping } from '../support/keepingPhone'
import { platformSignedIn } from '../support/startApp'
import { settled, until } from '../support/until'

const INFO = 'GET /apps/files/get_info'
const LIST = 'GET /apps/files/file_list/{folderId}'
const DOWNLOAD = 'GET /apps/files/download'

async function start(platform = platformSignedIn(), phone = new KeepingPhone()) {
  const rig = await startKeeping(platform, phone)
  rig.server.on(DOWNLOAD, ({ file_id }) => ({ download_url: `/signed/${file_id}` }))
  const store = () => offlineOf(rig.app)!
  const stateNow = () => store().items.map(stateOf).join()
  return { ...rig, store, stateNow }
}

/** As `start`, with the file 7 kept. */
async function kept() {
  const rig = await start()
  const item = makeVersion(7, 70)
  rig.server.on(INFO, { item })
  rig.store().keep(item)
  await until(() => rig.stateNow() === 'kept' && !rig.store().isBusy)
  return { ...rig, item }
}

describe('[AH-42] keeping', () => {
  test('a file is fetched whole, found again by a later visit, and readable', async () => {
    const { phone, platform, store, item } = await kept()
    expect([...phone.bytes]).toStrictEqual([['7_7_70.pdf', '/signed/7 v70']])
    expect(store().used).toBe(item.size)
    expect(await store().open(store().fileOf(7)!)).toMatchObject({ address: 'blob:7_7_70.pdf' })
    platform.server.on(INFO, { item })
    const again = await start(platform, phone)
    await until(() => again.stateNow() === 'kept' && !again.store().isBusy)
    expect(phone.fetched.length).toBe(1)
  })

  test('a folder keeps its files and those of the folders below; what the right does not cover is left out', async () => {
    const rig = await start()
    const folder = makeFolder({ id: 3 })
    const inner = makeFolder({ id: 4, name: '图' })
    const secret = makeVersion(9, 90, { permissions: ['item_view', 'item_preview'] })
    rig.server.on(INFO, { item: folder })
    rig.server.on(LIST, ({ folderId }) =>
      folderId === 3
        ? makeFolderReply({ children: [makeVersion(5, 50), secret, inner], total_children_count: 3 })
        : makeFolderReply({ children: [makeVersion(6, 60)], total_children_count: 1 }),
    )
    rig.store().keep(folder)
    await until(() => rig.stateNow() === 'kept')
    const [item] = rig.store().items
    expect(item!.files.map(({ id, folder: at }) => [id, at])).toStrictEqual([
      [5, ''],
      [6, '图'],
    ])
    expect([item!.leftOut, rig.phone.bytes.size]).toStrictEqual([1, 2])
  })

  test('without a network it waits, and begins when the network is back', async () => {
    const rig = await start()
    rig.turn('offline')
    rig.server.on(INFO, { item: makeVersion(7, 70) })
    rig.store().keep(makeVersion(7, 70))
    await settled()
    expect([rig.stateNow(), rig.server.countOf(INFO)]).toStrictEqual(['waiting', 0])
    rig.turn('online')
    await until(() => rig.stateNow() === 'kept')
  })

  test('a transfer that breaks off keeps nothing, and the next try fetches the file', async () => {
    const rig = await start()
    rig.server.on(INFO, { item: makeVersion(7, 70) })
    rig.phone.before = async () => {
      throw new KeepFailed('network')
    }
    rig.store().keep(makeVersion(7, 70))
    await until(() => rig.phone.fetched.length > 0 && !rig.store().isBusy)
    expect([rig.stateNow(), rig.phone.bytes.size, rig.store().fileOf(7)]).toStrictEqual(['waiting', 0, undefined])
    rig.phone.before = async () => undefined
    await rig.store().refresh()
    expect(rig.stateNow()).toBe('kept')
  })

  test('a full phone, other bytes than announced and a file that is too large are told apart', async () => {
    const rig = await start()
    rig.server.on(INFO, { item: makeVersion(7, 70) })
    rig.phone.room = 10
    rig.store().keep(makeVersion(7, 70))
    await until(() => rig.stateNow() === 'failed')
    expect(rig.store().items[0]!.fault).toBe('room')
    rig.phone.room = 1_000_000
    rig.phone.before = async () => {
      throw new KeepFailed('changed')
    }
    void rig.store().refresh()
    await until(() => rig.store().items[0]!.fault === 'changed')
    rig.store().keep(makeVersion(8, 80, { size: 10_001, name: '大.mp4' }))
    expect(rig.app.feedback.currentToast?.message).toStrictEqual({
      key: 'offline.tooLarge',
      params: { name: '大.mp4' },
    })
    expect(rig.store().has('file_8')).toBe(false)
  })

  test('a hundred items is the most', async () => {
    const rig = await start()
    rig.turn('offline')
    for (let id = 1; id <= KEPT_MOST + 1; id += 1) rig.store().keep(makeVersion(id, id))
    expect(rig.store().items.length).toBe(KEPT_MOST)
    expect(rig.app.feedback.currentToast?.message).toMatchObject({ key: 'offline.tooMany' })
  })

  test('removing an item during its transfer stops the transfer and leaves no bytes', async () => {
    const rig = await start()
    rig.server.on(INFO, { item: makeVersion(7, 70) })
    let release = () => {}
    rig.phone.before = () => new Promise((resolve) => (release = resolve))
    rig.store().keep(makeVersion(7, 70))
    await until(() => rig.phone.fetched.length === 1)
    const dropped = rig.store().drop('file_7')
    release()
    await dropped
    await until(() => !rig.store().isBusy)
    expect([rig.phone.fetched[0]!.canceler.canceled, rig.phone.bytes.size, rig.store().items]).toStrictEqual([
      true,
      0,
      [],
    ])
  })
})

describe('[AH-42] the next contact with the server', () => {
  test('fetches a new version, during which the earlier one stays readable', async () => {
    const { phone, server, store, stateNow, turn } = await kept()
    let release = () => {}
    phone.before = () => new Promise((resolve) => (release = resolve))
    server.on(INFO, { item: makeVersion(7, 71, { name: '新名.pdf' }) })
    turn('offline')
    turn('online')
    await until(() => phone.fetched.length === 2)
    expect([stateNow(), store().items[0]!.name]).toStrictEqual(['changed', '新名.pdf'])
    expect(await store().open(store().fileOf(7)!)).toMatchObject({ address: 'blob:7_7_70.pdf' })
    release()
    await until(() => stateNow() === 'kept' && !store().isBusy)
    expect([...phone.bytes.keys()]).toStrictEqual(['7_7_71.pdf'])
  })

  const ends = [
    ['is deleted', refusal('item_is_deleted')],
    ['is gone', refusal('item_not_found')],
    ['is withdrawn', refusal('permission_denied')],
    ['can no longer be downloaded', { item: makeVersion(7, 70, { permissions: ['item_view', 'item_preview'] }) }],
  ] as const
  for (const [how, answer] of ends)
    test(`removes a file that ${how}`, async () => {
      const { app, phone, server, store } = await kept()
      server.on(INFO, answer)
      await store().refresh()
      expect([store().items, phone.bytes.size]).toStrictEqual([[], 0])
      expect(app.feedback.currentToast?.message).toMatchObject({ key: 'offline.gone' })
    })

  for (const [how, answer] of [
    ['fails', status(500)],
    ['does not arrive', new NoAnswer('network')],
  ] as const)
    test(`removes nothing if the answer ${how}`, async () => {
      const { phone, server, store, stateNow } = await kept()
      server.on(INFO, answer)
      await store().refresh()
      expect([stateNow(), phone.bytes.size]).toStrictEqual(['kept', 1])
    })

  test('a download that the server refuses removes the file', async () => {
    const { phone, server, store } = await kept()
    server.on(INFO, { item: makeVersion(7, 71) }).on(DOWNLOAD, refusal('download_scanning'))
    await store().refresh()
    expect([store().items, phone.bytes.size]).toStrictEqual([[], 0])
  })

  test('is not held up by a call that hangs when the network goes', async () => {
    const { phone, server, store, turn } = await kept()
    server.on(INFO, () => new Promise(() => {}))
    void store().refresh()
    await until(() => store().isBusy && server.countOf(INFO) === 2)
    turn('offline')
    server.on(INFO, refusal('item_is_deleted'))
    turn('online')
    await until(() => store().items.length === 0 && phone.bytes.size === 0)
  })

  test('bytes that the phone has lost are fetched again', async () => {
    const { phone, store, stateNow } = await kept()
    phone.bytes.clear()
    expect(await store().open(store().fileOf(7)!)).toBeNull()
    await until(() => stateNow() === 'kept' && !store().isBusy)
    expect(phone.bytes.size).toBe(1)
  })
})

describe('[AH-42] files belong to one user', () => {
  test('signing out deletes index and bytes, also of a transfer that runs', async () => {
    const { app, phone, platform, server, store } = await kept()
    server.on('POST /apps/users/logout', {}).on(INFO, { item: makeVersion(8, 80) })
    let release = () => {}
    phone.before = () => new Promise((resolve) => (release = resolve))
    store().keep(makeVersion(8, 80))
    await until(() => phone.fetched.length === 2)
    await app.session.signOut()
    release()
    await until(() => phone.bytes.size === 0 && !store().isBusy)
    expect([store().items, [...platform.kept.keys()].includes('offline')]).toStrictEqual([[], false])
  })

  test('another user on the same phone sees nothing, and their start deletes the bytes', async () => {
    const { phone, platform } = await kept()
    platform.server.on('GET /apps/users/get_base_info', makeBaseInfo({ user_info: makeUser({ id: 99 }) }))
    const other = await start(platform, phone)
    expect(other.store().items).toStrictEqual([])
    await other.store().drop('')
    expect(phone.bytes.size).toBe(0)
  })

  test('a session that expires deletes the bytes and keeps the choice for the user’s return', async () => {
    const { app, phone, store, stateNow } = await kept()
    void app.session.signInAgain()
    await until(() => phone.bytes.size === 0)
    expect([stateNow(), store().fileOf(7)]).toStrictEqual(['waiting', undefined])
  })

  test('files whose right nobody has confirmed for 30 days are not shown', async () => {
    const { phone, platform } = await kept()
    platform.clock.pass(KEPT_TIME + 1)
    platform.server.on(INFO, new NoAnswer('network'))
    const later = await start(platform, phone)
    expect(later.store().fileOf(7)).toBeUndefined()
  })
})

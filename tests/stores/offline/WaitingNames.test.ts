import { describe, expect, test } from '@jest/globals'
import { NoAnswer, type NetworkState } from '@/platform/Platform'
import { WAITING_MOST } from '@/domain/offline/waiting'
import type { ItemChange } from '@/stores/items/lists/ChangesBus'
import { waitingNamesOf } from '@/stores/offline/WaitingNames'
import { makeBaseInfo, makeFolder, makeFolderReply, makeItem, makeUser } from '../support/factories'
import { refusal } from '../support/fakeServer'
import { KeepingPhone, startKeeping } from '../support/keepingPhone'
import { platformSignedIn } from '../support/startApp'
import { settled, until } from '../support/until'

const INFO = 'GET /apps/files/get_info'
const EDIT = 'POST /apps/files/edit'
const NEW_FOLDER = 'POST /apps/files/new_folder'
const LIST = 'GET /apps/files/file_list/{folderId}'
const item = makeItem({ id: 7, name: '旧.pdf' })

/** The server has the file 7 and renames it; folders are made. */
async function start(platform = platformSignedIn(), phone = new KeepingPhone(), state?: NetworkState) {
  const rig = await startKeeping(platform, phone, state)
  const changes: ItemChange[] = []
  rig.app.changes.subscribe((change) => changes.push(change))
  const file = { ...item }
  rig.server
    .on(INFO, () => ({ item: { ...file } }))
    .on(EDIT, ({ name }) => ({ item: Object.assign(file, { name }) }))
    .on(NEW_FOLDER, ({ name }) => {
      const made = makeFolder({ name })
      return { new_folder: made, item: made }
    })
  const names = waitingNamesOf(rig.app)
  const sent = () =>
    rig.server.seen.filter(({ name }) => name === EDIT || name === NEW_FOLDER).map(({ request }) => request.name)
  return { ...rig, changes, file, names, sent }
}

/** As `start`, with a rename and a new folder that wait. */
async function waiting() {
  const rig = await start()
  rig.turn('offline')
  expect(await rig.names.rename(item, '新')).toStrictEqual({ done: true })
  expect(await rig.names.newFolder({ parentFolderId: 3 }, '资料')).toStrictEqual({ done: true })
  return rig
}

describe('[AH-42] renames and new folders without a network', () => {
  test('wait, say so, and are sent in order when the network is back', async () => {
    const { app, changes, names, sent, turn } = await waiting()
    expect([names.nameOf('file_7'), sent()]).toStrictEqual(['新.pdf', []])
    expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'waiting.waits', params: { name: '资料' } })
    turn('online')
    await until(() => names.queue.length === 0)
    expect(sent()).toStrictEqual(['新.pdf', '资料'])
    expect(changes.map(({ type }) => type)).toStrictEqual(['replaced', 'added'])
    await until(() => app.feedback.currentToast?.message !== undefined && !names.nameOf('file_7'))
    expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'waiting.sent', params: { n: 2 } })
  })

  test('with a network nothing waits', async () => {
    const { names, sent } = await start()
    expect((await names.rename(item, '新')).done).toBe(true)
    expect([names.queue, sent()]).toStrictEqual([[], ['新.pdf']])
  })

  test('a name that the drive refuses is reported at once', async () => {
    const { names, turn } = await start()
    turn('offline')
    const fault = { key: 'name.fault.name_character', params: { character: '/' } }
    expect(await names.rename(item, 'a/b')).toStrictEqual({ done: false, fault })
    expect(await names.newFolder({ parentFolderId: 0 }, 'a/b')).toStrictEqual({ done: false, fault })
  })

  test('they survive a reload', async () => {
    const { platform } = await waiting()
    const again = await start(platform)
    await until(() => again.names.queue.length === 0)
    expect(again.sent().slice(-2)).toStrictEqual(['新.pdf', '资料'])
  })

  test('two open pages send each change once', async () => {
    const one = await waiting()
    const other = await start(one.platform, one.phone, 'offline')
    expect(other.names.queue.length).toBe(2)
    one.turn('online')
    other.turn('online')
    await until(() => one.names.queue.length === 0 && other.names.queue.length === 0)
    await settled()
    expect(one.sent()).toStrictEqual(['新.pdf', '资料'])
  })

  test('a hundred changes is the most', async () => {
    const { names, turn } = await start()
    turn('offline')
    for (let n = 0; n < WAITING_MOST; n += 1) await names.newFolder({ parentFolderId: 0 }, `${n}`)
    expect(await names.newFolder({ parentFolderId: 0 }, 'x')).toMatchObject({
      done: false,
      fault: { key: 'waiting.tooMany' },
    })
  })
})

describe('[AH-42] an answer that is lost', () => {
  test('a rename that arrived is not repeated', async () => {
    const { file, names, sent, server, turn } = await waiting()
    server.on(EDIT, ({ name }) => {
      Object.assign(file, { name })
      return new NoAnswer('network')
    })
    turn('online')
    await until(() => sent().length === 1)
    await settled()
    expect(names.queue.map(({ isTried }) => isTried)).toStrictEqual([true, undefined])
    await names.send()
    expect([names.queue, sent()]).toStrictEqual([[], ['新.pdf', '资料']])
  })

  test('a folder that was made is found among the newest; somebody else’s is a refusal', async () => {
    for (const [updater, left] of [
      [7, 0],
      [8, 1],
    ] as const) {
      const { app, names, server, turn } = await start()
      const made = makeFolder({ name: '资料', updater: { id: updater, name: '' } })
      expect(app.session.user?.id).toBe(7)
      turn('offline')
      await names.newFolder({ parentFolderId: 3 }, '资料')
      server
        .on(NEW_FOLDER, new NoAnswer('network'))
        .on(LIST, makeFolderReply({ children: [made], total_children_count: 1 }))
      turn('online')
      await until(() => server.countOf(NEW_FOLDER) === 1)
      await settled()
      server.on(NEW_FOLDER, refusal('name_taken'))
      await names.send()
      expect(names.queue.length).toBe(left)
    }
  })
})

describe('[AH-42] a network that goes unnoticed', () => {
  test('a name that it does not carry waits after all, and is sent a moment later', async () => {
    const { app, file, names, platform, sent, server } = await start()
    server.on(EDIT, new NoAnswer('network'))
    expect(await names.rename(item, '新')).toStrictEqual({ done: true })
    expect([names.nameOf('file_7'), app.feedback.dialog]).toStrictEqual(['新.pdf', null])
    await until(() => platform.clock.waits.includes(1000))
    server.on(EDIT, ({ name }) => ({ item: Object.assign(file, { name }) }))
    platform.clock.pass(1000)
    await until(() => names.queue.length === 0)
    expect([file.name, new Set(sent()).size]).toStrictEqual(['新.pdf', 1])
  })

  test('a call that hangs when the network goes holds nothing up', async () => {
    const { names, sent, server, turn } = await waiting()
    server.on(INFO, () => new Promise(() => {}))
    turn('online')
    await until(() => server.countOf(INFO) === 1)
    turn('offline')
    server.on(INFO, { item })
    turn('online')
    await until(() => names.queue.length === 0)
    expect(sent()).toStrictEqual(['新.pdf', '资料'])
  })
})

describe('[AH-42] a refusal', () => {
  test('is told in the server’s words; the others are sent, and the draft can be sent under another name', async () => {
    const { app, names, sent, server, turn } = await waiting()
    server.on(EDIT, refusal('name_taken'))
    turn('online')
    await until(() => names.refused === 1 && names.queue.length === 1)
    const [refused] = names.queue
    expect(refused).toMatchObject({ name: '新.pdf', fault: { text: '说明：name_taken' } })
    expect([names.nameOf('file_7'), sent()]).toStrictEqual([undefined, ['新.pdf', '资料']])
    await until(() => app.feedback.currentToast?.message !== undefined)
    server.on(EDIT, ({ name }) => ({ item: { ...item, name } }))
    expect(await names.tryName(refused!, '更新')).toStrictEqual({ done: true })
    await until(() => names.queue.length === 0)
    expect(sent().pop()).toBe('更新.pdf')
  })

  test('a name that somebody else gave meanwhile is not overwritten', async () => {
    const { file, names, sent, turn } = await waiting()
    Object.assign(file, { name: '别人的.pdf' })
    turn('online')
    await until(() => names.refused === 1)
    await until(() => names.queue.length === 1)
    expect([names.queue[0]!.fault, sent()]).toStrictEqual([{ renamedTo: '别人的.pdf' }, ['资料']])
    names.discard(names.queue[0]!)
    expect(names.queue).toStrictEqual([])
  })

  test('an item that is gone is told, too', async () => {
    const { names, server, turn } = await waiting()
    server.on(INFO, refusal('item_not_found'))
    turn('online')
    await until(() => names.refused === 1)
    expect(names.queue[0]).toMatchObject({ fault: { text: '说明：item_not_found' } })
  })
})

describe('[AH-42] the queue belongs to the user', () => {
  test('another user sends nothing of it', async () => {
    const { platform } = await waiting()
    platform.server.on('GET /apps/users/get_base_info', makeBaseInfo({ user_info: makeUser({ id: 99 }) }))
    const other = await start(platform)
    await other.names.send()
    expect([other.names.queue, other.sent()]).toStrictEqual([[], []])
  })

  test('signing out deletes it', async () => {
    const { app, names, server, turn } = await waiting()
    server.on('POST /apps/users/logout', {}).on(INFO, new NoAnswer('network'))
    turn('online')
    await settled()
    await app.session.signOut()
    expect(names.queue).toStrictEqual([])
  })
})

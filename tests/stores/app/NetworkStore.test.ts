import { describe, expect, test } from '@jest/globals'
import { NoAnswer, type NetworkState } from '@/platform/Platform'
import { NetworkStore } from '@/stores/app/NetworkStore'
import { ListCache } from '@/stores/items/lists/ListCache'
import { makeFolderReply, makeItems } from '../support/factories'
import { status } from '../support/fakeServer'
import { startApp } from '../support/startApp'
import { settled } from '../support/until'
import { makeLazy } from '@/stores/app/LazyStores'
import { ListStore } from '@/stores/items/lists/ListStore'

const FILES = 'GET /apps/files/file_list/{folderId}'
const ASKED = 'GET /apps/users/is_user_logged_in'
const cut = () => Promise.reject(new NoAnswer('network'))

/** The app on a phone that reports the state of its network. */
async function onPhone() {
  const rig = await startApp()
  let tell: (state: NetworkState, savesData?: boolean) => void = () => {}
  const { app, platform, server } = rig
  const network = new NetworkStore({
    api: app.api,
    clock: platform.clock,
    feedback: app.feedback,
    onNetwork: (listener) => {
      tell = listener
      return () => {}
    },
  })
  makeLazy(app, 'network', () => network)
  makeLazy(app, 'listCache', () => new ListCache())
  platform.clock.pass(0)
  server.on(FILES, makeFolderReply({ items: makeItems(3), total_count: 3 }))
  const list = new ListStore(app, { space: 'own' })
  await list.open()
  const call = (quiet = false) =>
    app.api.call(FILES, { folderId: 0, folder_type: 'own' }, { quiet }).then(
      () => true,
      () => false,
    )
  const pass = async (milliseconds: number) => {
    platform.clock.pass(milliseconds)
    await settled()
  }
  return {
    ...rig,
    network,
    list,
    call,
    pass,
    tell: (state: NetworkState, savesData?: boolean) => tell(state, savesData),
  }
}

describe('[AH-19] the state of the network', () => {
  test('the state is what the phone reports, until a call succeeds although it reported no network', async () => {
    const { network, tell, call } = await onPhone()
    for (const state of ['weak', 'offline', 'online', 'offline'] as const) {
      tell(state)
      expect(network.state).toBe(state)
    }
    await call()
    expect(network.state).toBe('online')
  })

  test('two failed calls in a row mean no network, until one succeeds', async () => {
    const { network, call, server, list } = await onPhone()
    server.on(FILES, cut)
    await call()
    expect(network.state).toBe('online')
    await call()
    expect(network.state).toBe('offline')
    server.on(FILES, makeFolderReply({ items: [], total_count: 0 }))
    await list.open()
    expect(network.state).toBe('online')
  })

  test('any answer proves a network, and a timeout proves nothing', async () => {
    const { network, call, server } = await onPhone()
    for (const answer of [
      status(500),
      new NoAnswer('timeout'),
      new NoAnswer('network'),
      status(404),
      new NoAnswer('network'),
    ]) {
      server.on(FILES, answer)
      await call(true)
      expect(network.state).toBe('online')
    }
    server.on(FILES, new NoAnswer('timeout'))
    await call(true)
    server.on(FILES, new NoAnswer('network'))
    await call(true)
    expect(network.state).toBe('offline')
  })

  test('after the first failure the store checks at once, then every 10 s without a network, then no more', async () => {
    const { network, call, server, pass } = await onPhone()
    const before = server.countOf(ASKED)
    server.on(FILES, cut).on(ASKED, cut)
    await call(true)
    await pass(500)
    expect([server.countOf(ASKED) - before, network.state]).toStrictEqual([1, 'offline'])
    await pass(9999)
    expect(server.countOf(ASKED) - before).toBe(1)
    server.on(ASKED, { is_user_logged_in: true })
    await pass(1)
    expect([server.countOf(ASKED) - before, network.state]).toStrictEqual([2, 'online'])
    await pass(100_000)
    expect(server.countOf(ASKED) - before).toBe(2)
  })
})

test('[AH-19] a failed call followed by a successful one causes no check', async () => {
  const { call, server, pass } = await onPhone()
  const before = server.countOf(ASKED)
  server.on(FILES, cut).on(ASKED, { is_user_logged_in: true })
  await call(true)
  server.on(FILES, makeFolderReply({ items: [], total_count: 0 }))
  await call(true)
  await pass(500)
  expect(server.countOf(ASKED)).toBe(before)
})

describe('[AH-19] at most one dialog', () => {
  test('a toast about the network is shown until the bar says it', async () => {
    const { app, tell } = await onPhone()
    app.feedback.toast({ key: 'failure.network' })
    const shown = app.feedback.currentToast
    expect(shown?.message).toStrictEqual({ key: 'failure.network' })
    tell('offline')
    app.feedback.toast({ key: 'failure.network' })
    expect(app.feedback.currentToast).toBe(shown)
  })

  test('the user’s first failing action opens a dialog, later ones a toast; once the network was back, the next opens one again', async () => {
    const { app, call, server } = await onPhone()
    server.on(FILES, cut)
    await call()
    expect(app.feedback.dialog?.text).toStrictEqual({ key: 'failure.network' })
    app.feedback.answer(app.feedback.dialog!.id, true)
    for (let turn = 0; turn < 3; turn += 1) {
      await call()
      expect([app.feedback.dialog, app.feedback.currentToast?.message]).toStrictEqual([null, { key: 'network.failed' }])
    }
    server.on(FILES, makeFolderReply({ items: [], total_count: 0 }))
    await call()
    server.on(FILES, cut)
    await call()
    expect(app.feedback.dialog?.text).toStrictEqual({ key: 'failure.network' })
  })

  test('a failing refresh of a list opens no dialog, and no toast once the bar says it', async () => {
    const { app, list, server, tell } = await onPhone()
    server.on(FILES, cut)
    tell('offline')
    await list.open()
    await list.pages.refresh()
    await list.again()
    expect([app.feedback.dialog, app.feedback.currentToast, list.phase, list.rows.length]).toStrictEqual([
      null,
      null,
      'ready',
      3,
    ])
  })

  test('other failures are reported as always', async () => {
    const { app, call, server, tell } = await onPhone()
    tell('offline')
    server.on(FILES, status(500))
    await call()
    expect(app.feedback.dialog?.text).toStrictEqual({ key: 'failure.http500' })
  })
})

describe('[AH-19] the last list with its time', () => {
  test('a place seen in this visit is shown as it was, with the time of its data', async () => {
    const { app, list, platform, server } = await onPhone()
    const fetched = platform.clock.now()
    expect(list.since).toBe(fetched)
    platform.clock.pass(60_000)
    server.on(FILES, makeFolderReply({ children: makeItems(2), total_children_count: 2 }))
    await new ListStore(app, { space: 'folder', id: 12 }).open()
    server.on(FILES, cut)
    const again = new ListStore(app, { space: 'own' })
    await again.open()
    expect([again.phase, again.rows, again.since]).toStrictEqual(['ready', list.rows, fetched])
    const never = new ListStore(app, { space: 'folder', id: 13 })
    await never.open()
    expect([never.phase, never.since]).toStrictEqual(['failed', undefined])
  })

  test('a list stored in the last visit is shown, too', async () => {
    const { app, list, platform, server } = await onPhone()
    const fetched = list.since
    platform.clock.pass(3_600_000)
    server.on(FILES, cut)
    app.lazy.listCache!.forget()
    const next = new ListStore(app, { space: 'own' })
    await next.open()
    expect([next.phase, next.rows.length, next.since]).toStrictEqual(['ready', 3, fetched])
  })

  test('no stored list is shown where the server answers with a failure, nor to another user', async () => {
    const { app, platform, server } = await onPhone()
    platform.storage.remove('lastList')
    server.on(FILES, status(500))
    const broken = new ListStore(app, { space: 'own' })
    await broken.open()
    expect(broken.phase).toBe('failed')
    app.lazy.listCache!.forget()
    server.on(FILES, cut)
    const other = new ListStore(app, { space: 'own' })
    await other.open()
    expect(other.phase).toBe('failed')
  })
})

describe('[AH-19] pictures of tiles', () => {
  test('pictures are smaller on a weak network or when saving data, none are loaded out of sight, and none without a network', async () => {
    const { network, tell } = await onPhone()
    expect([network.picture('/a'), network.picture('/b', true)]).toStrictEqual(['/a', '/b'])
    tell('weak')
    expect([network.picture('/c'), network.picture('/d', true), network.picture('/d')]).toStrictEqual([
      '/c&size=64',
      undefined,
      '/d&size=64',
    ])
    tell('offline')
    expect(['/a', '/c', '/e'].map((address) => network.picture(address))).toStrictEqual(['/a', '/c&size=64', undefined])
    tell('online', true)
    expect([network.state, network.picture('/e')]).toStrictEqual(['online', '/e&size=64'])
    tell('online')
    expect(['/a', '/c', '/f'].map((address) => network.picture(address))).toStrictEqual(['/a', '/c&size=64', '/f'])
  })

  test('rows that pass too quickly request no pictures, and pictures that were shown stay', async () => {
    const { network } = await onPhone()
    expect([network.picture('/a'), network.picture('/b', false, true)]).toStrictEqual(['/a', undefined])
    expect([network.picture('/a', false, true), network.picture('/b')]).toStrictEqual(['/a', '/b'])
  })
})

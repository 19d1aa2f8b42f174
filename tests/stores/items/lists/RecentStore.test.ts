import { describe, expect, test } from '@jest/globals'
import { NoAnswer } from '@/platform/Platform'
import { recentsOf } from '@/stores/items/lists/RecentStore'
import { RECENTS_KEY } from '@/stores/items/lists/recents'
import { makeFolder, makeItem } from '../../support/factories'
import { platformSignedIn, startApp } from '../../support/startApp'
import { until } from '../../support/until'

const CALL = 'GET /recent_items/get_list'
const [a, b, c] = ['a.txt', 'b.txt', 'c.txt'].map((name, at) =>
  makeItem({ id: 70 + at, typed_id: `file_${70 + at}`, name }),
) as [ReturnType<typeof makeItem>, ReturnType<typeof makeItem>, ReturnType<typeof makeItem>]

async function start(items = [a, b]) {
  const rig = await startApp()
  rig.server.on(CALL, { recent_items: items })
  const recents = recentsOf(rig.app)
  const names = () => recents.items.map(({ name }) => name)
  return { ...rig, recents, names }
}

describe('[AH-34] recently used files', () => {
  test('recent files come from the server, two parallel requests are one, and a failure keeps the known ones', async () => {
    const { recents, names, server } = await start()
    expect(names()).toStrictEqual([])
    await Promise.all([recents.load(), recents.load()])
    expect([names(), server.countOf(CALL)]).toStrictEqual([['a.txt', 'b.txt'], 1])
    server.on(CALL, new NoAnswer('network'))
    await recents.load()
    expect(names()).toStrictEqual(['a.txt', 'b.txt'])
  })

  test('an opened file comes first at once, and a folder does not', async () => {
    const { recents, names } = await start()
    await recents.load()
    recents.addOpened(b)
    recents.addOpened(c)
    recents.addOpened(makeFolder())
    expect(names()).toStrictEqual(['c.txt', 'b.txt', 'a.txt'])
  })

  test('a file’s changes appear here: renamed, removed, restored', async () => {
    const { app, recents, names, server } = await start()
    await recents.load()
    app.changes.announceReplaced({ ...a, name: 'A.txt' })
    app.changes.announceMoved({ ...b, parent_folder_id: 9 })
    expect([names(), recents.items[1]?.parent_folder_id]).toStrictEqual([['A.txt', 'b.txt'], 9])
    app.changes.announceRemoved(a.typed_id)
    expect(names()).toStrictEqual(['b.txt'])
    app.changes.announceRestored(a)
    await until(() => names().length === 2)
    app.changes.announceStale()
    await until(() => server.countOf(CALL) === 3)
  })

  test('stored recent files are there before the server answers, only for the same user, and not after signing out', async () => {
    const first = await start()
    await first.recents.load()
    const kept = first.platform.kept.get(RECENTS_KEY)!
    const again = platformSignedIn()
    again.kept.set(RECENTS_KEY, kept)
    expect(recentsOf((await startApp(again)).app).items.map(({ name }) => name)).toStrictEqual(['a.txt', 'b.txt'])
    const stranger = platformSignedIn()
    stranger.kept.set(RECENTS_KEY, kept.replace(/"userId":\d+/, '"userId":999'))
    expect(recentsOf((await startApp(stranger)).app).items).toStrictEqual([])
    first.server.on('POST /apps/users/logout', {})
    await first.app.session.signOut()
    expect([first.names(), first.platform.kept.has(RECENTS_KEY)]).toStrictEqual([[], false])
  })
})

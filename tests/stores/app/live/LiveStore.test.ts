import { describe, expect, test } from '@jest/globals'
import { UpdateStore } from '@/stores/app/UpdateStore'
import { makeLazy } from '@/stores/app/LazyStores'
import { FIRST, liveRig } from '../../support/liveRig'

/** ms between two looks where nothing is told */
const LOOK = 10_000

/** An app that watches the comments on item 12. */
async function watching(options: Parameters<typeof liveRig>[0] & { names?: readonly string[] } = {}) {
  const rig = await liveRig(options)
  const watch = (name: string) => {
    const watched = { name, looks: 0, isAnswered: true, end: () => {} }
    watched.end = rig.live.watch({
      name,
      interval: LOOK,
      async changed() {
        watched.looks += 1
        return watched.isAnswered
      },
    })
    return watched
  }
  const [watched, ...others] = (options.names ?? ['comments_12']).map(watch)
  return { ...rig, watch, watched: watched!, others }
}

/** The same, told by a stream that stands. */
async function told(names?: readonly string[]) {
  const rig = await watching({ names })
  await rig.pass(FIRST)
  rig.line().say('ready', 'b1')
  await rig.pass(0)
  return rig
}

describe('[AH-20] one stream tells of all that is watched', () => {
  test('it names the places and the page that listens, and carries what every request does', async () => {
    const { app, line, lines } = await told(['folder_3', 'comments_12', ''])
    expect([lines.length, line().path]).toStrictEqual([
      1,
      `/api/events?watch=folder_3,comments_12&client=${app.api.client}`,
    ])
    expect(line().headers).toStrictEqual(app.api.headers())
  })

  test('once it stands each is looked at, as something may have happened before; then who is told of looks, at once, and no other', async () => {
    const { watched, others, line, pass } = await told(['comments_12', 'folder_3', ''])
    expect([watched, ...others].map(({ looks }) => looks)).toStrictEqual([1, 1, 1])
    line().say('changed', 'folder_3')
    await pass(0)
    expect([watched, ...others].map(({ looks }) => looks)).toStrictEqual([1, 2, 1])
    await pass(50_000)
    expect([watched, ...others].map(({ looks }) => looks)).toStrictEqual([1, 2, 1])
  })

  test('the badge follows; who watches the messages looks when their count is news', async () => {
    const { app, line, pass, watched, others } = await told(['', 'comments_12'])
    line().say('unread', '4')
    await pass(0)
    expect([app.sessionContext.unreadMessages, watched.looks, others[0]!.looks]).toStrictEqual([4, 2, 1])
    line().say('unread', '4')
    await pass(0)
    expect(watched.looks).toBe(2)
  })

  test('what happens while an answer is on its way is looked at after it', async () => {
    const { live, line, pass } = await told()
    let looks = 0
    let answer = (_: boolean) => {}
    live.watch({
      name: 'comments_12',
      interval: LOOK,
      changed: () =>
        new Promise((resolve) => {
          looks += 1
          answer = resolve
        }),
    })
    await pass(200)
    expect(looks).toBe(1)
    for (let n = 0; n < 20; n += 1) line().say('changed', 'comments_12')
    await pass(0)
    expect(looks).toBe(1)
    answer(true)
    await pass(0)
    expect(looks).toBe(2)
  })

  test('another place wants another stream; the one before tells until that stands, so that nothing is looked at twice', async () => {
    const { lines, open, pass, watch, watched } = await told()
    const other = watch('folder_3')
    await pass(200)
    expect(open()).toStrictEqual([lines[0], lines[1]])
    lines[0]!.say('changed', 'comments_12')
    await pass(0)
    expect(watched.looks).toBe(2)
    lines[1]!.say('ready')
    await pass(0)
    expect([open(), watched.looks, other.looks]).toStrictEqual([[lines[1]], 2, 1])
    lines[0]!.say('changed', 'comments_12')
    lines[1]!.say('changed', 'comments_12')
    await pass(0)
    expect(watched.looks).toBe(3)
  })

  test('where the phone takes the one before away, what it told is looked at when the next one stands', async () => {
    const { lines, open, pass, watch, watched } = await told()
    watch('folder_3')
    await pass(200)
    lines[0]!.say('error')
    expect(open()).toStrictEqual([lines[1]])
    lines[1]!.say('ready')
    await pass(0)
    expect(watched.looks).toBe(2)
  })

  test('one for which there is no room takes the place of the one before', async () => {
    const { lines, open, pass, watch, watched } = await told()
    watch('folder_3')
    await pass(200)
    lines[1]!.say('refused', 'too_many_streams')
    expect(open()).toStrictEqual([])
    await pass(2000)
    expect([lines.length, open()]).toStrictEqual([3, [lines[2]]])
    lines[2]!.say('ready')
    await pass(0)
    expect(watched.looks).toBe(2)
  })

  test('a page after another: the stream of the first ends before that of the second begins', async () => {
    const { lines, open, pass, watch, watched } = await told()
    watched.end()
    expect(open()).toStrictEqual([])
    const other = watch('folder_3')
    await pass(200)
    expect(open()).toStrictEqual([lines[1]])
    lines[1]!.say('ready')
    await pass(0)
    expect([watched.looks, other.looks]).toStrictEqual([1, 1])
  })

  test('who watches what is told already needs no other stream, and looks', async () => {
    const { lines, pass, watch, watched } = await told()
    const other = watch('comments_12')
    await pass(200)
    expect([lines.length, watched.looks, other.looks]).toStrictEqual([1, 1, 1])
  })

  test('when nothing is watched any more it ends, and nothing runs', async () => {
    const { open, platform, watched, line, pass } = await told()
    watched.end()
    expect([open(), platform.clock.waits]).toStrictEqual([[], []])
    line().say('changed', 'comments_12')
    await pass(600_000)
    expect(watched.looks).toBe(1)
  })

  test('who ends before it begins leaves nothing behind', async () => {
    const { lines, pass, platform, watched } = await watching()
    watched.end()
    expect(platform.clock.waits).toStrictEqual([])
    await pass(600_000)
    expect([lines.length, watched.looks]).toStrictEqual([0, 0])
  })
})

describe('[AH-20] a stream that breaks', () => {
  test('begins again after a second if it had stood for a while, and what it tells of is looked at', async () => {
    const { line, lines, pass, watched } = await told()
    await pass(25_000)
    line().say('error')
    expect(line().isOpen).toBe(false)
    await pass(999)
    expect(lines).toHaveLength(1)
    await pass(1)
    expect(lines).toHaveLength(2)
    line().say('ready')
    await pass(0)
    expect(watched.looks).toBe(2)
  })

  test('else after 2, 4, 8 s and so on, five minutes at most; meanwhile looks go on', async () => {
    const { line, lines, pass, watched } = await watching()
    await pass(FIRST)
    for (const seconds of [2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
      const before = lines.length
      line().say('error')
      await pass(seconds * 1000 - 1)
      expect(lines).toHaveLength(before)
      await pass(1)
      expect(lines).toHaveLength(before + 1)
    }
    expect(watched.looks).toBeGreaterThan(80)
  })

  test('one that ends as soon as it stands is tried more seldom, too', async () => {
    const { line, lines, pass } = await told()
    for (const seconds of [2, 4, 8]) {
      const before = lines.length
      line().say('error')
      await pass(seconds * 1000 - 1)
      expect(lines).toHaveLength(before)
      await pass(1)
      line().say('ready')
    }
  })

  test('and does not come again leaves looks in its place, from when they are due', async () => {
    const { line, pass, watched } = await told()
    line().say('error')
    await pass(2000)
    line().say('error')
    expect(watched.looks).toBe(1)
    await pass(LOOK - 2000)
    expect(watched.looks).toBe(2)
    await pass(LOOK)
    expect(watched.looks).toBe(3)
  })

  test('and says nothing for a minute is dead', async () => {
    const { line, lines, pass } = await told()
    await pass(59_000)
    line().say('beat')
    await pass(59_000)
    expect(lines).toHaveLength(1)
    await pass(1000)
    expect(lines[0]!.isOpen).toBe(false)
    await pass(1000)
    expect(lines).toHaveLength(2)
  })

  test('[AH-19] begins at once when the network is back, and all is looked at', async () => {
    const { line, lines, pass, tellNetwork, watched } = await told()
    tellNetwork('offline')
    line().say('error')
    await pass(100)
    const before = [lines.length, watched.looks] as const
    tellNetwork('online')
    await pass(0)
    expect([lines.length, watched.looks]).toStrictEqual([before[0] + 1, before[1] + 1])
    watched.end()
    tellNetwork('offline')
    tellNetwork('online')
    await pass(600_000)
    expect(lines).toHaveLength(before[0] + 1)
  })
})

describe('[AH-20] a stream that does not get through', () => {
  test('is given up after 10 s without a word: what is watched is looked at, and then as where nothing is told', async () => {
    const { line, pass, watched } = await watching()
    await pass(FIRST + 9999)
    expect([watched.looks, line().isOpen]).toStrictEqual([0, true])
    await pass(1)
    expect([watched.looks, line().isOpen]).toStrictEqual([1, false])
    await pass(LOOK)
    expect(watched.looks).toBe(2)
    await pass(LOOK)
    expect(watched.looks).toBe(3)
  })

  test('and is known not to: who comes to watch looks at once', async () => {
    const { line, pass, watch, watched } = await watching()
    await pass(FIRST)
    line().say('refused')
    watched.end()
    const other = watch('folder_3')
    await pass(0)
    expect(other.looks).toBe(1)
  })

  test('because it is refused is tried again after five minutes; looks go on meanwhile, and end when it stands', async () => {
    const { line, lines, pass, watched } = await watching()
    await pass(FIRST)
    line().say('refused', 'too_many_streams')
    await pass(0)
    expect([watched.looks, line().isOpen]).toStrictEqual([1, false])
    await pass(299_999)
    expect([watched.looks, lines.length]).toStrictEqual([30, 1])
    await pass(1)
    line().say('ready')
    await pass(0)
    expect(lines).toHaveLength(2)
    const before = watched.looks
    await pass(59_000)
    expect(watched.looks).toBe(before)
  })

  test('a look without an answer is made again, also while a stream stands', async () => {
    const { line, pass, watched } = await told()
    watched.isAnswered = false
    line().say('changed', 'comments_12')
    await pass(0)
    expect(watched.looks).toBe(2)
    watched.isAnswered = true
    for (let beats = 0; beats < 2; beats += 1) {
      await pass(25_000)
      line().say('beat')
    }
    expect(watched.looks).toBe(3)
  })
})

describe('[AH-20] whose stream it is', () => {
  test('when the session ends it ends', async () => {
    const { app, open, server } = await told()
    server.on('POST /apps/users/logout', {})
    await app.session.signOut()
    expect(open()).toStrictEqual([])
  })

  test('who signed in anew has one with the new token, though the one before was refused', async () => {
    const { app, line, lines, pass, watch, watched } = await watching()
    await pass(FIRST)
    line().say('refused', 'login_expired')
    watched.end()
    app.sessionContext.signedIn('csrf-9')
    watch('comments_12')
    await pass(200)
    expect([lines.length, line().headers.requesttoken]).toStrictEqual([2, 'csrf-9'])
  })
})

describe('[AH-20] where nothing is told', () => {
  const alone = () => watching({ isTold: false })

  test('what is watched is looked at, then in its time, more seldom while that fails, then as before', async () => {
    const { watched, platform, pass } = await alone()
    const next = () => platform.clock.waits.find((wait) => wait >= LOOK)
    await pass(0)
    expect([watched.looks, next()]).toStrictEqual([1, LOOK])
    watched.isAnswered = false
    for (let failures = 1; failures <= 6; failures += 1) {
      await pass(next()!)
      const least = LOOK * 2 ** Math.min(failures, 4)
      expect(watched.looks).toBe(failures + 1)
      expect(next()).toBeGreaterThanOrEqual(least)
      expect(next()).toBeLessThanOrEqual(least * 1.5)
    }
    watched.isAnswered = true
    await pass(next()!)
    expect(next()).toBe(LOOK)
  })

  test('phones that failed together do not all come back at one moment', async () => {
    const pauses = new Set<number>()
    for (let phones = 0; phones < 5; phones += 1) {
      const { watched, platform, pass } = await alone()
      watched.isAnswered = false
      await pass(LOOK)
      pauses.add(platform.clock.waits.at(-1)!)
    }
    expect(pauses.size).toBeGreaterThan(1)
  })

  test('one that ended does not look any more', async () => {
    const { watched, platform, pass } = await alone()
    await pass(0)
    watched.end()
    expect(platform.clock.waits).toStrictEqual([])
  })
})

describe('[AH-32] what the stream says of the build', () => {
  for (const event of ['ready', 'beat'] as const)
    test(`at every ${event} is passed on`, async () => {
      const { app, line, platform } = await told()
      const update = new UpdateStore({
        feedback: app.feedback,
        lazy: app.lazy,
        build: 'b1',
        restart: () => platform.navigate.restart(),
      })
      makeLazy(app, 'update', () => update)
      line().say(event, 'b1')
      expect(update.isOffered).toBe(false)
      line().say(event, 'b2')
      expect(update.isOffered).toBe(true)
    })
})

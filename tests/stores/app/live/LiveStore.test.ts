import { describe, expect, test } from '@jest/globals'
import { UpdateStore } from '@/stores/app/UpdateStore'
import { makeLazy } from '@/stores/app/LazyStores'
import { FIRST, liveRig } from '../../support/liveRig'

/** ms between two polls without a stream */
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

/** An app that watches the comments on item 12, with a connected stream. */
async function startNotified(names?: readonly string[]) {
  const rig = await watching({ names })
  await rig.pass(FIRST)
  rig.line().say('ready', 'b1')
  await rig.pass(0)
  return rig
}

describe('[AH-20] one stream reports everything that is watched', () => {
  test('the stream names the places and the listening page, and has the headers of every request', async () => {
    const { app, line, lines } = await startNotified(['folder_3', 'comments_12', ''])
    expect([lines.length, line().path]).toStrictEqual([
      1,
      `/api/events?watch=folder_3,comments_12&client=${app.api.client}`,
    ])
    expect(line().headers).toStrictEqual(app.api.headers())
  })

  test('a new stream polls each place once, as something may have changed before; then only notified watchers poll, at once', async () => {
    const { watched, others, line, pass } = await startNotified(['comments_12', 'folder_3', ''])
    expect([watched, ...others].map(({ looks }) => looks)).toStrictEqual([1, 1, 1])
    line().say('changed', 'folder_3')
    await pass(0)
    expect([watched, ...others].map(({ looks }) => looks)).toStrictEqual([1, 2, 1])
    await pass(50_000)
    expect([watched, ...others].map(({ looks }) => looks)).toStrictEqual([1, 2, 1])
  })

  test('the badge follows, and watchers of messages poll when the count changes', async () => {
    const { app, line, pass, watched, others } = await startNotified(['', 'comments_12'])
    line().say('unread', '4')
    await pass(0)
    expect([app.sessionContext.unreadMessages, watched.looks, others[0]!.looks]).toStrictEqual([4, 2, 1])
    line().say('unread', '4')
    await pass(0)
    expect(watched.looks).toBe(2)
  })

  test('a change during a pending answer is polled after it', async () => {
    const { live, line, pass } = await startNotified()
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

  test('another place needs another stream; the old one reports until the new one is connected, so nothing is polled twice', async () => {
    const { lines, open, pass, watch, watched } = await startNotified()
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

  test('where the phone drops the old stream, its changes are polled once the new one is connected', async () => {
    const { lines, open, pass, watch, watched } = await startNotified()
    watch('folder_3')
    await pass(200)
    lines[0]!.say('error')
    expect(open()).toStrictEqual([lines[1]])
    lines[1]!.say('ready')
    await pass(0)
    expect(watched.looks).toBe(2)
  })

  test('a stream that exceeds the limit replaces the one before', async () => {
    const { lines, open, pass, watch, watched } = await startNotified()
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

  test('changing pages ends the stream of the first before that of the second begins', async () => {
    const { lines, open, pass, watch, watched } = await startNotified()
    watched.end()
    expect(open()).toStrictEqual([])
    const other = watch('folder_3')
    await pass(200)
    expect(open()).toStrictEqual([lines[1]])
    lines[1]!.say('ready')
    await pass(0)
    expect([watched.looks, other.looks]).toStrictEqual([1, 1])
  })

  test('a new watcher of a watched place needs no other stream, and polls', async () => {
    const { lines, pass, watch, watched } = await startNotified()
    const other = watch('comments_12')
    await pass(200)
    expect([lines.length, watched.looks, other.looks]).toStrictEqual([1, 1, 1])
  })

  test('when nothing is watched any more the stream ends, and no timer runs', async () => {
    const { open, platform, watched, line, pass } = await startNotified()
    watched.end()
    expect([open(), platform.clock.waits]).toStrictEqual([[], []])
    line().say('changed', 'comments_12')
    await pass(600_000)
    expect(watched.looks).toBe(1)
  })

  test('a watcher that ends before it begins leaves nothing behind', async () => {
    const { lines, pass, platform, watched } = await watching()
    watched.end()
    expect(platform.clock.waits).toStrictEqual([])
    await pass(600_000)
    expect([lines.length, watched.looks]).toStrictEqual([0, 0])
  })
})

describe('[AH-20] a stream that breaks', () => {
  test('the stream reconnects after a second if it was connected for a while, and its places are polled', async () => {
    const { line, lines, pass, watched } = await startNotified()
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

  test('otherwise it reconnects after 2, 4, 8 s and so on, five minutes at most, while polling continues', async () => {
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

  test('a stream that ends as soon as it is connected also reconnects more slowly', async () => {
    const { line, lines, pass } = await startNotified()
    for (const seconds of [2, 4, 8]) {
      const before = lines.length
      line().say('error')
      await pass(seconds * 1000 - 1)
      expect(lines).toHaveLength(before)
      await pass(1)
      line().say('ready')
    }
  })

  test('a stream that does not reconnect leaves polling in its place, when due', async () => {
    const { line, pass, watched } = await startNotified()
    line().say('error')
    await pass(2000)
    line().say('error')
    expect(watched.looks).toBe(1)
    await pass(LOOK - 2000)
    expect(watched.looks).toBe(2)
    await pass(LOOK)
    expect(watched.looks).toBe(3)
  })

  test('a stream that is silent for a minute counts as dead', async () => {
    const { line, lines, pass } = await startNotified()
    await pass(59_000)
    line().say('beat')
    await pass(59_000)
    expect(lines).toHaveLength(1)
    await pass(1000)
    expect(lines[0]!.isOpen).toBe(false)
    await pass(1000)
    expect(lines).toHaveLength(2)
  })

  test('[AH-19] the stream reconnects at once when the network is back, and everything is polled', async () => {
    const { line, lines, pass, tellNetwork, watched } = await startNotified()
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

describe('[AH-20] a blocked stream', () => {
  test('a stream that is silent for 10 s ends, and everything watched is polled at once and then regularly', async () => {
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

  test('a new watcher polls at once when the stream is known to be blocked', async () => {
    const { line, pass, watch, watched } = await watching()
    await pass(FIRST)
    line().say('refused')
    watched.end()
    const other = watch('folder_3')
    await pass(0)
    expect(other.looks).toBe(1)
  })

  test('[ADM-06] a stream that is refused because the session has ended makes what is shown look at once', async () => {
    const { line, pass, watched } = await startNotified()
    await pass(30_000)
    line().say('error')
    await pass(1000)
    const before = watched.looks
    line().say('refused', 'login_expired')
    await pass(0)
    expect(watched.looks).toBe(before + 1)
  })

  test('a refused stream retries after five minutes; polling goes on meanwhile and ends when it is connected', async () => {
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

  test('a poll without an answer is repeated, also while a stream is connected', async () => {
    const { line, pass, watched } = await startNotified()
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

describe('[AH-20] the session of a stream', () => {
  test('the stream ends with the session', async () => {
    const { app, open, server } = await startNotified()
    server.on('POST /apps/users/logout', {})
    await app.session.signOut()
    expect(open()).toStrictEqual([])
  })

  test('signing in again opens a stream with the new token, though the one before was refused', async () => {
    const { app, line, lines, pass, watch, watched } = await watching()
    await pass(FIRST)
    line().say('refused', 'login_expired')
    watched.end()
    app.sessionContext.beginSession('csrf-9')
    watch('comments_12')
    await pass(200)
    expect([lines.length, line().headers.requesttoken]).toStrictEqual([2, 'csrf-9'])
  })
})

describe('[AH-20] polling without a stream', () => {
  const alone = () => watching({ isTold: false })

  test('a watched place is polled at once, then regularly, more slowly while polls fail, and then as before', async () => {
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

  test('phones that failed together do not all return at one moment', async () => {
    const pauses = new Set<number>()
    for (let phones = 0; phones < 5; phones += 1) {
      const { watched, platform, pass } = await alone()
      watched.isAnswered = false
      await pass(LOOK)
      pauses.add(platform.clock.waits.at(-1)!)
    }
    expect(pauses.size).toBeGreaterThan(1)
  })

  test('a watcher that ended polls no more', async () => {
    const { watched, platform, pass } = await alone()
    await pass(0)
    watched.end()
    expect(platform.clock.waits).toStrictEqual([])
  })
})

describe('[AH-32] the build that the stream reports', () => {
  for (const event of ['ready', 'beat'] as const)
    test(`the build is passed on at every ${event}`, async () => {
      const { app, line, platform } = await startNotified()
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

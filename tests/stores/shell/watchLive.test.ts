import { describe, expect, test } from '@jest/globals'
import { watchLive } from '@/stores/shell/watchLive'
import { startApp } from '../support/startApp'
import { settled } from '../support/until'

/** What is watched on a phone that is told nothing. */
async function rig(name: string) {
  const { app, platform } = await startApp()
  const watched = { looks: 0, isAnswered: true }
  const changed = async () => {
    watched.looks += 1
    return watched.isAnswered
  }
  const stop = watchLive(app, { name, changed })
  return {
    stop,
    watched,
    platform,
    /** ms until the next look */
    next: () => platform.clock.waits[0],
    async look() {
      platform.clock.pass(platform.clock.waits[0]!)
      await settled()
    },
  }
}

describe('[AH-20] where nothing is told', () => {
  for (const [name, interval] of [
    ['comments_12', 10_000],
    ['', 30_000],
  ] as const)
    test(`${name || 'messages'} are looked at every ${interval} ms, more seldom while that fails, then as before`, async () => {
      const { watched, next, look } = await rig(name)
      expect(next()).toBe(interval)
      watched.isAnswered = false
      for (let failures = 1; failures <= 6; failures += 1) {
        await look()
        const least = interval * 2 ** Math.min(failures, 4)
        expect(watched.looks).toBe(failures)
        expect(next()).toBeGreaterThanOrEqual(least)
        expect(next()).toBeLessThanOrEqual(least * 1.5)
      }
      watched.isAnswered = true
      await look()
      expect(next()).toBe(interval)
    })

  test('phones that failed together do not all come back at one moment', async () => {
    const pauses = new Set<number | undefined>()
    for (let phones = 0; phones < 5; phones += 1) {
      const { watched, next, look } = await rig('')
      watched.isAnswered = false
      await look()
      pauses.add(next())
    }
    expect(pauses.size).toBeGreaterThan(1)
  })

  test('an app that comes back looks at once; one that ended does not look any more', async () => {
    const { watched, platform, stop, next } = await rig('comments_12')
    platform.comesBack()
    await settled()
    expect([watched.looks, next()]).toStrictEqual([1, 10_000])
    stop()
    expect(platform.clock.waits).toStrictEqual([])
  })
})

import { describe, expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import { needLazyWords } from '@/i18n/lazy/load'
import { useShell } from '@/firstPage/later/useShell'
import { platformSignedOut, startApp, type Rig } from '../../stores/support/startApp'
import { answered, mount } from '../rig'

const bug = new TypeError('a bug')

/** The error that the platform receives to report as uncaught. */
function reported({ platform }: Rig): unknown {
  try {
    platform.clock.pass(0)
  } catch (error) {
    return error
  }
  return undefined
}

/** The shell of an app in which work after the first page fails. `starts`: counts how often it was tried. */
async function failing(error: unknown): Promise<Rig & { starts: () => number }> {
  Object.assign(globalThis, { __webpack_chunk_load__: async () => undefined })
  const rig = await startApp(platformSignedOut())
  let count = 0
  Object.defineProperty(rig.platform, 'navigate', {
    get() {
      count += 1
      throw error
    },
  })
  const Shell = () => {
    useShell(rig.app, true)
    return null
  }
  needLazyWords()
  const { close } = mount(h(Shell))
  await answered()
  close()
  return { ...rig, starts: () => count }
}

describe('work after the first page', () => {
  test('a programming error in it is reported', async () => {
    expect(reported(await failing(bug))).toBe(bug)
  })

  test('a part that did not load is not reported, and starts once the network is back', async () => {
    const missing = Object.assign(new Error('Loading chunk deferred failed'), { request: '/js/deferred.js' })
    const rig = await failing(missing)
    expect([reported(rig), rig.starts()]).toStrictEqual([undefined, 1])
    window.dispatchEvent(new Event('online'))
    await answered()
    expect(rig.starts()).toBe(2)
  })
})

import { describe, expect, test } from '@jest/globals'
import type { ShareState } from '@/contract/shares/shares'
import { canClose, canReopen, isLive, linkAddress, stateOf } from '@/domain/shares/linkState'

const NOW = 1_800_000_000

describe('[SHARE-14] the state of a link now', () => {
  const table: [string, ShareState, number, ShareState][] = [
    ['never expires', 'open', 0, 'open'],
    ['has time left', 'open', NOW + 1, 'open'],
    ['ends this second', 'open', NOW, 'open'],
    ['its time has passed since it was fetched', 'open', NOW - 1, 'expired'],
    ['was closed before its time passed', 'closed', NOW - 1, 'closed'],
    ['waits for an approval', 'waiting', NOW - 1, 'waiting'],
  ]
  test.each(table)('%s', (_what, state, due_time, expected) => {
    expect(stateOf({ state, due_time }, NOW)).toBe(expected)
  })
})

describe('[AH-17] what can be done with a link', () => {
  const table: [ShareState, boolean, boolean][] = [
    ['open', true, true],
    ['waiting', true, true],
    ['limit_reached', false, true],
    ['expired', false, true],
    ['refused', false, false],
    ['unavailable', false, false],
  ]
  test.each(table)('%s: is live %s, can be closed %s', (state, live, closes) => {
    expect([isLive(state), canClose({ state, closed: null, closed_by_administrator: null }, true)]).toStrictEqual([
      live,
      closes,
    ])
  })

  const closings: [string, number | null, number | null, { maker: string; administrator: string }][] = [
    ['its maker', NOW, null, { maker: 'reopen', administrator: 'close' }],
    ['an administrator', null, NOW, { maker: 'close', administrator: 'reopen' }],
    ['both', NOW, NOW, { maker: 'reopen', administrator: 'reopen' }],
  ]
  test.each(closings)('closed by %s: each side opens what it closed, and closes what the other did', (_who, ...row) => {
    const [closed, closed_by_administrator, expected] = row
    const link = { state: 'closed', closed, closed_by_administrator } as const
    const offered = (isMaker: boolean) =>
      [canClose(link, isMaker) && 'close', canReopen(link, isMaker) && 'reopen'].filter(Boolean).join()
    expect({ maker: offered(true), administrator: offered(false) }).toStrictEqual(expected)
  })

  test('what is open nobody opens again', () => {
    expect(canReopen({ state: 'open', closed: null, closed_by_administrator: null }, true)).toBe(false)
  })

  test('what cannot be opened for another reason is not opened again either', () => {
    expect(canReopen({ state: 'unavailable', closed: NOW, closed_by_administrator: null }, true)).toBe(false)
  })
})

describe('the address of a link', () => {
  test.each([
    ['https://drive.test/share/abc', 'https://other.test', 'https://drive.test/share/abc'],
    ['http://10.0.0.2:3000/share/abc', '', 'http://10.0.0.2:3000/share/abc'],
    ['/share/abc', 'https://drive.test', 'https://drive.test/share/abc'],
    ['/share/https://abc', 'https://drive.test', 'https://drive.test/share/https://abc'],
  ])('%s', (url, baseUrl, expected) => {
    expect(linkAddress({ url }, baseUrl)).toBe(expected)
  })
})

import { describe, expect, test } from '@jest/globals'
import type { ShareState } from '@/contract/shares/shares'
import { canClose, canReopen, isLive, linkAddress, stateOf } from '@/domain/shares/linkState'

const NOW = 1_800_000_000

describe('[SHARE-14] a link has a state at a time', () => {
  const table: [string, ShareState, number, ShareState][] = [
    ['a link that never expires is open', 'open', 0, 'open'],
    ['a link with time left is open', 'open', NOW + 1, 'open'],
    ['a link that ends this second is open', 'open', NOW, 'open'],
    ['a link whose time has passed since it was fetched is expired', 'open', NOW - 1, 'expired'],
    ['a link that was closed before it expired is closed', 'closed', NOW - 1, 'closed'],
    ['a link that waits for an approval keeps waiting', 'waiting', NOW - 1, 'waiting'],
  ]
  test.each(table)('%s', (_what, state, due_time, expected) => {
    expect(stateOf({ state, due_time }, NOW)).toBe(expected)
  })
})

describe('[AH-17] a link can be closed and reopened', () => {
  const table: [ShareState, boolean, boolean][] = [
    ['open', true, true],
    ['waiting', true, true],
    ['limit_reached', false, true],
    ['expired', false, true],
    ['refused', false, false],
    ['unavailable', false, false],
  ]
  test.each(table)('a link in state %s is live: %s, and can be closed: %s', (state, live, closes) => {
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
  test.each(closings)(
    'a link closed by %s is reopened by the side that closed it, and closed by the other',
    (_who, ...row) => {
      const [closed, closed_by_administrator, expected] = row
      const link = { state: 'closed', closed, closed_by_administrator } as const
      const offered = (isMaker: boolean) =>
        [canClose(link, isMaker) && 'close', canReopen(link, isMaker) && 'reopen'].filter(Boolean).join()
      expect({ maker: offered(true), administrator: offered(false) }).toStrictEqual(expected)
    },
  )

  test('an open link cannot be reopened', () => {
    expect(canReopen({ state: 'open', closed: null, closed_by_administrator: null }, true)).toBe(false)
  })

  test('a link that is unavailable for another reason cannot be reopened', () => {
    expect(canReopen({ state: 'unavailable', closed: NOW, closed_by_administrator: null }, true)).toBe(false)
  })
})

describe('a link has a complete address', () => {
  test.each([
    ['https://drive.test/share/abc', 'https://other.test', 'https://drive.test/share/abc'],
    ['http://10.0.0.2:3000/share/abc', '', 'http://10.0.0.2:3000/share/abc'],
    ['/share/abc', 'https://drive.test', 'https://drive.test/share/abc'],
    ['/share/https://abc', 'https://drive.test', 'https://drive.test/share/https://abc'],
  ])('%s', (url, baseUrl, expected) => {
    expect(linkAddress({ url }, baseUrl)).toBe(expected)
  })
})

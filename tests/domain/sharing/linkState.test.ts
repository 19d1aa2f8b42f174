import { describe, expect, test } from '@jest/globals'
import type { ShareState } from '@/contract/shares'
import { canClose, canReopen, isLive, linkAddress, stateOf } from '@/domain/sharing/linkState'

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
    ['closed', false, false],
    ['refused', false, false],
    ['unavailable', false, false],
  ]
  test.each(table)('%s: is live %s, can be closed %s', (state, live, closes) => {
    expect([isLive(state), canClose(state)]).toStrictEqual([live, closes])
  })

  test('its maker opens again what they closed, not what an administrator closed; an administrator both; nobody what is open', () => {
    const reopens = (state: ShareState, byAdministrator: boolean, asAdministrator: boolean) =>
      canReopen({ state, is_closed_by_administrator: byAdministrator }, asAdministrator)
    expect(reopens('closed', false, false)).toBe(true)
    expect(reopens('closed', true, false)).toBe(false)
    expect(reopens('closed', false, true)).toBe(true)
    expect(reopens('closed', true, true)).toBe(true)
    expect(reopens('open', false, true)).toBe(false)
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

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { Client } from '../../support/client'
import { deepTest, sample } from '../../support/deep'
import { codeOf, Sharing } from '../../support/shares/sharing'

const OPEN = 'POST /apps/share_links/info/{unique_name}'
let at: Sharing

before(async () => {
  at = await Sharing.open({ config: { trustedProxies: 1 } })
})
beforeEach(async () => {
  at.rewind()
  await at.server.deps.db.deleteFrom('login_attempts').execute()
})
after(() => at.close())

const guarded = async () => (await at.guardedLink('k7m3')).unique_name

async function opened(unique_name: string, password: string, address: string, session = {}): Promise<string> {
  const visitor = new Client(at.server.url)
  visitor.headers = { 'x-forwarded-for': address, 'user-agent': 'Mozilla/5.0', ...session }
  return codeOf(await visitor.send(OPEN, { unique_name, password }))
}

/** The codes of wrong guesses, one from each address. */
async function guess(unique_name: string, addressOf: (n: number) => string, count: number): Promise<string[]> {
  const codes: string[] = []
  for (let n = 0; n < count; n += 1) codes.push(await opened(unique_name, `x${n}`, addressOf(n)))
  return codes
}

const answeredOf = (codes: readonly string[]) => codes.filter((code) => code === 'share_link_invalid_password').length
const everywhere = (n: number) => `${11 + (n % 80)}.${Math.floor(n / 80)}.0.1`
const site = (n: number) => `2001:db8:30:${(n * 256).toString(16)}::1`

describe('[AH-07] guesses of one link’s password', () => {
  const sources: [string, (n: number) => string, number][] = [
    ['one IPv6 customer', (n) => `2001:db8:31:${n.toString(16)}::1`, 4],
    ['one IPv6 site', site, 11],
    ['neighbouring IPv4 addresses', (n) => `203.0.113.${n}`, 11],
    ['addresses everywhere', everywhere, 16],
  ]
  for (const [source, addressOf, most] of sources)
    test(`from ${source}: ${most} of 40 at most are answered as wrong`, async () => {
      const codes = await guess(await guarded(), addressOf, 40)
      assert.ok(answeredOf(codes) <= most, `${answeredOf(codes)} answered`)
      assert.equal(codes.at(-1), 'share_link_guessed_too_often')
    })

  deepTest('from everywhere are limited in all: 250 of them leave one waiting for the next', async () => {
    const link = await guarded()
    await guess(link, everywhere, 250)
    assert.equal(await opened(link, 'k7m3', '192.0.2.1'), 'share_link_guessed_too_often')
    at.later(30)
    assert.equal(await opened(link, 'k7m3', '192.0.2.1'), 'success')
  })

  test('from one site are limited although each of its networks is new', async () => {
    const link = await guarded()
    await guess(link, site, 60)
    assert.equal(await opened(link, 'k7m3', site(61)), 'share_link_guessed_too_often')
    assert.equal(await opened(link, 'k7m3', '192.0.2.2'), 'success')
  })

  for (const [whose, subject, open, free] of [
    ['one network', 'share-address:203.0.117.1', 100, 400],
    ['one site', 'share-address:203.0.117.0/24', 400, 1600],
  ] as const)
    test(`from ${whose} at many links are not answered as wrong after ${open}, and wait after ${free}`, async () => {
      const counts = at.server.deps.db.updateTable('login_attempts').where('subject', '=', subject)
      const guessed = async (password: string) => opened(await guarded(), password, '203.0.117.1')
      assert.equal(await guessed('x'), 'share_link_invalid_password')
      await counts.set({ failures: open }).execute()
      assert.equal(await guessed('x'), 'share_link_guessed_too_often')
      assert.equal(await guessed('k7m3'), 'success')
      await counts.set({ failures: free }).execute()
      await guessed('x')
      assert.equal(await guessed('k7m3'), 'share_link_guessed_too_often')
    })

  const strangers: [string, (n: number) => string][] = [
    ['everywhere', everywhere],
    ['one site', site],
    ['the neighbourhood', (n) => `192.0.2.${n + 10}`],
  ]
  for (const [place, addressOf] of sample(strangers, 1)) {
    test(`a visitor with the password enters while strangers guess from ${place}`, async () => {
      const link = await guarded()
      await guess(link, addressOf, 40)
      assert.equal(await opened(link, 'k7m3', '192.0.2.3'), 'success')
    })

    deepTest(`a visitor who mistyped once enters with the password while strangers guess from ${place}`, async () => {
      const link = await guarded()
      assert.equal(await opened(link, 'k7n3', '192.0.2.4'), 'share_link_invalid_password')
      await guess(link, addressOf, 40)
      assert.equal(await opened(link, 'k7m3', '192.0.2.4'), 'success')
    })

    deepTest(
      `a visitor who mistypes meanwhile enters with the password, while strangers guess from ${place}`,
      async () => {
        const link = await guarded()
        await guess(link, addressOf, 40)
        assert.equal(await opened(link, 'k7n3', '192.0.2.5'), 'share_link_guessed_too_often')
        assert.equal(await opened(link, 'k7m3', '192.0.2.5'), 'success')
      },
    )
  }

  deepTest('a signed-in user counts alone: neither strangers nor another network changes their attempts', async () => {
    const link = await guarded()
    await guess(link, everywhere, 250)
    const user = await at.signIn(await at.make.user({ enterprise: at.enterprise }))
    const codes: string[] = []
    for (let n = 0; n < 8; n += 1) codes.push(await opened(link, `y${n}`, `192.0.3.${n}`, user.headers))
    assert.equal(answeredOf(codes), 4)
    assert.equal(await opened(link, 'k7m3', '192.0.3.9', user.headers), 'share_link_guessed_too_often')
    at.later(2)
    assert.equal(await opened(link, 'k7m3', '192.0.3.9', user.headers), 'success')
  })

  test('30 people behind one address enter at once, while strangers guess', async () => {
    const link = await guarded()
    await guess(link, everywhere, 40)
    const codes = await Promise.all(Array.from({ length: 30 }, () => opened(link, 'k7m3', '192.0.2.6')))
    assert.deepEqual([...new Set(codes)], ['success'])
  })
})

import { describe, expect, test } from '@jest/globals'
import { LinkCard, type CardedLink } from '@/stores/shares/LinkCard'
import { refusal } from '../support/fakeServer'
import { platformSignedIn, startApp } from '../support/startApp'

const CARD = 'GET /apps/share_links/card'
const PRIVATE = 'POST /v1/wechat_applet/private_message'
const open: CardedLink = { id: 5, unique_name: 'a'.repeat(22), disable_forward: false }

async function load(link: CardedLink, mark: object = { activity_id: 'a1' }) {
  const rig = await startApp(platformSignedIn())
  rig.server.on(CARD, { title: '合影.jpg', count: 2, picture: '/api/thumbnail?s=1' }).on(PRIVATE, mark as never)
  const card = new LinkCard({ api: rig.app.api, platform: { clock: rig.platform.clock, origin: 'https://d' } }, link)
  await card.load()
  return { card, ...rig }
}

describe('[SHARE-12] the card of a link', () => {
  test('the card says what the server tells anybody, with a picture that WeChat can fetch', async () => {
    const { card, server } = await load(open)
    expect({ ...card }).toMatchObject({
      phase: 'ready',
      title: '合影.jpg',
      count: 2,
      picture: 'https://d/api/thumbnail?s=1',
      activityId: null,
    })
    expect(server.countOf(PRIVATE)).toBe(0)
  })

  test('[AH-26] the card of a link that may not be forwarded is marked private', async () => {
    const { card } = await load({ ...open, disable_forward: true })
    expect([card.phase, card.activityId]).toStrictEqual(['ready', 'a1'])
  })

  test('[AH-26] the card is not sent unmarked, nor by anybody but its maker, and nobody is disturbed', async () => {
    const { card, app } = await load({ ...open, disable_forward: true }, refusal('messenger_not_configured'))
    expect([card.phase, app.feedback.dialog, app.feedback.currentToast]).toStrictEqual(['none', null, null])
    const others = await load({ ...open, id: undefined, disable_forward: true })
    expect([others.card.phase, others.server.countOf(PRIVATE)]).toStrictEqual(['none', 0])
  })
})

import { describe, expect, test } from '@jest/globals'
import type { PhoneMessages } from '@/platform/Platform'
import { Arrivals } from '@/stores/landing/Arrivals'
import { refusal } from '../support/fakeServer'
import { platformSignedOut, startApp } from '../support/startApp'

const ARRIVE = 'POST /v1/wechat_applet/arrive'
const NAME = 'a'.repeat(22)

async function open({ way = { scene: 1044 } as object | null, code = 'c1' as string | null, isTold = true } = {}) {
  const rig = await startApp(platformSignedOut())
  rig.server.on(ARRIVE, {})
  const order: string[] = []
  const messages: PhoneMessages = {
    messenger: 'wechat',
    ask: async () => false,
    code: async () => (order.push('code'), code),
  }
  const entry = { way }
  const arrivals = new Arrivals({
    entered: () => entry.way,
    group: async () => (order.push('group'), isTold ? { encryptedData: 'e', iv: 'v' } : null),
  })
  const note = (more: Partial<PhoneMessages> = {}, name = NAME) =>
    arrivals.note({ api: rig.app.api, clock: rig.platform.clock, messages: { ...messages, ...more } }, name)
  return { ...rig, entry, note, order }
}

describe('[AH-26] an arrival by a card in a group', () => {
  test('an arrival is reported once for each link and entry, with the code fetched before the group', async () => {
    const { note, order, server, entry } = await open()
    await note()
    await note()
    expect(order).toStrictEqual(['code', 'group'])
    expect(server.countOf(ARRIVE)).toBe(1)
    await note({}, 'b'.repeat(22))
    entry.way = { scene: 1044, shareTicket: 'another' }
    await note()
    expect(server.countOf(ARRIVE)).toBe(3)
  })

  test('any other entry, another messenger, and a missing code or group report nothing', async () => {
    const rigs = [await open({ way: null }), await open({ code: null }), await open({ isTold: false })]
    for (const rig of rigs) await rig.note()
    const inWeCom = await open()
    await inWeCom.note({ messenger: 'wecom' })
    expect([...rigs, inWeCom].map(({ server }) => server.countOf(ARRIVE))).toStrictEqual([0, 0, 0, 0])
  })

  test('a refusal disturbs nobody', async () => {
    const { app, note, server } = await open()
    server.on(ARRIVE, refusal('messenger_unavailable'))
    await note()
    expect([app.feedback.currentToast, app.feedback.dialog]).toStrictEqual([null, null])
  })
})

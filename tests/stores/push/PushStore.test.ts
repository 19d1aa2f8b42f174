import { describe, expect, test } from '@jest/globals'
import type { PhoneMessages } from '@/platform/Platform'
import { PushStore } from '@/stores/push/PushStore'
import { refusal } from '../support/fakeServer'
import { platformSignedIn, startApp } from '../support/startApp'

const CHOOSE = 'POST /apps/messages/choose_outside'
const choices = { mention: false, invitation: false, first_visit: true }

async function rig(phone: Partial<PhoneMessages> | null) {
  const { app, server, platform } = await startApp(platformSignedIn(phone ? 'weapp' : 'h5'))
  const asked: string[] = []
  const messages: PhoneMessages = {
    messenger: 'wechat',
    ask: async (template) => asked.push(template) > 0,
    code: async () => 'code-1',
    ...phone,
  }
  server
    .on('GET /apps/messages/outside', { is_possible: true, is_known: false, choices })
    .on('GET /v1/wechat_applet/templates', { first_visit: 'v', mention: 'm', invitation: '' })
    .on('POST /v1/wechat_applet/identify', {})
    .on(CHOOSE, {})
  const outside = new PushStore({ ...app, platform: Object.assign(platform, phone ? { messages } : {}) })
  await outside.load()
  return { app, outside, asked, server, chosen: () => server.callsOf(CHOOSE).map(({ request }) => request) }
}

describe('[AH-30] messages outside of the app', () => {
  test('a kind is switched on once WeChat, asked within the tap, may send it', async () => {
    const { outside, asked, chosen } = await rig({})
    const choosing = outside.choose('mention', true)
    expect(asked).toStrictEqual(['m'])
    await choosing
    expect(chosen()).toStrictEqual([{ kind: 'mention', is_on: true }])
    expect(outside.known).toMatchObject({
      is_known: true,
      choices: { ...choices, mention: true },
    })
  })

  const refused: [string, Partial<PhoneMessages>, 'mention' | 'invitation'][] = [
    ['the user refuses', { ask: async () => false }, 'mention'],
    ['the server sends none', {}, 'invitation'],
    ['WeChat gives no code', { code: async () => null }, 'mention'],
  ]
  test.each(refused)('where %s the kind stays off and says so', async (_, phone, kind) => {
    const { app, outside, chosen } = await rig(phone)
    await outside.choose(kind, true)
    expect([chosen(), outside.known!.choices[kind]]).toStrictEqual([[], false])
    expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'outside.refused' })
  })

  test('switching off asks nobody', async () => {
    const { outside, asked, chosen } = await rig({})
    await outside.choose('first_visit', false)
    expect([asked, chosen(), outside.known!.choices.first_visit]).toStrictEqual([
      [],
      [{ kind: 'first_visit', is_on: false }],
      false,
    ])
  })

  test('a browser switches without a phone', async () => {
    const { outside, chosen } = await rig(null)
    await outside.choose('mention', true)
    expect([chosen().length, outside.asksEachTime]).toStrictEqual([1, false])
  })

  test('a refusal by the server leaves the switch as it was', async () => {
    const { outside, server } = await rig(null)
    server.on(CHOOSE, () => refusal('asked_too_often'))
    await outside.choose('mention', true)
    expect([outside.known!.choices.mention, outside.busy]).toStrictEqual([false, null])
  })
})

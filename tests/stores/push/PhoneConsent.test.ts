import { describe, expect, test } from '@jest/globals'
import type { PhoneMessages } from '@/platform/Platform'
import { PhoneConsent } from '@/stores/push/PhoneConsent'
import { refusal } from '../support/fakeServer'
import { platformSignedIn, startApp } from '../support/startApp'

const IDENTIFY = 'POST /v1/wechat_applet/identify'

async function rig(phone: Partial<PhoneMessages> | null, template = 'visit-template') {
  const { app, server, platform } = await startApp(platformSignedIn('weapp'))
  const asked: string[] = []
  const messages: PhoneMessages | undefined = phone
    ? {
        messenger: 'wechat',
        ask: async (wanted) => asked.push(wanted) > 0,
        code: async () => 'code-1',
        ...phone,
      }
    : undefined
  server.on('GET /v1/wechat_applet/templates', { first_visit: template, mention: '', invitation: '' }).on(IDENTIFY, {})
  const consent = new PhoneConsent({ api: app.api, platform: { clock: platform.clock, messages } })
  return { consent, asked, server, identified: () => server.callsOf(IDENTIFY).map(({ request }) => request) }
}

describe('[AH-30] a user wants to hear of the first opening of a link', () => {
  test('WeChat asks the user within the tap, and the server learns who they are', async () => {
    const { consent, asked, identified } = await rig({})
    await consent.load()
    const asking = consent.ask('first_visit')
    expect(asked).toStrictEqual(['visit-template'])
    await asking
    expect(identified()).toStrictEqual([{ type: 'wechat', code: 'code-1' }])
  })

  test('the server does not learn who declines', async () => {
    const { consent, identified } = await rig({ ask: async () => false })
    await consent.load()
    await consent.ask('first_visit')
    expect(identified()).toStrictEqual([])
  })

  test('where the server sends no messages nobody is asked', async () => {
    const { consent, asked, identified } = await rig({}, '')
    await consent.load()
    await consent.ask('first_visit')
    expect([asked, identified()]).toStrictEqual([[], []])
  })

  test('WeCom asks nothing, and the server learns who the user is there', async () => {
    const { consent, asked, server, identified } = await rig({ messenger: 'wecom' })
    await consent.load()
    await consent.ask('first_visit')
    expect([asked, identified()]).toStrictEqual([[], [{ type: 'wecom', code: 'code-1' }]])
    expect(server.countOf('GET /v1/wechat_applet/templates')).toBe(0)
  })

  test('a phone without a code, a refusing server and a browser do nothing', async () => {
    const without = await rig({ code: async () => null })
    await without.consent.load()
    await without.consent.ask('first_visit')
    expect(without.identified()).toStrictEqual([])
    const refused = await rig({})
    refused.server.on(IDENTIFY, () => refusal('messenger_unavailable'))
    await refused.consent.load()
    await refused.consent.ask('first_visit')
    const browser = await rig(null)
    await browser.consent.load()
    await browser.consent.ask('first_visit')
    expect(browser.server.countOf('GET /v1/wechat_applet/templates')).toBe(0)
  })
})

import { describe, expect, test } from '@jest/globals'
import { PageCard, type JsSdk, type MessengerPage } from '@/stores/landing/PageCard'
import { NoAnswer } from '@/platform/Platform'
import { refusal } from '../support/fakeServer'
import { platformSignedIn, startApp } from '../support/startApp'
import { settled } from '../support/until'

const signed = {
  appid: 'wx1',
  timestamp: 1_764_061_200,
  noncestr: 'n',
  signature: 's'.repeat(40),
  script: 'https://sdk.test/js',
}
const card = {
  title: '合影.jpg',
  desc: '给大家看看',
  link: 'https://drive.test/share/a',
  imgUrl: 'https://drive.test/p',
}
const names = {
  wechat: 'POST /third_party/wechat/signature',
  wecom: 'POST /third_party/qy_wechat/signature',
} as const

async function rig({ messenger = 'wechat' }: { messenger?: MessengerPage['messenger'] } = {}) {
  const { app, server, platform } = await startApp(platformSignedIn())
  const told: unknown[] = []
  const configs: Parameters<JsSdk['config']>[0][] = []
  const at = { address: 'https://drive.test/share/a', isValid: true, isScriptThere: true, loads: 0 }
  let heard: (() => void) | undefined
  const tell = (name: string) => (asked: object) => void told.push([name, asked])
  const sdk: JsSdk = {
    config: (settings) => void configs.push(settings),
    error: (run) => {
      heard = run
    },
    ready(run) {
      if (!at.isValid) heard?.()
      run()
    },
    hideMenuItems: tell('hide'),
    showMenuItems: () => undefined,
    updateAppMessageShareData: tell('friend'),
    updateTimelineShareData: tell('timeline'),
    onMenuShareAppMessage: tell('chat'),
    onMenuShareWechat: tell('wechat'),
  }
  const page: MessengerPage = {
    messenger,
    address: () => at.address,
    async load() {
      at.loads += 1
      if (!at.isScriptThere) throw new Error('no JS-SDK')
      return sdk
    },
  }
  const pass = async (delay: number) => {
    await settled()
    platform.clock.pass(delay)
    await settled()
  }
  server.on(names[messenger], signed)
  const offers = new PageCard({ api: app.api, clock: platform.clock, page })
  return {
    at,
    told,
    configs,
    pass,
    server,
    offers,
    asked: () => server.callsOf(names[messenger]).map((call) => call.request.url),
  }
}

describe('[CTX-06] the card of a page in WeChat', () => {
  test('the card is set half a second after the JS-SDK is ready', async () => {
    const { offers, told, configs, pass, asked } = await rig()
    void offers.offer(card)
    await pass(499)
    expect(told).toStrictEqual([])
    await pass(1)
    const { desc: _, ...brief } = card
    expect(told).toStrictEqual([
      ['friend', card],
      ['timeline', brief],
    ])
    expect(asked()).toStrictEqual(['https://drive.test/share/a'])
    expect(configs[0]).toMatchObject({ appId: 'wx1', nonceStr: 'n', timestamp: 1_764_061_200, debug: false })
    expect(configs[0]).not.toHaveProperty('beta')
  })

  test('in WeCom the card goes to chats and to WeChat, with its own signature', async () => {
    const { offers, told, configs, pass } = await rig({ messenger: 'wecom' })
    void offers.offer(card)
    await pass(500)
    expect(told).toStrictEqual([
      ['chat', card],
      ['wechat', card],
    ])
    expect(configs[0]).toHaveProperty('beta', true)
  })

  test('a page that may not be forwarded has no such menu', async () => {
    const { offers, told, pass } = await rig()
    void offers.offer(null)
    await pass(500)
    expect(told).toStrictEqual([
      ['hide', { menuList: expect.arrayContaining(['menuItem:share:appMessage', 'menuItem:copyUrl']) }],
    ])
  })

  const failures: [string, (at: Awaited<ReturnType<typeof rig>>) => void][] = [
    ['the server fails', ({ server }) => void server.on(names.wechat, () => refusal('messenger_unavailable'))],
    ['the network fails', ({ server }) => void server.on(names.wechat, () => new NoAnswer('network'))],
    ['the script does not come', ({ at }) => void (at.isScriptThere = false)],
    ['the signature is refused', ({ at }) => void (at.isValid = false)],
  ]
  test.each(failures)('where %s the page retries after a second, once', async (_what, fail) => {
    const all = await rig()
    const { offers, at, told, pass, server, asked } = all
    fail(all)
    void offers.offer(card)
    await pass(999)
    expect(asked()).toHaveLength(1)
    await pass(1)
    expect(asked()).toHaveLength(2)
    await pass(60_000)
    expect([told, asked().length]).toStrictEqual([[], 2])
    server.on(names.wechat, signed)
    Object.assign(at, { isScriptThere: true, isValid: true })
    void offers.offer(card)
    await pass(500)
    expect(told).toHaveLength(2)
  })

  test('a server without an app is asked once', async () => {
    const { offers, pass, server, asked } = await rig()
    server.on(names.wechat, () => refusal('messenger_not_configured'))
    void offers.offer(card)
    await pass(60_000)
    expect(asked()).toHaveLength(1)
  })

  test('another address is signed anew, the same is not; the later of two cards stays', async () => {
    const { offers, at, told, pass, asked } = await rig()
    void offers.offer(card)
    await pass(500)
    void offers.offer({ ...card, title: '一' })
    await pass(100)
    void offers.offer({ ...card, title: '二' })
    await pass(500)
    expect(asked()).toHaveLength(1)
    expect(
      told
        .flat()
        .filter((one) => typeof one === 'object')
        .map((one) => (one as { title: string }).title),
    ).toStrictEqual(['合影.jpg', '合影.jpg', '二', '二'])
    at.address = 'https://drive.test/share/a?item=folder_2'
    void offers.offer(card)
    await pass(500)
    expect(asked()).toHaveLength(2)
  })
})

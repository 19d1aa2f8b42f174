import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { readConfiguration } from '../../../server/config/configuration'
import { deepTest } from '../../support/deep'
import { MessengerStandIn } from '../../support/messengers/messengerStandIn'
import { photo } from '../../support/samples/samples'
import { makeLink } from '../../support/shares/shares'
import { until } from '../../support/until'
import { nowhere, openDrive } from '../rig/drive'
import { isSignedFor, playJsSdk, recordedSdk } from '../rig/jsSdk'
import { shown, t } from '../rig/screen'
import { sharer } from '../rig/visits'

const android = 'Mozilla/5.0 (Linux; Android 14; V2309A) Chrome/126 Mobile Safari/537.36'
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'
const inWeChat = { userAgent: `${android} MicroMessenger/8.0.49.2600(0x28003133) WeChat/arm64` }
const inWeChatOnApple = { userAgent: `${iPhone} MicroMessenger/8.0.49(0x18003133) NetType/WIFI Language/zh_CN` }
const inWeCom = { userAgent: `${android} wxwork/4.1.22 MicroMessenger/7.0.1 NetType/WIFI Language/zh` }
/** The browser's error for a script that the policy blocks. */
const refusing = { expected: [/Content Security Policy/] }
const SIGNATURES = ['/api/third_party/wechat/signature', '/api/third_party/qy_wechat/signature']

const standIn = await MessengerStandIn.start()
const sdk = await playJsSdk()
const drive = openDrive({
  config: {
    messengers: {
      ...readConfiguration({}, '/').messengers,
      wechatUrl: standIn.url,
      wechatAccount: { id: 'wxaccount', secret: 'accountsecret' },
      wecomUrl: standIn.url,
      wecom: { id: 'wwcorp', secret: 'corpsecret' },
      scriptUrl: sdk.url,
    },
  },
})
after(async () => {
  await sdk.close()
  await standIn.close()
})
beforeEach(() => standIn.faults.clear())

async function shared(settings: Parameters<typeof makeLink>[2] = {}) {
  const { user, me } = await sharer(drive)
  const file = await drive.make.file({ owner: user }, { name: '合影.jpg', content: await photo() })
  return makeLink(me, file, { description: '给大家看看', ...settings })
}
async function sharedFolder() {
  const { user, me } = await sharer(drive)
  const folder = await drive.make.folder({ owner: user }, { name: '校园开放日' })
  await drive.make.folder({ parent: folder }, { name: '原图' })
  return makeLink(me, folder)
}

const waitForSdk = (page: Page) => until('the JS-SDK is there', () => recordedSdk(page))
const callsOfSdk = (page: Page, name: string) =>
  until(`the JS-SDK was told ${name}`, async () => (await waitForSdk(page)).calls.find((call) => call.name === name))
const asked = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
const signatures = async (page: Page) => (await asked(page)).filter((path) => SIGNATURES.includes(path))

describe('[CTX-06] the page of a link inside WeChat', () => {
  test('the page signs itself and sends its card half a second after the JS-SDK is ready', async () => {
    const link = await shared()
    await drive.visit(
      null,
      link.url,
      async (page) => {
        const { asked: card, at } = await callsOfSdk(page, 'updateAppMessageShareData')
        const { imgUrl, ...text } = card
        assert.deepEqual(text, {
          title: '合影.jpg',
          desc: '给大家看看',
          link: `${drive.server.url}/share/${link.unique_name}`,
        })
        assert.equal((await fetch(String(imgUrl))).status, 200)
        assert.equal((await callsOfSdk(page, 'updateTimelineShareData')).asked.title, '合影.jpg')
        const { configs, readyAt } = await waitForSdk(page)
        assert.ok(at - readyAt >= 500, `${at - readyAt} ms`)
        assert.equal(configs.length, 1)
        assert.equal(configs[0]!.settings.appId, 'wxaccount')
        assert.ok(isSignedFor(configs[0]!.settings, 'ticket-of-wxaccount', page.url()))
        assert.deepEqual(await signatures(page), [SIGNATURES[0]])
      },
      inWeChat,
    )
  })

  deepTest('WeCom gets its own form of the calls', async () => {
    const link = await shared()
    await drive.visit(
      null,
      link.url,
      async (page) => {
        assert.equal((await callsOfSdk(page, 'onMenuShareAppMessage')).asked.title, '合影.jpg')
        const [{ settings } = assert.fail('no config')] = (await waitForSdk(page)).configs
        assert.equal(settings.appId, 'wwcorp')
        assert.ok(isSignedFor(settings, 'ticket-of-wwcorp', page.url()))
        assert.deepEqual(await signatures(page), [SIGNATURES[1]])
      },
      inWeCom,
    )
  })

  deepTest('with forwarding off the page hides the menus and sends no card', async () => {
    const link = await shared({ disable_forward: true })
    await drive.visit(
      null,
      link.url,
      async (page) => {
        const { menuList } = (await callsOfSdk(page, 'hideMenuItems')).asked as { menuList: string[] }
        assert.ok(menuList.includes('menuItem:share:appMessage') && menuList.includes('menuItem:share:timeline'))
        assert.ok(!menuList.some((item) => item.startsWith('menuItem:openWith')))
        assert.deepEqual(
          (await waitForSdk(page)).calls.map(({ name }) => name),
          ['hideMenuItems'],
        )
      },
      inWeChat,
    )
  })

  deepTest('a card contains nothing that a password protects', async () => {
    const link = await shared({ password_protected: true, password: 'abcd1234' })
    await drive.visit(
      null,
      link.url,
      async (page) => {
        await shown(page).getByLabel(t('visit.password.label'), { exact: true }).fill('abcd1234')
        await page.keyboard.press('Enter')
        const { asked: card } = await callsOfSdk(page, 'updateAppMessageShareData')
        assert.ok(!JSON.stringify(card).includes('合影') && !JSON.stringify(card).includes('看看'))
        assert.equal(card.imgUrl, '')
      },
      inWeChat,
    )
  })

  deepTest('a failed signature is fetched again after a second, once', async () => {
    const link = await shared()
    standIn.fail('/cgi-bin/stable_token', -1)
    standIn.fail('/cgi-bin/ticket/getticket', -1)
    await drive.server.deps.db.deleteFrom('messenger_tokens').execute()
    await drive.visit(
      null,
      link.url,
      async (page) => {
        const [first, second] = await until('it was asked twice', async () => {
          const found = await page.evaluate(() =>
            performance
              .getEntriesByType('resource')
              .filter(({ name }) => name.includes('/third_party/'))
              .map(({ startTime, duration }) => [startTime, startTime + duration]),
          )
          return found.length === 2 ? (found as [number[], number[]]) : null
        })
        assert.ok(second[0]! - first[1]! >= 990, String([first, second]))
        assert.equal(await recordedSdk(page), null)
      },
      inWeChat,
    )
  })

  for (const [what, phone, isFirst] of [
    ['on Android the present address', inWeChat, false],
    ['on an iPhone the address first entered', inWeChatOnApple, true],
  ] as const) {
    deepTest(`${what} is signed in a folder that was opened from the page`, async () => {
      const link = await sharedFolder()
      await drive.visit(
        null,
        link.url,
        async (page) => {
          await callsOfSdk(page, 'updateAppMessageShareData')
          const entered = page.url()
          await shown(page).getByText('原图', { exact: true }).first().tap()
          await page.waitForURL((url) => url.href !== entered)
          await until('another card', async () => {
            const { calls } = await waitForSdk(page)
            return calls.filter(({ name }) => name === 'updateAppMessageShareData').length === 2
          })
          const { configs } = await waitForSdk(page)
          assert.equal(configs.length, isFirst ? 1 : 2)
          const { settings } = configs.at(-1)!
          assert.ok(isSignedFor(settings, 'ticket-of-wxaccount', isFirst ? entered : page.url()))
        },
        phone,
      )
    })
  }
})

describe('[CTX-06] outside a messenger', () => {
  deepTest('the page fetches nothing of the JS-SDK, and the policy blocks it', async () => {
    const link = await shared()
    const before = sdk.count()
    await drive.visit(
      null,
      link.url,
      async (page) => {
        await shown(page).locator('.visit-picture-image').waitFor({ timeout: 30_000 })
        await page.waitForLoadState('networkidle')
        const paths = await asked(page)
        assert.deepEqual(
          paths.filter((path) => SIGNATURES.includes(path) || path.includes('messenger')),
          [],
        )
        await page.evaluate((address) => {
          const script = document.createElement('script')
          script.src = address
          return new Promise((resolve) => {
            script.onerror = script.onload = resolve
            document.head.append(script)
          })
        }, sdk.url)
        assert.equal(await recordedSdk(page), null)
      },
      refusing,
    )
    assert.equal(sdk.count(), before)
  })

  deepTest('inside a messenger the policy allows that script, and no other of its origin', async () => {
    const link = await shared()
    await drive.visit(
      null,
      link.url,
      async (page) => {
        await waitForSdk(page)
        const ended = await page.evaluate(
          (address) => {
            const script = document.createElement('script')
            script.src = address
            return new Promise((resolve) => {
              script.onload = () => resolve('loaded')
              script.onerror = () => resolve('refused')
              document.head.append(script)
            })
          },
          sdk.url.replace('jweixin.js', 'other.js'),
        )
        assert.equal(ended, 'refused')
      },
      { ...inWeChat, ...refusing },
    )
  })
})

describe('[CTX-07] the look of WeCom', () => {
  const brand = (page: Page) =>
    page.evaluate(() => getComputedStyle(document.querySelector('.screen')!).getPropertyValue('--brand').trim())
  const wework = (page: Page) => page.evaluate(() => document.querySelector('.screen.wework') !== null)

  deepTest('from=wework in the address or a cookie selects WeCom, and a cookie sets its colours', async () => {
    const link = await shared()
    const look = async (address: string, cookies: { name: string; value: string }[] = []) => {
      let found: [boolean, string] = [false, '']
      await drive.visit(null, nowhere, async (page) => {
        await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: drive.server.url })))
        await page.goto(drive.server.url + address)
        await shown(page).locator('.visit-bar').waitFor()
        found = [await wework(page), await brand(page)]
      })
      return found
    }
    const [isPlain, blue] = await look(link.url)
    assert.equal(isPlain, false)
    const [isWeCom, indigo] = await look(`${link.url}?from=wework`)
    assert.equal(isWeCom, true)
    assert.notEqual(indigo, blue)
    assert.deepEqual(await look(link.url, [{ name: 'from', value: 'wework' }]), [true, indigo])
    assert.deepEqual(await look(link.url, [{ name: 'theme', value: '0a7d55-08603f' }]), [false, '#0a7d55'])
  })
})

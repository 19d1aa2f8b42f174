import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { UserRow } from '../../../server/database/tables'
import { makeApplication } from '../../support/applications/applications'
import { Granting } from '../../support/applications/granting'
import { client, password } from '../../support/client'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { nowhere, openDrive } from '../rig/drive'
import { enlargeText, illegibleTexts } from '../rig/legible'
import { settled, shown, t, wordsIn } from '../rig/screen'

const drive = openDrive()

/** The application's own site: it answers its address to return to, and frames the question. */
let site: Server
let redirect: string
before(async () => {
  site = createServer((request, response) => {
    response.setHeader('content-type', 'text/html')
    const of = new URL(request.url ?? '/', 'http://x').searchParams.get('frame')
    response.end(of === null ? '<title>back</title>' : `<iframe src="${of.replace(/["<]/g, '')}"></iframe>`)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  redirect = `http://127.0.0.1:${(site.address() as AddressInfo).port}/back`
})
after(() => site.close())

interface World {
  user: UserRow
  of: Granting
  /** The address of the question. */
  address: string
}

async function world(changes: object = {}): Promise<World> {
  const enterprise = await drive.make.enterprise()
  const owner = await drive.make.user({ enterprise, role: 'owner' })
  const user = await drive.make.user({ enterprise })
  const credentials = await makeApplication(drive.server, owner, { redirectUris: [redirect] })
  const of = new Granting(drive.server.url, credentials)
  const asking = of.asking({ redirect_uri: redirect, state: 'mine', ...changes })
  const query = new URLSearchParams(JSON.parse(JSON.stringify(asking)) as Record<string, string>)
  return { user, of, address: `/oauth/authorize?${query}` }
}

const button = (page: Page, name: string) => shown(page).getByRole('button', { name, exact: true })
const back = async (page: Page) => {
  await until('the application’s page', async () => page.url().startsWith(redirect))
  return new URL(page.url()).searchParams
}

describe('[OAPI-01] the page on which a user allows an application', () => {
  test('it leads a stranger through sign-in, and back with a code that gets tokens', async () => {
    const { user, of, address } = await world()
    await drive.visit(null, address, async (page) => {
      await shown(page).getByLabel(t('login.account'), { exact: true }).fill(user.login)
      await shown(page).getByLabel(t('login.password'), { exact: true }).fill(password)
      await button(page, t('login.submit')).tap()
      await shown(page)
        .getByRole('heading', { name: t('consent.title', { name: 'Lessons' }) })
        .waitFor()
      await shown(page).getByText(t('consent.scopes.item_download')).waitFor()
      await button(page, t('consent.allow')).tap()
      const query = await back(page)
      assert.deepEqual([query.get('state'), query.get('iss')], ['mine', drive.server.url])
      const tokens = await of.redeem(query.get('code')!, { redirect_uri: redirect })
      assert.equal((await of.client(tokens.access_token).call('GET /v2/user/info', {})).login, user.login)
    })
  })

  test('what was allowed is not asked again; the security settings end it, and then it is', async () => {
    const { user, of, address } = await world()
    const they = await client(drive.server).as(user.login)
    const { redirect: first } = await they.call('POST /apps/applications/answer', {
      ...of.asking({ redirect_uri: redirect }),
      allows: true,
    })
    const { access_token: token } = await of.redeem(new URL(first!).searchParams.get('code')!, {
      redirect_uri: redirect,
    })
    await drive.visit(user, address, async (page) => {
      assert.match((await back(page)).get('code') ?? '', /^[\w-]{43}$/)
      await page.goto(`${drive.server.url}/settings/security`)
      await shown(page).getByText(t('allowed.title'), { exact: true }).tap()
      await shown(page).getByText('Lessons').waitFor()
      await button(page, t('allowed.end')).tap()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('allowed.end') })
        .tap()
      await shown(page).getByText(t('allowed.none')).waitFor()
      await of.client(token).refused('GET /v2/user/info', {}, 401, 'invalid_token')
      await page.goto(drive.server.url + address)
      await button(page, t('consent.allow')).waitFor()
    })
  })

  test('a user who does not allow it goes back with the refusal, and the browser’s back does not ask again', async () => {
    const { user, address } = await world()
    await drive.visit(user, '/files/own', async (page) => {
      await page.goto(drive.server.url + address)
      await button(page, t('consent.decline')).tap()
      const query = await back(page)
      assert.deepEqual([query.get('error'), query.get('code'), query.get('state')], ['access_denied', null, 'mine'])
      await page.goBack()
      await until('the list', async () => new URL(page.url()).pathname === '/files/own')
    })
  })

  test('without an address the code is shown, and a wrong address is never opened', async () => {
    const { user, address, of } = await world({ redirect_uri: undefined })
    await drive.visit(user, address, async (page) => {
      await button(page, t('consent.allow')).tap()
      const code = await shown(page).locator('.consent-code').innerText()
      await of.tokens({ grant_type: 'authorization_code', code })
      const evil = `${address}&redirect_uri=${encodeURIComponent('https://evil.example/')}`
      await page.goto(drive.server.url + evil)
      await shown(page).getByText(t('consent.invalid.title')).waitFor()
      assert.equal(new URL(page.url()).origin, drive.server.url)
      // Another account would change nothing about a faulty application.
      assert.equal(await button(page, t('consent.otherAccount')).count(), 0)
    })
  })

  test('a user whom the application may not act for is told so, and can change the account', async () => {
    const { address } = await world()
    const stranger = await drive.make.user()
    await drive.visit(stranger, address, async (page) => {
      const text = t('consent.invalid.account', { name: stranger.name, login: stranger.login })
      await shown(page).getByText(text).waitFor()
      await button(page, t('consent.otherAccount')).tap()
      await shown(page).getByLabel(t('login.account'), { exact: true }).waitFor()
    })
  })

  test('another site’s frame shows nothing of it', async () => {
    const { user, address } = await world()
    const expected = [/frame-ancestors|X-Frame-Options|Refused to display|ERR_BLOCKED_BY_RESPONSE/]
    await drive.visit(
      user,
      nowhere,
      async (page) => {
        await page.goto(`${redirect}?frame=${encodeURIComponent(drive.server.url + address)}`)
        await page.waitForLoadState('networkidle')
        assert.ok(
          page
            .frames()
            .slice(1)
            .every((frame) => !frame.url().startsWith(drive.server.url)),
        )
      },
      { expected },
    )
  })

  for (const [language, colorScheme] of [
    ['en', 'dark'],
    ['zh-CN', 'light'],
    ['zh-TW', 'light'],
  ] as const)
    test(`text of 200 % on 320 × 568 can be read, in ${language}, ${colorScheme}, and every button is reached`, async () => {
      const { user, address } = await world()
      const words = wordsIn(language)
      await drive.visit(
        user,
        nowhere,
        async (page) => {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await page.context().addCookies([{ name: 'lang', value: language, url: drive.server.url }])
          await page.goto(drive.server.url + address)
          await button(page, words('consent.allow')).waitFor()
          await assertAccessible(page, 'body')
          await enlargeText(page)
          await page.reload()
          await button(page, words('consent.allow')).waitFor()
          await settled(page)
          assert.deepEqual(await illegibleTexts(page), [])
          for (const name of ['consent.allow', 'consent.decline', 'consent.otherAccount'] as const)
            await button(page, words(name)).scrollIntoViewIfNeeded()
          if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/consent-${language}.png` })
        },
        { viewport: { width: 320, height: 568 } },
      )
    })
})

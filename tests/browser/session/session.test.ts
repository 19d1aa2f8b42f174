import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { deepTest } from '../../support/deep'
import { password } from '../../support/client'
import { until } from '../../support/until'
import { nowhere, openDrive } from '../rig/drive'
import { addressBecomes, row, shown, signOut, t, wordsIn } from '../rig/screen'

const drive = openDrive()

const account = (page: Page) => shown(page).getByLabel(t('login.account'))
const secret = (page: Page) => shown(page).getByLabel(t('login.password'), { exact: true })
const submit = (page: Page) => shown(page).getByRole('button', { name: t('login.submit'), exact: true })

async function signIn(page: Page, login: string, word = password): Promise<void> {
  await account(page).fill(login)
  await secret(page).fill(word)
  await submit(page).tap()
}

/** All that the browser stores for the page. */
function storedKeys(page: Page): Promise<string[]> {
  return page.evaluate(() => [localStorage, sessionStorage].flatMap((storage) => Object.entries(storage).flat()))
}

/** The calls that the page makes from now on. */
function callsOf(page: Page): Request[] {
  const calls: Request[] = []
  page.on('request', (request) => {
    if (['fetch', 'xhr'].includes(request.resourceType())) calls.push(request)
  })
  return calls
}

describe('the signed-in user', () => {
  deepTest(
    '[CTX-04] a stranger at a deep address signs in and returns to it, overlays included; a member opens it directly',
    async () => {
      const user = await drive.make.user()
      const folder = await drive.make.folder({ owner: user }, { name: '资料' })
      await drive.make.folder({ parent: folder }, { name: '里面' })
      const deep = `/files/folder/${folder.id}?actionsheet=folder_${folder.id}`
      await drive.visit(null, deep, async (page) => {
        await addressBecomes(page, `/login?redirect=${encodeURIComponent(deep)}`)
        await signIn(page, user.login)
        await addressBecomes(page, deep)
        await page.getByRole('dialog', { name: '资料' }).waitFor()
        await row(page, '里面').waitFor()
        await page.goBack()
        await addressBecomes(page, `/files/folder/${folder.id}`)
        await page.waitForLoadState('networkidle')

        const calls = callsOf(page)
        await page.goto(`${drive.server.url}/files/own`)
        await row(page, '资料').waitFor()
        assert.deepEqual(
          calls.map((call) => new URL(call.url()).pathname),
          [],
        )
      })
    },
  )

  deepTest('the page requests what it does not contain: sign-in state, base info, space info', async () => {
    const user = await drive.make.user()
    await drive.visit(user, nowhere, async (page) => {
      await page.route('**/files/own', async (route) => {
        const answer = await route.fetch()
        await route.fulfill({
          response: answer,
          body: (await answer.text()).replace(/<script type="application\/json".*?<\/script>/, ''),
        })
      })
      const calls = callsOf(page)
      await page.goto(`${drive.server.url}/files/own`)
      await shown(page).getByText(t('empty.list.title')).waitFor()
      const asked = calls.map((call) => new URL(call.url()).pathname.replace('/api/apps/', ''))
      assert.deepEqual(asked.slice(0, 3).sort(), [
        'frequently_used_items/get_space_info',
        'users/get_base_info',
        'users/is_user_logged_in',
      ])
    })
  })

  deepTest('[ERR-01] a session that ends in the middle leads to sign-in and back to the same place', async () => {
    const user = await drive.make.user()
    const folder = await drive.make.folder({ owner: user }, { name: '资料' })
    await drive.visit(user, `/files/folder/${folder.id}`, async (page) => {
      await shown(page).getByText(t('empty.list.title')).waitFor()
      await drive.server.deps.db.deleteFrom('sessions').where('user_id', '=', user.id).execute()
      await shown(page)
        .getByRole('button', { name: t('list.add') })
        .tap()
      await page.getByRole('button', { name: t('name.newFolder'), exact: true }).tap()
      await page.getByRole('textbox', { name: t('name.label') }).fill('没有白写')
      await page.getByRole('button', { name: t('action.save') }).tap()
      await submit(page).waitFor()
      await signIn(page, user.login)
      await row(page, '没有白写').waitFor()
      await addressBecomes(page, `/files/folder/${folder.id}`)
    })
  })

  deepTest('a return address of another site is not followed', async () => {
    const user = await drive.make.user()
    await drive.visit(null, `/login?redirect=${encodeURIComponent('//example.com/files/own')}`, async (page) => {
      await signIn(page, user.login)
      await addressBecomes(page, '/files/frequent')
    })
  })
})

test('[CTX-02] calls go to /api with cookie, JSON, X-Requested-With and the request token, as POST with a body, else as GET', async () => {
  const user = await drive.make.user()
  await drive.make.folder({ owner: user }, { name: '资料' })
  await drive.visit(null, '/login', async (page) => {
    const calls = callsOf(page)
    await signIn(page, user.login)
    await addressBecomes(page, '/files/frequent')
    await page.goto(`${drive.server.url}/files/own`)
    await row(page, '资料').locator('.row-open').tap()
    await until('a mark', () => calls.some((call) => call.url().endsWith('mark_as_used')))
    assert.ok(calls.length >= 6, String(calls.length))
    for (const call of calls.filter((one) => one.failure() === null)) {
      const headers = await call.allHeaders()
      const { origin, pathname } = new URL(call.url())
      assert.equal(origin, drive.server.url)
      assert.match(pathname, /^\/api\//)
      assert.equal(headers['x-requested-with'], 'XMLHttpRequest', pathname)
      assert.ok(headers.requesttoken, pathname)
      assert.equal(headers['auth-token'], undefined)
      assert.equal(call.method(), call.postData() === null ? 'GET' : 'POST')
      if (call.method() === 'POST') assert.equal(headers['content-type'], 'application/json')
      // The sign-in page makes both before there is a session.
      if (!/\/(login|sign_on_ways)$/.test(pathname)) assert.match(headers.cookie ?? '', /satchel_session=/, pathname)
    }
  })
})

deepTest(
  '[CTX-03] in a mini-program’s web-view each call carries a token, and an expired one gives one prompt and a way back',
  async () => {
    const user = await drive.make.user()
    const folder = await drive.make.folder({ owner: user }, { name: '资料' })
    const userAgent =
      'Mozilla/5.0 (Linux; Android 14) Chrome/126 Mobile MicroMessenger/8.0.49.2600(0x28003133) WeChat/arm64 miniProgram/wx0123456789abcdef'
    const inside = `/files/folder/${folder.id}`
    await drive.visit(
      null,
      inside,
      async (page) => {
        await signIn(page, user.login)
        await addressBecomes(page, inside)
        const calls = callsOf(page)
        await page.reload()
        await shown(page).getByText(t('empty.list.title')).waitFor()
        assert.ok(calls.length > 3, String(calls.length))
        for (const call of calls) assert.ok((await call.allHeaders())['auth-token'], call.url())
        const kept = (await page.context().cookies()).map(({ name }) => name)
        assert.equal(kept.includes('satchel_session'), false)

        await shown(page)
          .getByRole('button', { name: t('list.add') })
          .tap()
        await page.getByRole('button', { name: t('name.newFolder'), exact: true }).tap()
        await page.getByRole('textbox', { name: t('name.label') }).fill('没有白写')
        await drive.server.deps.db.deleteFrom('sessions').where('user_id', '=', user.id).execute()
        // Not a tap: the prompt of another call may already cover the button.
        await page.getByRole('button', { name: t('action.save') }).dispatchEvent('click')
        const prompt = page.getByRole('alertdialog').filter({ hasText: t('failure.sessionExpired') })
        await prompt.getByRole('button', { name: t('failure.signIn') }).tap()
        await submit(page).waitFor()
        assert.equal(await prompt.count(), 0)
        await signIn(page, user.login)
        await row(page, '没有白写').waitFor()
        await addressBecomes(page, inside)
        // Nothing in a web-view is saved by its address (ACT-08).
        const file = await drive.make.file({ parent: folder }, { name: '简章.txt' })
        await page.goto(`${drive.server.url}${inside}?actionsheet=file_${file.id}`)
        const menu = page.getByRole('dialog', { name: '简章.txt' })
        await menu.getByRole('button', { name: t('menu.rename') }).waitFor()
        for (const absent of ['menu.download', 'menu.sendToChat'] as const)
          assert.equal(await menu.getByRole('button', { name: t(absent) }).count(), 0)
      },
      { userAgent, expected: [/401/] },
    )
  },
)

describe('signing in', () => {
  deepTest('a wrong password is reported in the user’s language, and what was typed stays', async () => {
    const user = await drive.make.user()
    for (const [language, pattern] of [
      ['zh-CN', /密码/],
      ['en', /password/i],
      ['zh-TW', /密碼/],
    ] as const) {
      await drive.visit(null, '/files/own', async (page) => {
        await page.context().addCookies([{ name: 'lang', value: language, url: drive.server.url }])
        await page.reload()
        const words = wordsIn(language)
        await page.getByLabel(words('login.account')).fill(user.login)
        await page.getByLabel(words('login.password'), { exact: true }).fill('falsch')
        await page.getByRole('button', { name: words('login.submit') }).tap()
        assert.match(await shown(page).getByRole('alert').innerText(), pattern)
        assert.equal(await page.getByLabel(words('login.account')).inputValue(), user.login)
        assert.equal(await page.getByLabel(words('login.password'), { exact: true }).inputValue(), 'falsch')
      })
    }
  })

  deepTest('nothing is sent without account and password; Enter submits, and shown passwords can be read', async () => {
    const user = await drive.make.user()
    await drive.visit(null, '/login', async (page) => {
      await page.waitForLoadState('networkidle')
      const calls = callsOf(page)
      await submit(page).tap()
      await shown(page).getByText(t('login.accountRequired')).waitFor()
      await account(page).fill(user.login)
      await account(page).press('Enter')
      assert.equal(await secret(page).evaluate((field) => field === document.activeElement), true)
      await secret(page).press('Enter')
      await shown(page).getByText(t('login.passwordRequired')).waitFor()
      assert.deepEqual(calls, [])
      await secret(page).fill(password)
      assert.equal(await secret(page).getAttribute('type'), 'password')
      await shown(page)
        .getByRole('button', { name: t('login.showPassword') })
        .tap()
      assert.equal(await secret(page).getAttribute('type'), 'text')
      await secret(page).press('Enter')
      await addressBecomes(page, '/files/frequent')
    })
  })

  deepTest('signing out asks, removes stored data, and back does not restore it', async () => {
    const user = await drive.make.user()
    const folder = await drive.make.folder({ owner: user }, { name: '机密' })
    await drive.visit(user, `/files/own?share=folder_${folder.id}`, async (page) => {
      await shown(page).getByText(t('share.message.placeholder')).tap()
      await shown(page).locator('.share').getByRole('textbox').fill('机密，别外传')
      await page.goto(`${drive.server.url}/files/own`)
      await row(page, '机密').waitFor()
      assert.ok((await storedKeys(page)).join().includes('别外传'))
      await signOut(page)
      await addressBecomes(page, '/login')
      assert.deepEqual(await storedKeys(page), [])
      assert.equal(
        (await page.context().cookies()).some(({ name }) => name === 'satchel_session'),
        false,
      )
      await page.goto(`${drive.server.url}/files/own`)
      await submit(page).waitFor()
      assert.equal(await page.getByText('机密').count(), 0)
    })
  })
})

describe('the terms that a user accepts by signing in', () => {
  deepTest(
    'the operator’s terms and privacy policy open beside the app, which keeps what was typed; without addresses nothing is there',
    async () => {
      const { config } = drive.server.deps
      const addresses = { termsUrl: `${drive.server.url}/terms`, privacyUrl: `${drive.server.url}/privacy` }
      await drive.visit(null, '/login', async (page) => {
        await submit(page).waitFor()
        assert.equal(await shown(page).getByRole('link').count(), 0)
        Object.assign(config, addresses)
        await page.reload()
        await account(page).fill('liwei')
        for (const [name, address] of [
          [t('login.terms'), addresses.termsUrl],
          [t('login.privacy'), addresses.privacyUrl],
        ] as const) {
          const link = shown(page).getByRole('link', { name })
          const box = await link.boundingBox()
          assert.ok(box && box.height >= 44, `${name}: ${box?.height} px`)
          const [opened] = await Promise.all([page.context().waitForEvent('page'), link.tap()])
          assert.equal(opened.url(), address)
          await opened.close()
        }
        assert.equal(await account(page).inputValue(), 'liwei')
        Object.assign(config, { termsUrl: null, privacyUrl: null })
      })
    },
  )
})

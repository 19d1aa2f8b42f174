import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { password } from '../../support/client'
import { nowhere, openDrive } from '../rig/drive'
import { fillWithFolders, folderName } from '../rig/many'
import { address, addressBecomes, openMenu, row, rowsBecome, shown, t, wordsIn } from '../rig/screen'
import { deepTest, sample } from '../../support/deep'
import { withoutRows } from '../rig/withoutRows'

const drive = openDrive()

const call = '**/api/apps/frequently_used_items/add'
const dialog = (page: Page) => shown(page).getByRole('alertdialog')
const entry = (error_tr_msg: string, more = {}) => ({ error_code: 'invalid_request', error_tr_msg, ...more })

/** Makes the call that the test answers: marks a file as favourite. */
async function favourite(page: Page, words = t): Promise<void> {
  await (await openMenu(page, '说明.txt', words)).getByRole('button', { name: words('menu.favourite') }).tap()
}

async function withFile(
  run: (page: Page, login: string) => Promise<void>,
  expected: RegExp[] = [],
  language = 'zh-CN',
): Promise<void> {
  const user = await drive.make.user()
  await drive.make.file({ owner: user }, { name: '说明.txt' })
  await drive.visit(
    user,
    nowhere,
    async (page) => {
      await page.context().addCookies([{ name: 'lang', value: language, url: drive.server.url }])
      await page.goto(`${drive.server.url}/files/own`)
      await row(page, '说明.txt').waitFor()
      await run(page, user.login)
    },
    { expected },
  )
}

const refuse = (page: Page, errors: object) =>
  page.route(call, (route) => route.fulfill({ json: { success: false, errors } }))

async function closeAlert(page: Page, text: string, words = t): Promise<void> {
  await dialog(page).getByText(text, { exact: true }).waitFor()
  await dialog(page)
    .getByRole('button', { name: words('action.gotIt') })
    .tap()
  await dialog(page).waitFor({ state: 'detached' })
  await row(page, '说明.txt').waitFor()
}

describe('refusals by the server', () => {
  for (const key of ['validation_errors', 'external_errors'] as const) {
    deepTest(`${key}: an alert shows the first message, and nothing else is lost`, () =>
      withFile(async (page) => {
        await refuse(page, { [key]: [entry('第一条'), entry('第二条')] })
        await favourite(page)
        await dialog(page).waitFor()
        assert.equal(await page.getByText('第二条').count(), 0)
        await closeAlert(page, '第一条')
      }),
    )
  }

  test('permission_denied: an alert opens, and the page follows the server’s redirect', () =>
    withFile(async (page) => {
      await refuse(page, { permission_denied: entry('没有权限') })
      await favourite(page)
      await closeAlert(page, '没有权限')
      assert.equal(address(page), '/files/own')
      await page.unrouteAll()
      await refuse(page, { permission_denied: entry('没有权限', { redirect: '/files/collab' }) })
      await favourite(page)
      await dialog(page)
        .getByRole('button', { name: t('action.gotIt') })
        .tap()
      await addressBecomes(page, '/files/collab')
    }))

  for (const key of ['login_expired', 'security_check_failed'] as const) {
    deepTest(`${key}: sign-in opens, leads back to the same place, and the call is repeated`, () =>
      withFile(async (page, login) => {
        await refuse(page, { [key]: { error_code: key, error_tr_msg: '请登录' } })
        await favourite(page)
        await shown(page).getByLabel(t('login.account')).waitFor()
        await page.unrouteAll()
        await shown(page).getByLabel(t('login.account')).fill(login)
        await shown(page).getByLabel(t('login.password'), { exact: true }).fill(password)
        await shown(page)
          .getByRole('button', { name: t('login.submit') })
          .tap()
        await addressBecomes(page, '/files/own')
        await page
          .getByRole('status')
          .filter({ hasText: t('favourite.added') })
          .waitFor()
      }),
    )
  }
})

describe('failures of the network and of the server’s machine', () => {
  const statuses = [
    [500, 'http500'],
    [504, 'http504'],
    [404, 'http404'],
    [403, 'http403'],
    [418, 'http500'],
  ] as const
  for (const language of sample(['zh-CN', 'en', 'zh-TW'] as const, 1)) {
    deepTest(`each failure has its own words, in ${language}`, () =>
      withFile(
        async (page) => {
          const words = wordsIn(language)
          for (const [status, key] of statuses) {
            await page.route(call, (route) => route.fulfill({ status, json: { request_id: 'req-7' } }))
            await favourite(page, words)
            if (status === 500)
              await dialog(page)
                .getByText(words('failure.requestId', { id: 'req-7' }))
                .waitFor()
            await dialog(page)
              .getByText(words(`failure.${key}`))
              .waitFor()
            await dialog(page)
              .getByRole('button', { name: words('action.gotIt') })
              .tap()
            await dialog(page).waitFor({ state: 'detached' })
            await page.unrouteAll()
          }
          await page.route(call, (route) => route.abort())
          await favourite(page, words)
          await closeAlert(page, words('failure.network'), words)
          await page.unrouteAll()
          await page.route(call, (route) => route.fulfill({ body: '<html>a proxy</html>', contentType: 'text/html' }))
          await favourite(page, words)
          await closeAlert(page, words('failure.timeout'), words)
        },
        [/frequently_used_items/],
        language,
      ),
    )
  }

  deepTest('502 offers a retry, which works', () =>
    withFile(
      async (page) => {
        await page.route(call, (route) => route.fulfill({ status: 502, body: '' }))
        await favourite(page)
        await dialog(page).getByText(t('failure.http502')).waitFor()
        await page.unrouteAll()
        await dialog(page)
          .getByRole('button', { name: t('action.retry') })
          .tap()
        await page
          .getByRole('status')
          .filter({ hasText: t('favourite.added') })
          .waitFor()
      },
      [/502/],
    ),
  )

  deepTest('a call without an answer is reported after a minute', () =>
    withFile(async (page) => {
      await page.route(call, () => undefined)
      await page.clock.install()
      await page.reload()
      const asked = page.waitForRequest(call)
      await favourite(page)
      await asked
      await page.clock.fastForward(60_000)
      await closeAlert(page, t('failure.timeout'))
    }),
  )
})

describe('lists', () => {
  deepTest('a list that fails to load says why and offers a retry', async () => {
    const user = await drive.make.user()
    await drive.make.file({ owner: user }, { name: '说明.txt' })
    await drive.visit(
      user,
      nowhere,
      async (page) => {
        await withoutRows(page)
        await page.route('**/file_list/**', (route) => route.fulfill({ status: 500, json: {} }))
        await page.goto(`${drive.server.url}/files/own`)
        await shown(page).getByText(t('empty.failed.title')).waitFor()
        await shown(page).getByText(t('failure.http500')).waitFor()
        await page.unrouteAll()
        await shown(page)
          .getByRole('button', { name: t('action.retry') })
          .tap()
        await rowsBecome(page, ['说明.txt'])
      },
      { expected: [/file_list/] },
    )
  })

  deepTest('a place that is gone or forbidden says so and offers the way home', async () => {
    const [user, other] = [await drive.make.user(), await drive.make.user()]
    const foreign = await drive.make.folder({ owner: other }, { name: '别人的' })
    for (const id of [foreign.id, 999_999]) {
      await drive.visit(user, `/files/folder/${id}`, async (page) => {
        await shown(page).getByText(t('empty.removed.title')).waitFor()
        await shown(page)
          .getByRole('button', { name: t('empty.removed.action') })
          .tap()
        await addressBecomes(page, '/files/frequent')
      })
    }
  })

  deepTest('a later page that fails keeps the rows, and a tap requests it again', async () => {
    const user = await drive.make.user()
    await fillWithFolders(drive, user, 40)
    await drive.visit(
      user,
      nowhere,
      async (page) => {
        await page.route('**/file_list/**offset=25**', (route) => route.abort())
        await page.goto(`${drive.server.url}/files/own`)
        await row(page, folderName(40)).waitFor()
        const retry = shown(page).getByRole('button', { name: t('list.loadFailed') })
        await retry.waitFor()
        await page.unrouteAll()
        await retry.tap()
        await row(page, folderName(12)).waitFor()
      },
      { expected: [/file_list/] },
    )
  })

  deepTest('the app without its server shows words and a retry, never a blank page', async () => {
    const user = await drive.make.user()
    await drive.visit(
      user,
      nowhere,
      async (page) => {
        await page.route('**/files/own', async (route) => {
          const answer = await route.fetch()
          await route.fulfill({
            response: answer,
            body: (await answer.text()).replace(/<script type="application\/json".*?<\/script>/, ''),
          })
        })
        await page.route('**/api/**', (route) => route.abort())
        await page.goto(`${drive.server.url}/files/own`)
        await shown(page).getByText(t('failure.network')).waitFor()
        await page.unrouteAll()
        await shown(page)
          .getByRole('button', { name: t('action.retry') })
          .tap()
        await shown(page).getByText(t('empty.list.title')).waitFor()
      },
      { expected: [/api\//] },
    )
  })
})

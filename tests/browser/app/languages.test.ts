import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Language } from '@/contract/entities'
import { languageNames } from '@/i18n/languages'
import { deepTest } from '../../support/deep'
import { until } from '../../support/until'
import { nowhere, openDrive } from '../rig/drive'
import { openMe, shown, wordsIn } from '../rig/screen'

const drive = openDrive()

const readsMe = (page: Page, language: Language) =>
  shown(page)
    .getByRole('heading', { name: wordsIn(language)('me.title') })
    .waitFor()

const cookiesOf = async (page: Page) =>
  Object.fromEntries((await page.context().cookies()).map((cookie) => [cookie.name, cookie]))
const langOf = (page: Page) => page.evaluate(() => document.documentElement.lang)

for (const [locale, language] of [
  ['en-GB', 'en'],
  ['zh-HK', 'zh-TW'],
  ['fr-FR', 'zh-CN'],
] as const) {
  deepTest(
    `[I18N-01] a browser of ${locale} starts in ${language}, and changing the language at sign-in keeps what was typed`,
    async () => {
      await drive.visit(
        null,
        '/login',
        async (page) => {
          const words = wordsIn(language)
          const [account, password] = [words('login.account'), words('login.password')]
          await shown(page).getByLabel(account, { exact: true }).fill('wang@mingde.demo')
          await shown(page).getByLabel(password, { exact: true }).fill('half a password')
          assert.equal(await langOf(page), language)
          assert.equal('lang' in (await cookiesOf(page)), false)
          const next = language === 'en' ? 'zh-TW' : 'en'
          await shown(page).getByRole('button', { name: languageNames[language] }).tap()
          await shown(page).getByText(languageNames[next], { exact: true }).tap()
          await shown(page)
            .getByRole('button', { name: wordsIn(next)('login.submit') })
            .waitFor()
          assert.equal(
            await shown(page).getByLabel(wordsIn(next)('login.account'), { exact: true }).inputValue(),
            'wang@mingde.demo',
          )
          assert.equal(
            await shown(page).getByLabel(wordsIn(next)('login.password'), { exact: true }).inputValue(),
            'half a password',
          )
          await until('the product in the language', async () =>
            (await shown(page).locator('.login-title').textContent())?.includes(next === 'en' ? 'Satchel' : '書包雲盤'),
          )
          assert.equal(await langOf(page), next)
          assert.equal((await cookiesOf(page)).lang?.value, next)
        },
        { locale },
      )
    },
  )
}

test('[I18N-02] the cookies lang and lang_type choose language and wording; a change lasts 30 days and reloads the page', async () => {
  const user = await drive.make.user()
  await drive.visit(user, '/files/own', async (page) => {
    await shown(page).getByText(wordsIn('zh-CN')('empty.list.title')).waitFor()
    assert.equal(await langOf(page), 'zh-CN')
    let language: Language = 'zh-CN'
    for (const next of ['en', 'zh-TW', 'zh-CN', 'en'] as const) {
      await openMe(page)
      await readsMe(page, language)
      await page.evaluate(() => Object.assign(window, { isOld: true }))
      await shown(page).getByRole('radio', { name: languageNames[next] }).tap()
      await readsMe(page, next)
      assert.equal(await page.evaluate(() => 'isOld' in window), false)
      assert.equal(await langOf(page), next)
      const { lang } = await cookiesOf(page)
      assert.equal(lang?.value, next)
      assert.ok(Math.abs(lang!.expires - Date.now() / 1000 - 30 * 86_400) < 600, String(lang!.expires))
      language = next
    }
    await page.evaluate(() => Object.assign(window, { isOld: true }))
    await shown(page)
      .getByRole('radio', { name: wordsIn('en')('me.wordings.education') })
      .tap()
    await until('a reload', () => page.evaluate(() => !('isOld' in window)).catch(() => false))
    const { lang, lang_type } = await cookiesOf(page)
    assert.deepEqual([lang?.value, lang_type?.value], ['en', 'education'])
    assert.ok(Math.abs(lang_type!.expires - Date.now() / 1000 - 30 * 86_400) < 600)
    await shown(page)
      .getByRole('radio', { name: wordsIn('en')('me.wordings.education'), checked: true })
      .waitFor()
  })
})

deepTest('the app follows cookies that another page set, and unknown values mean the defaults', async () => {
  const school = await drive.make.enterprise({ wording: 'education', expires_at: new Date(0) })
  const company = await drive.make.enterprise({ expires_at: new Date(0) })
  const [teacher, colleague] = [
    await drive.make.user({ enterprise: school }),
    await drive.make.user({ enterprise: company }),
  ]
  const titleFor = async (user: typeof teacher, cookies: Record<string, string>) => {
    let seen = ''
    await drive.visit(user, nowhere, async (page) => {
      await page
        .context()
        .addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: drive.server.url })))
      await page.goto(`${drive.server.url}/files/own`)
      seen = await shown(page).locator('.empty-title').filter({ hasText: /\S/ }).innerText()
    })
    return seen
  }
  assert.match(await titleFor(teacher, {}), /学校/)
  assert.match(await titleFor(colleague, {}), /公司/)
  assert.match(await titleFor(colleague, { lang_type: 'education' }), /学校/)
  assert.match(await titleFor(teacher, { lang_type: 'default' }), /公司/)
  assert.match(await titleFor(teacher, { lang: 'en' }), /school/i)
  assert.match(await titleFor(colleague, { lang: 'xx', lang_type: 'yy' }), /公司/)
})

deepTest('the sign-in page also offers the languages', async () => {
  await drive.visit(null, '/login', async (page) => {
    await shown(page).getByRole('button', { name: languageNames['zh-CN'] }).tap()
    await shown(page).getByRole('dialog').getByRole('button', { name: languageNames.en }).tap()
    await shown(page)
      .getByRole('button', { name: wordsIn('en')('login.submit') })
      .waitFor()
    assert.equal(await langOf(page), 'en')
  })
})

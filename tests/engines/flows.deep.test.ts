import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { TOTP } from 'otpauth'
import { addressBecomes, openMenu, row, rowsBecome, shown, t, wordsIn } from '../browser/rig/screen'
import { openDrive } from '../browser/rig/drive'
import { illegibleTexts, enlargeText } from '../browser/rig/legible'
import { makeShownUser } from '../browser/rig/screens'
import { button, signIn } from '../browser/rig/visits'
import { client } from '../support/client'
import { deepTest } from '../support/deep'
import { until } from '../support/until'
import { missing, endEnginesAfter } from './rig/engines'
import { onEngine } from './rig/engineDrive'

/* The main flows in WebKit, against the real server. `mediaFlows.deep.test.ts` has uploads and previews. */
const skip = missing.webkit
const patience = { timeout: 30_000 }

const server = openDrive()
endEnginesAfter()

describe('WebKit', { skip }, () => {
  const drive = skip ? server : onEngine(server, 'webkit')
  const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
  const field = (page: Page, label: string) => shown(page).getByLabel(label, { exact: true })
  const says = (page: Page, text: string) => shown(page).getByText(text, { exact: true }).first().waitFor(patience)

  deepTest('signs in with a password and a code of the second step', async () => {
    const user = await drive.make.user()
    const secret = 'SATCHELTESTSECRETSATCHELTESTSECR'
    const values = { totp_secret: secret, totp_enrolled_at: new Date() }
    await drive.server.deps.db.updateTable('users').set(values).where('id', '=', user.id).execute()
    await drive.make.folder({ owner: user }, { name: '资料' })
    await drive.visit(
      null,
      '/login',
      async (page) => {
        await signIn(page, user.login)
        await field(page, t('security.code')).waitFor()
        assert.equal(await page.getByText('资料').count(), 0)
        await field(page, t('security.code')).pressSequentially(new TOTP({ secret }).generate())
        await addressBecomes(page, '/files/frequent')
        await page.goto(`${drive.server.url}/files/own`)
        await row(page, '资料').waitFor()
      },
      { expected: [/status of 40[13]/] },
    )
  })

  deepTest(
    '[SHARE-01] [LAND-01] [LAND-07] [LAND-10] makes a link, opens it with its password, and saves its file after signing in',
    async () => {
      const enterprise = await drive.make.enterprise()
      const [owner, saver] = [await drive.make.user({ enterprise }), await drive.make.user({ enterprise })]
      const file = await drive.make.file({ owner }, { name: '简章.txt', content: '周六上午九点报名' })
      await drive.visit(owner, `/files/own?share=file_${file.id}`, async (page) => {
        await button(page, t('share.create')).tap()
        await shown(page).locator('.share-done').waitFor()
      })
      const me = await client(drive.server).as(owner.login)
      const [link] = (await me.call('GET /apps/share_links/get_list', {})).share_links
      const expected = [/status of 40[13]/]
      await drive.visit(
        null,
        new URL(link!.url, drive.server.url).pathname,
        async (page) => {
          await field(page, t('visit.password.label')).fill(link!.password)
          await page.keyboard.press('Enter')
          await shown(page).locator('.visit-inline .reading-row').first().waitFor(patience)
          await button(page, t('visit.save.action')).tap()
          await page
            .getByRole('alertdialog')
            .getByRole('button', { name: t('visit.save.login') })
            .tap()
          await signIn(page, saver.login)
          await shown(page).locator('.pick-bar button').tap()
          await shown(page).locator('.visit-saved .text-button').tap()
          await addressBecomes(page, '/files/own')
          await row(page, '简章.txt').waitFor()
        },
        { expected },
      )
    },
  )

  deepTest('[AH-25] makes a collecting link; a visitor hands in a file', async () => {
    const user = await drive.make.user()
    const folder = await drive.make.folder({ owner: user }, { name: '作业' })
    let path = ''
    await drive.visit(user, '/files/own', async (page) => {
      const menu = await openMenu(page, folder.name)
      await menu.getByText(t('menu.collect'), { exact: true }).tap()
      await button(page, t('collect.new')).tap(patience)
      await field(page, t('collect.form.title')).fill('第三章作业')
      await field(page, t('collect.form.names')).fill('周舟\n何小北')
      await button(page, t('collect.form.create')).tap()
      await says(page, t('collect.progress', { n: 0, max: 2 }))
      const { unique_name } = await drive.server.deps.db
        .selectFrom('collect_links')
        .select('unique_name')
        .executeTakeFirstOrThrow()
      path = `/collect/${unique_name}`
    })
    await drive.visit(null, path, async (page) => {
      await shown(page).locator('.collect-chip').filter({ hasText: '周舟' }).tap(patience)
      await button(page, t('collect.page.add')).tap()
      const chosen = page.waitForEvent('filechooser')
      await button(page, t('upload.files')).tap()
      await (await chosen).setFiles([{ name: '一.txt', mimeType: 'text/plain', buffer: Buffer.from('one') }])
      await button(page, t('collect.page.submit')).tap()
      await says(page, t('collect.page.submitted', { n: 1 }))
    })
  })

  deepTest('[COMM-02] publishes a comment that was composed with an input method', async () => {
    const user = await drive.make.user()
    const folder = await drive.make.folder({ owner: user }, { name: '宣讲' })
    const file = await drive.make.file({ parent: folder }, { name: '宣讲会.txt' })
    await drive.visit(user, `/files/folder/${folder.id}?comment=1&typed_id=file_${file.id}`, async (page) => {
      const input = page.getByRole('textbox', { name: t('comments.placeholder') })
      await input.tap()
      // WebDriver has no input method. The events are those of Safari: each letter changes the composition, the end replaces all of them by the word.
      await input.evaluate((element) => {
        const area = element as HTMLTextAreaElement
        const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!
        const composition = (type: string, data: string) =>
          area.dispatchEvent(new CompositionEvent(type, { data, bubbles: true }))
        const change = (value: string, inputType: string) => {
          set!.call(area, value)
          area.dispatchEvent(new InputEvent('input', { data: value, inputType, bubbles: true, isComposing: true }))
        }
        composition('compositionstart', '')
        for (const letters of ['n', 'ni', 'ni h', 'ni hao']) {
          composition('compositionupdate', letters)
          change(letters, 'insertCompositionText')
        }
        change('', 'deleteCompositionText')
        change('你好', 'insertFromComposition')
        composition('compositionend', '你好')
      })
      await page
        .locator('.comments')
        .getByRole('button', { name: t('comments.submit') })
        .tap()
      await until('the comment', async () => (await page.locator('.comment-text').allTextContents()).join() === '你好')
    })
  })

  test('[ACT-05] [ACT-06] the Return that ends a composition does not save the name', async () => {
    const user = await drive.make.user()
    await drive.make.file({ owner: user }, { name: '甲.txt' })
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, '甲.txt').waitFor()
      await (await openMenu(page, '甲.txt')).getByRole('button', { name: t('menu.rename') }).tap()
      const name = shown(page).getByRole('textbox', { name: t('name.label') })
      await name.waitFor()
      await name.evaluate(endComposition)
      await name.fill('宣讲会名单')
      await name.press('Enter')
      await rowsBecome(page, ['宣讲会名单.txt'])
    })
  })

  test('[ACT-05] [ACT-07] [ACT-09] [AH-09] moves, renames and deletes a file, and takes the deletion back', async () => {
    const user = await drive.make.user()
    await drive.make.folder({ owner: user }, { name: '资料' })
    for (const name of ['乙.txt', '甲.txt']) await drive.make.file({ owner: user }, { name })
    await drive.visit(user, '/files/own', async (page) => {
      await (await openMenu(page, '乙.txt')).getByRole('button', { name: t('menu.move'), exact: true }).tap()
      const level = shown(page).locator('.pick .pick-level:not(.pick-hidden)')
      await level.locator('.row').filter({ hasText: '资料' }).locator('.row-open').tap()
      await level.getByRole('button', { name: t('pick.into.move', { name: '资料' }) }).tap()
      await toast(page, t('move.done', { name: '资料' }))
      await rowsBecome(page, ['资料', '甲.txt'])

      await (await openMenu(page, '甲.txt')).getByRole('button', { name: t('menu.rename') }).tap()
      // WebKit counts the padding behind the buttons into what scrolls.
      const scrollsSideways = (form: Element) =>
        getComputedStyle(form).overflowX !== 'hidden' && form.scrollWidth > form.clientWidth
      assert.equal(await shown(page).locator('.name-form').evaluate(scrollsSideways), false)
      await shown(page)
        .getByRole('textbox', { name: t('name.label') })
        .fill('新名')
      await shown(page)
        .getByRole('button', { name: t('action.save') })
        .tap()
      await rowsBecome(page, ['资料', '新名.txt'])

      await (await openMenu(page, '新名.txt')).getByRole('button', { name: t('menu.delete') }).tap()
      await shown(page)
        .getByRole('alertdialog')
        .getByRole('button', { name: t('remove.confirm') })
        .tap()
      await rowsBecome(page, ['资料'])
      await page.getByRole('button', { name: t('action.undo') }).tap()
      await rowsBecome(page, ['资料', '新名.txt'])
    })
  })

  test('[SRCH-01] finds a file by a part of its name', async () => {
    const user = await drive.make.user()
    await drive.make.file({ owner: user }, { name: '招生简章.txt' })
    await drive.make.file({ owner: user }, { name: '课表.txt' })
    await drive.visit(user, '/files/own', async (page) => {
      await shown(page).locator('.search-bar-field').tap()
      await shown(page).locator('.search-input').fill('简章')
      await shown(page).locator('.search-input').press('Enter')
      const found = shown(page).locator('.search .row')
      await found.first().waitFor()
      await until('one row', async () => (await found.count()) === 1)
      assert.match(await found.innerText(), /招生/)
    })
  })

  deepTest('[AH-28] opens the last list without a network', async () => {
    const user = await drive.make.user()
    await drive.make.folder({ owner: user }, { name: '旧课件' })
    await drive.visit(
      user,
      '/files/own',
      async (page) => {
        await row(page, '旧课件').waitFor()
        await until('the shell', () =>
          page.evaluate(
            async () =>
              Boolean(await caches.match('/shell')) &&
              navigator.serviceWorker.controller !== null &&
              localStorage.getItem('satchel.shell') !== null,
          ),
        )
        await page.goto(`${drive.server.url}/icon.svg`)
        await page.context().setOffline(true)
        await page.goto(`${drive.server.url}/`)
        await row(page, '旧课件').waitFor()
        await page.context().setOffline(false)
      },
      { serviceWorkers: 'allow', expected: [/./] },
    )
  })

  deepTest('[AH-22] follows the dark theme of the phone', async () => {
    const user = await drive.make.user()
    const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const colours: string[] = []
    for (const colorScheme of ['light', 'dark'] as const)
      await drive.visit(
        user,
        '/files/own',
        async (page) => {
          await says(page, t('empty.list.title'))
          colours.push(await background(page))
        },
        { colorScheme },
      )
    const brightness = colours.map((colour) => Number(colour.match(/\d+/)![0]))
    assert.ok(brightness[0]! > 200 && brightness[1]! < 60, String(colours))
  })

  deepTest('speaks English', async () => {
    const words = wordsIn('en')
    const user = await makeShownUser(drive)
    await drive.visit(user, '/login', async (page) => {
      await page.context().addCookies([{ name: 'lang', value: 'en', url: drive.server.url }])
      await page.goto(`${drive.server.url}/files/own`)
      const menu = await openMenu(page, '合影.jpg', words)
      await menu.getByRole('button', { name: words('menu.rename') }).waitFor()
    })
  })

  test('[ROW-01] text of 200 % can be read', async (t) => {
    const user = await makeShownUser(drive)
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, '合影.jpg').waitFor()
      if (!(await page.evaluate<boolean>("CSS.supports('-webkit-text-size-adjust', '200%')")))
        return t.skip('WebKitGTK does not know -webkit-text-size-adjust, by which iPhones enlarge text')
      await enlargeText(page)
      assert.deepEqual(await illegibleTexts(page), [])
    })
  })
})

/**
 * The Return with which a user of Safari ends a composition: the key comes after the end, and only its code 229 tells it from others. WebDriver has no
 * input method.
 */
function endComposition(element: Element) {
  const field = element as HTMLInputElement
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!
  field.dispatchEvent(new CompositionEvent('compositionstart', { data: '', bubbles: true }))
  set!.call(field, '宣讲会')
  field.dispatchEvent(
    new InputEvent('input', { data: '宣讲会', inputType: 'insertFromComposition', bubbles: true, isComposing: true }),
  )
  field.dispatchEvent(new CompositionEvent('compositionend', { data: '宣讲会', bubbles: true }))
  const init = { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true } as KeyboardEventInit
  field.dispatchEvent(new KeyboardEvent('keydown', init))
}

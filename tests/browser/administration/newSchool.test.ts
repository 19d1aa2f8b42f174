import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { makeSetupToken } from '../../../server/services/administration/setup'
import { choose, desk, press, windowOf } from '../rig/console'
import { openDrive } from '../rig/drive'
import { addressBecomes, openMenu, row, settled, shown, wordsIn } from '../rig/screen'
import { until } from '../../support/until'

/*
 * The half hour of docs/admin.md: nobody has read anything but the words on the screen.
 */

const drive = openDrive()
const t = wordsIn('zh-CN', 'education')
const secret = 'a long own password'

const button = (page: Page, name: string) => shown(page).getByRole('button', { name, exact: true })
const field = (page: Page, label: string) => shown(page).getByLabel(label, { exact: true })
const path = (url: string) => url.slice(new URL(url).origin.length)

test('[ADM-01] [ADM-03] [ADM-10] an owner sets a school up and adds a person, who arrives by the link, uploads a file and shares it', async () => {
  const token = (await makeSetupToken(drive.server.deps))!
  let link = ''
  await drive.visit(
    null,
    `/setup#${token}`,
    async (page) => {
      await button(page, t('arrival.setup.submit')).click()
      await field(page, t('arrival.setup.name')).and(page.locator('[aria-invalid=true]')).waitFor()
      await field(page, t('arrival.setup.name')).fill('王')
      await field(page, t('arrival.setup.name')).and(page.locator('[aria-invalid=false]')).waitFor()
      const departments = field(page, t('arrival.setup.school.departments'))
      await departments.focus()
      assert.equal(await departments.evaluate((box) => getComputedStyle(box).outlineStyle), 'none')
      await field(page, t('arrival.setup.school.organisation')).fill('实验学校')
      await field(page, t('arrival.setup.name')).fill('王珂')
      await field(page, t('arrival.setup.login')).fill('wangke')
      await field(page, t('arrival.setup.password')).fill(secret)
      await field(page, t('arrival.setup.again')).fill(secret)
      await field(page, t('arrival.setup.school.departments')).fill('教务处\n  招生办公室\n学生处')
      await button(page, t('arrival.setup.submit')).click()
      await button(page, t('arrival.next.console')).click()
      await addressBecomes(page, '/admin')
      await shown(page)
        .getByRole('link', { name: t('admin.places.people'), exact: true })
        .click()
      await press(page, t('admin.people.add'))
      const form = windowOf(page, t('admin.people.form.title'))
      await form.getByLabel(t('admin.people.form.name')).fill('林小满')
      await form.getByLabel(t('admin.people.form.login')).fill('linxiaoman')
      await choose(page, form, t('admin.people.form.departments'), '招生办公室')
      await page.keyboard.press('Escape')
      await form.getByRole('button', { name: t('admin.people.form.submit') }).click()
      const made = windowOf(page, t('admin.people.link.title', { name: '林小满' }))
      link = await made.getByLabel(t('admin.people.link.label')).inputValue()
    },
    desk,
  )

  let shared = ''
  await drive.visit(null, path(link), async (page) => {
    await shown(page)
      .getByText(t('arrival.welcome.first', { name: '林小满' }))
      .waitFor()
    await field(page, t('arrival.welcome.password')).fill(secret)
    await field(page, t('arrival.welcome.again')).fill(secret)
    await button(page, t('arrival.welcome.submit')).tap()
    await addressBecomes(page, '/files/frequent')
    await page.goto(`${drive.server.url}/files/own`)
    await button(page, t('list.add')).tap()
    const chosen = page.waitForEvent('filechooser')
    await button(page, t('upload.files')).tap()
    await (await chosen).setFiles({ name: '简章.txt', mimeType: 'text/plain', buffer: Buffer.from('欢迎报名') })
    await row(page, '简章.txt').waitFor()
    await until('the file is uploaded', async () => (await row(page, '简章.txt').innerText()).includes('B'))
    await settled(page)
    await (await openMenu(page, '简章.txt', t)).getByRole('button', { name: t('menu.share'), exact: true }).tap()
    const panel = shown(page).getByRole('dialog', { name: t('share.title'), exact: true })
    await panel.getByRole('button', { name: t('share.create'), exact: true }).tap()
    await panel.locator('.share-done').waitFor()
    shared = await panel.locator('.share-address').innerText()
    const password = await panel.locator('.share-password').innerText()
    await drive.visit(null, path(shared), async (visitor) => {
      await shown(visitor).locator('input').first().fill(password)
      await visitor.keyboard.press('Enter')
      await shown(visitor).getByText('简章.txt').first().waitFor()
    })
  })
  assert.notEqual(shared, '')
})

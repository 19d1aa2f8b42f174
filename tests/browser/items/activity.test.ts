import assert from 'node:assert/strict'
import { test } from 'node:test'
import { client } from '../../support/client'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { openDrive } from '../rig/drive'
import { openMenu, shown, t } from '../rig/screen'

const drive = openDrive()

test('[AH-40] the properties show what happened to a file, older entries on demand, and try again after a failure', async () => {
  const user = await drive.make.user({ name: '王珂' })
  const file = await drive.make.file({ owner: user }, { name: '初稿.txt' })
  const me = await client(drive.server).as(user.login)
  for (const name of ['二稿.txt', '三稿.txt', '四稿.txt', '五稿.txt', '终稿.txt'])
    await me.call('POST /apps/files/edit', { item_typed_id: `file_${file.id}`, name })
  await drive.visit(
    user,
    '/files/own',
    async (page) => {
      await page.route('**/apps/files/activity?*', (route) => route.fulfill({ status: 500, json: {} }), {
        times: 1,
      })
      const menu = await openMenu(page, '终稿.txt')
      await menu.getByRole('button', { name: t('menu.properties') }).tap()
      const sheet = shown(page).getByRole('dialog', { name: t('properties.title') })
      await sheet.getByRole('heading', { name: t('activity.title') }).waitFor()
      await sheet.getByRole('button', { name: t('action.retry') }).tap()
      const rows = sheet.locator('.activity-row')
      const newest = t('activity.did.renamedTo', { before: '五稿.txt', after: '终稿.txt' })
      await rows.filter({ hasText: newest }).waitFor()
      assert.equal(await rows.count(), 5)
      assert.match(await rows.first().innerText(), /王珂/)
      await assertAccessible(page, '.sheet')
      await sheet.getByRole('button', { name: t('activity.more') }).tap()
      await until('the creation', async () => (await rows.count()) === 6)
      assert.match(await rows.last().innerText(), new RegExp(t('activity.did.created')))
      assert.equal(await sheet.getByRole('button', { name: t('activity.more') }).count(), 0)
    },
    { expected: [/activity/] },
  )
})

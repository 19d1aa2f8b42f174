import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { EnterpriseRow } from '../../../server/database/tables'
import { deepTest } from '../../support/deep'
import { until } from '../../support/until'
import { openDrive } from '../rig/drive'
import { assertAccessible } from '../rig/axe'
import { openMenu, row, shown, t } from '../rig/screen'

const drive = openDrive()
const CALL = '**/api/apps/users/update_user_guide_settings'

const card = (page: Page) => shown(page).locator('.guide')
const guide = (page: Page, title: string) => shown(page).getByRole('region', { name: title })
const gotIt = (page: Page) => card(page).getByRole('button', { name: t('action.gotIt'), exact: true })

async function newcomer(values: Partial<EnterpriseRow> = {}) {
  const enterprise = await drive.make.enterprise({ is_h5_show_user_guide: true, ...values })
  const user = await drive.make.user({ enterprise })
  await drive.make.folder({ owner: user }, { name: '资料' })
  return user
}

const settingsOf = async ({ id }: { id: number }) => {
  const row = await drive.server.deps.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return [row.user_guide_h5_sync, row.user_guide_h5_upload, row.user_guide_h5_logout]
}

/** Waits until everything that loads late is there, so that a guide would have appeared. */
async function waitUntilStill(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
}

describe('[CTX-08] [CTX-13] guides', () => {
  test('each guide is shown once: sync at the start, upload above ＋, sign-out above the account', async () => {
    const user = await newcomer()
    await drive.visit(user, '/files/frequent', async (page) => {
      const sync = guide(page, t('guide.sync.title'))
      await sync.waitFor()
      assert.ok((await sync.innerText()).includes(drive.server.url))
      assert.equal(await card(page).count(), 1)
      await gotIt(page).tap()
      await card(page).waitFor({ state: 'detached' })
      await until('the server to know', async () => String(await settingsOf(user)) === 'false,true,true')
      // A visit shows one guide.
      await waitUntilStill(page)
      assert.equal(await card(page).count(), 0)

      await page.goto(`${drive.server.url}/files/own`)
      const upload = guide(page, t('guide.upload.title'))
      await upload.waitFor()
      const [tip, button] = [await upload.boundingBox(), await shown(page).locator('.foot-add').boundingBox()]
      assert.ok(tip!.y + tip!.height < button!.y && tip!.x < button!.x, 'it stands above ＋')
      await gotIt(page).tap()
      await until('the server to know', async () => String(await settingsOf(user)) === 'false,false,true')

      await page.goto(`${drive.server.url}/files/frequent`)
      const logout = guide(page, t('guide.logout.title'))
      await logout.waitFor()
      const [hint, bar] = [await logout.boundingBox(), await shown(page).locator('.foot-bar').boundingBox()]
      assert.ok(bar!.y - (hint!.y + hint!.height) < 20, 'it stands above the bar')
      await gotIt(page).tap()
      await until('the server to know', async () => String(await settingsOf(user)) === 'false,false,false')
      for (const place of ['frequent', 'own']) {
        await page.goto(`${drive.server.url}/files/${place}`)
        await shown(page).locator('.row, .empty').first().waitFor()
        await waitUntilStill(page)
        assert.equal(await card(page).count(), 0, place)
      }
    })
  })

  deepTest('no guide appears in an enterprise that turned guides off', async () => {
    const user = await drive.make.user()
    await drive.make.folder({ owner: user }, { name: '资料' })
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, '资料').waitFor()
      await waitUntilStill(page)
      assert.equal(await card(page).count(), 0)
    })
  })

  deepTest('in an enterprise from WeChat the upload guide appears only in the own root, in its own words', async () => {
    const user = await newcomer({ is_from_wechat_enterprise: true })
    const folder = await drive.make.folder({ owner: user }, { name: '草稿' })
    await drive.visit(user, `/files/folder/${folder.id}`, async (page) => {
      await shown(page).getByText(t('empty.list.title')).waitFor()
      await waitUntilStill(page)
      assert.equal(await card(page).count(), 0)
      await page.goto(`${drive.server.url}/files/own`)
      await guide(page, t('guide.uploadWeCom.title')).waitFor()
      await card(page).getByText(t('guide.uploadWeCom.phone')).waitFor()
      await gotIt(page).tap()
      await until('the server to know', async () => String(await settingsOf(user)) === 'true,false,true')
    })
  })

  deepTest('no guide covers a sheet, a dialog or a running upload; the guide returns afterwards', async () => {
    await drive.visit(await newcomer(), '/files/own', async (page) => {
      await card(page).waitFor()
      const menu = await openMenu(page, '资料')
      await menu.waitFor()
      assert.equal(await card(page).count(), 0)
      await page.goBack()
      await card(page).waitFor()
      await shown(page)
        .getByRole('button', { name: t('list.add') })
        .tap()
      const chosen = page.waitForEvent('filechooser')
      await shown(page)
        .getByRole('button', { name: t('upload.files'), exact: true })
        .tap()
      await (await chosen).setFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
      await row(page, 'a.txt').waitFor()
      await shown(page).locator('.upload-tray').waitFor()
      assert.equal(await card(page).count(), 0)
    })
  })

  deepTest(
    'when the server cannot store that it was seen, a guide stays away for this session and reports nothing',
    async () => {
      const user = await newcomer()
      await drive.visit(
        user,
        '/files/own',
        async (page) => {
          await card(page).waitFor()
          await page.route(CALL, (route) => route.abort())
          const told = page.waitForEvent('requestfailed')
          await gotIt(page).tap()
          await told
          await row(page, '资料').tap()
          await shown(page).getByText(t('empty.list.title')).waitFor()
          await waitUntilStill(page)
          assert.equal(await card(page).count(), 0)
          assert.equal(await page.getByRole('alertdialog').count(), 0)
          assert.deepEqual(await settingsOf(user), [true, true, true])
        },
        { expected: [/ERR_FAILED/] },
      )
    },
  )

  deepTest('the keyboard reaches and closes a guide, and axe finds nothing in it, light and dark', async () => {
    const user = await newcomer()
    for (const colorScheme of ['light', 'dark'] as const) {
      await drive.visit(
        user,
        '/files/own',
        async (page) => {
          await card(page).waitFor()
          await assertAccessible(page)
          if (colorScheme === 'light') return
          await gotIt(page).focus()
          await page.keyboard.press('Enter')
          await card(page).waitFor({ state: 'detached' })
        },
        { colorScheme },
      )
    }
  })
})

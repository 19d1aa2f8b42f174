import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { frequentWorld } from '../../support/items/frequentWorld'
import { until } from '../../support/until'
import { openDrive } from '../rig/drive'
import { addressBecomes, row, settled, shown, t } from '../rig/screen'
import { deepTest } from '../../support/deep'

const drive = openDrive()

const metaOf = (page: Page, name: string) => row(page, name).locator('.row-detail').innerText()

deepTest(
  '[LIST-10] [LIST-11] favourites of every kind open or refuse, and a lost item can only be removed',
  async () => {
    const { user, folder, department, elsewhere } = await frequentWorld(drive.server, drive.make)
    await drive.visit(user, '/files/frequent', async (page) => {
      const folders = (n: number) => t('row.folders', { n })
      await row(page, '云舟科技').waitFor()
      assert.ok(
        (await metaOf(page, '资料')).startsWith(`${t('row.items', { n: 3 })} · ${folders(2)} · `),
        await metaOf(page, '资料'),
      )
      const counts = [t('row.items', { n: 3 }), folders(2), t('row.departments', { n: 1 })].join(' · ')
      assert.ok((await metaOf(page, '教务处')).startsWith(counts), await metaOf(page, '教务处'))
      assert.equal(await metaOf(page, '云舟科技'), [t('row.items', { n: 2 }), folders(1)].join(' · '))
      assert.deepEqual(
        [await metaOf(page, '试卷.docx'), await metaOf(page, '旧课件')],
        [t('row.forbidden'), t('row.dismissed')],
      )

      const opens: [string, string][] = [
        ['资料', `/files/folder/${folder.id}`],
        ['教务处', `/files/dept/${department.id}`],
        ['云舟科技', `/files/external/enterprise_${elsewhere.id}`],
      ]
      for (const [name, path] of opens) {
        await settled(page)
        await row(page, name).locator('.row-open').tap()
        await addressBecomes(page, path)
        await page.goBack()
        await addressBecomes(page, '/files/frequent')
      }
      await settled(page)
      await row(page, '试卷.docx').locator('.row-open').tap()
      const question = page.getByRole('alertdialog').filter({ hasText: t('base.noPermission') })
      await question.getByRole('button', { name: t('ask.action') }).tap()
      await page
        .getByRole('status')
        .filter({ hasText: t('ask.sent') })
        .waitFor()

      for (const [name, opensBy] of [
        ['试卷.docx', '.row-more'],
        ['旧课件', '.row-open'],
      ] as const) {
        await row(page, name).locator(opensBy).tap()
        const sheet = page.getByRole('dialog', { name })
        await sheet.getByRole('button', { name: t('menu.unfavourite') }).waitFor()
        assert.deepEqual(await sheet.locator('.menu-list').getByRole('button').allInnerTexts(), [t('menu.unfavourite')])
        await sheet.getByRole('button', { name: t('menu.unfavourite') }).tap()
        await row(page, name).waitFor({ state: 'detached' })
      }
      await page.reload()
      await row(page, '云舟科技').waitFor()
      // The cached list may stay until the answer arrives.
      await until(
        'what was removed is gone',
        async () => (await row(page, '试卷.docx').or(row(page, '旧课件')).count()) === 0,
      )
    })
  },
)

deepTest(
  '[LIST-10] the star of an external enterprise’s header makes it a favourite, and its undo restores the enterprise',
  async () => {
    const { user, elsewhere } = await frequentWorld(drive.server, drive.make)
    await drive.visit(user, '/files/frequent', async (page) => {
      await row(page, '云舟科技').locator('.row-open').tap()
      await addressBecomes(page, `/files/external/enterprise_${elsewhere.id}`)
      await shown(page)
        .getByRole('button', { name: t('header.unfavourite'), pressed: true })
        .tap()
      await shown(page)
        .getByRole('button', { name: t('header.favourite'), pressed: false })
        .waitFor()
      await page.getByRole('button', { name: t('action.undo') }).tap()
      await shown(page)
        .getByRole('button', { name: t('header.unfavourite'), pressed: true })
        .waitFor()
      await page.goBack()
      await row(page, '云舟科技').waitFor()
    })
  },
)

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertScan } from '../../support/scans/assertScan'
import { paperPhoto } from '../../support/scans/paperPhoto'
import { until } from '../../support/until'
import { openDrive } from '../rig/drive'
import { dialog } from '../rig/screens'
import { drag, row, shown, t } from '../rig/screen'

const drive = openDrive()

const button = (page: Page, name: string) => shown(page).getByRole('button', { name, exact: true })

async function openScan(page: Page): Promise<void> {
  await button(page, t('list.add')).tap()
  await button(page, t('upload.scan.title')).tap()
  await shown(page).locator('.scan').waitFor()
}

async function choose(page: Page, ...photos: { name: string; buffer: Buffer }[]): Promise<void> {
  const chosen = page.waitForEvent('filechooser')
  await button(page, t('upload.scan.media')).tap()
  await (await chosen).setFiles(photos.map((photo) => ({ mimeType: 'image/jpeg', ...photo })))
}

describe('[AH-44] scanning', () => {
  test('photos of paper become straightened pages of one PDF with a name; fingers and keys move corners', async () => {
    const user = await drive.make.user()
    await drive.make.folder({ owner: user }, { name: '资料' })
    const photo = await paperPhoto('采购合同', 'Invoice')
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, '资料').waitFor()
      await openScan(page)
      await choose(page, { name: '一.jpg', buffer: photo }, { name: '坏.jpg', buffer: Buffer.from('no picture') })
      await shown(page).getByRole('alertdialog').waitFor()
      await button(page, t('action.gotIt')).tap()
      const thumbs = shown(page).locator('.scan-thumb img')
      await until('a page', async () => (await thumbs.count()) === 1)
      await choose(page, { name: '二.jpg', buffer: photo })
      await until('two pages', async () => (await thumbs.count()) === 2)

      const corner = button(page, t('upload.scan.corner.topLeft'))
      const placeOf = async () => (await corner.boundingBox())!
      const { x, y } = await placeOf()
      const first = (await shown(page).locator('.scan-photo').boundingBox())!
      assert.ok(x + 22 - first.x > 10 && y + 22 - first.y > 10, 'the corner was found')
      await drag(page, { x: x + 22, y: y + 22 }, { x: 6, y: 5 })
      await until('the corner to follow the finger', async () => Math.abs((await placeOf()).x - x - 6) < 2)
      await corner.focus()
      await page.keyboard.press('Shift+ArrowLeft')
      await until('the corner to follow the key', async () => (await placeOf()).x < x)
      await page.keyboard.press('Shift+ArrowRight')

      await button(page, t('upload.scan.turn')).tap()
      await button(page, t('upload.scan.forward')).tap()
      await shown(page)
        .getByRole('radio', { name: t('upload.scan.looks.grey') })
        .tap()
      await button(page, t('upload.scan.result')).tap()
      await shown(page).locator('.scan-result img').waitFor()

      await page.goBack()
      await dialog(page).waitFor({ state: 'detached' })
      await openScan(page)
      await until('both pages to be there still', async () => (await thumbs.count()) === 2)
      const name = shown(page).getByRole('textbox', { name: t('name.label') })
      assert.match(await name.inputValue(), /^扫描 \d{4}-\d\d-\d\d \d\d\.\d\d$/)
      await name.fill('合同')
      await button(page, t('action.save')).tap()
      await row(page, '合同').waitFor({ timeout: 60_000 })
      await assertScan(drive.server, '合同.pdf', 2)
      await openScan(page)
      await shown(page).getByText(t('upload.scan.emptyTitle')).waitFor()
    })
  })
})

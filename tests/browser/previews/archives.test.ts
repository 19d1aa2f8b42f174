import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { phrases } from '@/i18n/previews/zhCN'
import { gbkZip, packed } from '../../support/samples/archives'
import { pdf, photo } from '../../support/samples/samples'
import { zip } from '../../support/samples/zip'
import { deepTest } from '../../support/deep'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { openDrive } from '../rig/drive'
import { preview, row, rowsBecome, shown, t } from '../rig/screen'

const drive = openDrive()
const words = phrases.preview
const patience = { timeout: 30_000 }

const open = (page: Page, name: string) => row(page, name).locator('.row-open').tap()
const inPreview = (page: Page, archive: string, name: string) =>
  preview(page, archive).locator('.row').filter({ hasText: name }).locator('.row-open')
const goInto = (page: Page, archive: string, name: string) => inPreview(page, archive, name).tap(patience)
const back = (page: Page, name: string) =>
  preview(page, name)
    .getByRole('button', { name: t('action.back') })
    .tap()
const namesIn = (page: Page, archive: string) =>
  preview(page, archive)
    .locator('.row-name')
    .evaluateAll((rows) => rows.map((each) => each.textContent))

describe('[PREV-04] archives', () => {
  test('an archive opens folder by folder, shows a file of it, and goes back step by step', async () => {
    const user = await drive.make.user()
    await drive.make.file(
      { owner: user },
      { name: '资料.zip', content: gbkZip({ '资料/说明.txt': 'told', '资料/a/b.txt': 'b', '说明.txt': 'top' }) },
    )
    await drive.visit(user, '/files/own', async (page) => {
      await open(page, '资料.zip')
      await inPreview(page, '资料.zip', '说明.txt').waitFor(patience)
      assert.deepEqual(await namesIn(page, '资料.zip'), ['资料', '说明.txt'])
      await assertAccessible(page)
      await goInto(page, '资料.zip', '资料')
      await goInto(page, '资料.zip', 'a')
      await preview(page, '资料.zip').getByText('资料 / a').waitFor()
      await goInto(page, '资料.zip', 'b.txt')
      await preview(page, 'b.txt').locator('.reading-row').first().waitFor(patience)
      await preview(page, 'b.txt')
        .getByRole('button', { name: `b.txt · ${words.fullName}` })
        .tap()
      await shown(page).getByRole('alertdialog', { name: words.fullName }).getByText('b.txt').waitFor()
      await page.getByRole('button', { name: t('action.close') }).tap()
      await back(page, 'b.txt')
      await preview(page, '资料.zip').getByText('资料 / a').waitFor()
      await page.goBack()
      await until('the folder above', async () => (await namesIn(page, '资料.zip')).join() === 'a,说明.txt')
      await page.keyboard.press('Escape')
      await until('the top', async () => (await namesIn(page, '资料.zip')).join() === '资料,说明.txt')
      await back(page, '资料.zip')
      await rowsBecome(page, ['资料.zip'])
    })
  })

  deepTest('a picture and a PDF in an archive open, and a file without a preview can be saved', async () => {
    const user = await drive.make.user()
    await drive.make.file(
      { owner: user },
      {
        name: '包.7z',
        content: await packed('x.7z', [], { '照片.jpg': await photo(), '手册.pdf': await pdf(), '包.xyz': 'unknown' }),
      },
    )
    await drive.visit(user, '/files/own', async (page) => {
      await open(page, '包.7z')
      await goInto(page, '包.7z', '照片.jpg')
      const picture = preview(page, '照片.jpg').locator('img.preview-picture, .preview-picture img')
      await until(
        'the picture',
        () => picture.evaluate((each: HTMLImageElement) => each.naturalWidth > 0).catch(() => false),
        30_000,
      )
      assert.match((await preview(page, '照片.jpg').getAttribute('class')) ?? '', /theme-dark/)
      await back(page, '照片.jpg')
      await goInto(page, '包.7z', '手册.pdf')
      await preview(page, '手册.pdf').locator('canvas').first().waitFor(patience)
      await back(page, '手册.pdf')
      await goInto(page, '包.7z', '包.xyz')
      await preview(page, '包.xyz').getByText(words.reason.not_support).waitFor(patience)
      const saved = page.waitForEvent('download')
      await preview(page, '包.xyz')
        .locator('.preview-state')
        .getByRole('button', { name: t('menu.download') })
        .tap()
      assert.equal((await saved).suggestedFilename(), '包.xyz')
    })
  })

  deepTest(
    'a long folder loads more; an encrypted and an empty archive say so; a damaged one shows what is left',
    async () => {
      const user = await drive.make.user()
      await drive.make.file(
        { owner: user },
        {
          name: '长.zip',
          content: zip(Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`第${at + 1}课.txt`, `${at}`]))),
        },
      )
      await drive.make.file(
        { owner: user },
        { name: '锁.zip', content: await packed('x.zip', ['-psecret'], { 'a.txt': 'A' }) },
      )
      await drive.make.file(
        { owner: user },
        { name: '藏.7z', content: await packed('x.7z', ['-psecret', '-mhe=on'], { 'a.txt': 'A' }) },
      )
      await drive.make.file({ owner: user }, { name: '无.zip', content: zip({ '__MACOSX/x': '' }) })
      const cut = zip({ 'a.txt': 'A', 'b.txt': 'b'.repeat(3000) }).subarray(0, 2000)
      await drive.make.file({ owner: user }, { name: '断.zip', content: cut })
      await drive.visit(user, '/files/own', async (page) => {
        await open(page, '长.zip')
        await inPreview(page, '长.zip', '第1课.txt').waitFor(patience)
        await until('the last', async () => {
          await preview(page, '长.zip')
            .locator('.virtual-list')
            .evaluate((each) => each.scrollTo(0, each.scrollHeight))
          return (await namesIn(page, '长.zip')).some((name) => name?.startsWith('第250课'))
        })
        await page.goBack()
        await open(page, '锁.zip')
        await preview(page, '锁.zip').getByText(t('row.encrypted')).waitFor(patience)
        await goInto(page, '锁.zip', 'a.txt')
        await preview(page, 'a.txt').getByText(words.reason.zip_encrypted).waitFor(patience)
        await page.goBack()
        await preview(page, '锁.zip').waitFor()
        await page.goBack()
        await open(page, '藏.7z')
        await shown(page).getByText(words.reason.zip_encrypted).waitFor(patience)
        await page.goBack()
        await open(page, '无.zip')
        await shown(page).getByText(words.archive.empty).waitFor(patience)
        await page.goBack()
        await open(page, '断.zip')
        await preview(page, '断.zip').getByText(words.archive.damaged).waitFor(patience)
        assert.deepEqual(await namesIn(page, '断.zip'), ['a.txt'])
        await assertAccessible(page)
      })
    },
  )
})

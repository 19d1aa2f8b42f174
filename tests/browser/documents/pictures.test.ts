import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { phrases } from '@/i18n/documents/zhCN'
import { photo } from '../../support/documents/pictures'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { openDrive } from '../rig/drive'
import { shown } from '../rig/screen'
import { becomes, documentWorld, state, text, writeAtEnd } from './documentPage'

const words = phrases.document
const drive = openDrive({ connections: 10 })
const pictures = (page: Page) => text(page).locator('.document-picture img')
const isShown = (page: Page) =>
  pictures(page)
    .first()
    .evaluate((image) => (image as HTMLImageElement).complete && (image as HTMLImageElement).naturalWidth > 0)

async function add(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  const chosen = page.waitForEvent('filechooser')
  await shown(page).getByRole('button', { name: words.tools.picture, exact: true }).tap()
  await (await chosen).setFiles(files)
}

const jpeg = async (width = 1200, height = 800) => ({
  name: 'image.jpg',
  mimeType: 'image/jpeg',
  buffer: await photo({ width, height, place: true }),
})

describe('[DOC-09] pictures in a text', () => {
  test('a picture of the album is added, seen by the other within the page, described, and deleted with undo', async () => {
    const { owner, other, address: place } = await documentWorld(drive, 'viewer')
    await drive.visit(other, place, (theirs) =>
      drive.visit(owner, place, async (mine) => {
        await text(mine).tap()
        await add(mine, [await jpeg()])
        for (const page of [mine, theirs]) {
          await pictures(page).waitFor()
          await until('the picture', () => isShown(page))
        }
        await state(mine, words.state.saved)
        const { width } = (await pictures(mine).boundingBox())!
        assert.ok(width <= (await text(mine).boundingBox())!.width)
        await pictures(mine).tap()
        await text(mine).locator('.document-alt').fill('开放日合影')
        await text(mine).locator('.document-alt').press('Enter')
        await text(mine).locator('.document-alt').blur()
        await theirs.locator('.document-picture img[alt="开放日合影"]').waitFor()
        assert.equal(await theirs.locator('.document-alt:visible').count(), 0)
        await assertAccessible(mine)
        await assertAccessible(theirs)
        await shown(mine).getByRole('button', { name: words.tools.deletePicture, exact: true }).tap()
        await until('no picture', async () => (await pictures(theirs).count()) === 0)
        await shown(mine).getByRole('button', { name: words.tools.undo, exact: true }).tap()
        await until('the picture again', () => isShown(theirs))
      }),
    )
  })

  test('a picture goes below the paragraph with the caret, which stays whole, and one may write on below it', async () => {
    const { owner, address: place } = await documentWorld(drive)
    await drive.visit(owner, place, async (page) => {
      await writeAtEnd(page, '九点签到')
      await page.keyboard.press('ArrowLeft')
      await add(page, [await jpeg()])
      await pictures(page).waitFor()
      await becomes(page, '九点签到\n')
      await page.keyboard.insertText('十点致辞')
      await becomes(page, '九点签到\n十点致辞')
    })
  })

  test('several pictures come one after another, and something that is none says so', async () => {
    const { owner, address: place } = await documentWorld(drive)
    await drive.visit(owner, place, async (page) => {
      await text(page).tap()
      await add(page, [await jpeg(), await jpeg(300, 900)])
      await until('two pictures', async () => (await pictures(page).count()) === 2)
      await add(page, [{ name: 'image.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') }])
      await page.getByText('无法识别 1 张图片').waitFor()
      assert.equal(await pictures(page).count(), 2)
    })
  })

  test('a pasted picture is added; a picture of another page is not fetched from there', async () => {
    const { owner, address: place } = await documentWorld(drive)
    await drive.visit(owner, place, async (page) => {
      const asked: string[] = []
      page.on('request', (request) => void asked.push(request.url()))
      await text(page).tap()
      const bytes = [...(await photo())]
      await text(page).evaluate((element, given) => {
        const clipboardData = new DataTransfer()
        clipboardData.items.add(new File([new Uint8Array(given)], 'image.png', { type: 'image/png' }))
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, bytes)
      await until('the picture', async () => (await pictures(page).count()) === 1)
      await text(page).evaluate((element) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData(
          'text/html',
          '<p>正文<img src="https://tracker.example/x.png" data-picture="AAAAAAAAAAAAAAAAAAAAAA" data-document="1"></p>',
        )
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      })
      await text(page).getByText('正文').waitFor()
      await page.getByText(words.picture.leftOut).waitFor()
      assert.equal(await pictures(page).count(), 1)
      assert.deepEqual(
        asked.filter((url) => url.includes('tracker.example')),
        [],
      )
    })
  })
})

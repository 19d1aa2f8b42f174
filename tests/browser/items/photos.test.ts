import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import type { FolderRow } from './photoWorld'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { desk } from '../rig/console'
import { openDrive } from '../rig/drive'
import { preview, shown, t } from '../rig/screen'
import { Fingers } from '../rig/touch'
import { fillWithPhotos, makeAlbum } from './photoWorld'

const drive = openDrive()
const photo = (page: Page, name: string) =>
  shown(page)
    .locator('.photo')
    .and(page.getByLabel(name, { exact: true }))
const cells = (page: Page) => shown(page).locator('.photo')
const chosen = (page: Page) => shown(page).locator('.photo-chosen')
const heads = (page: Page) => shown(page).locator('.photos-month')

/** The number of pictures in the first row. */
async function perRow(page: Page): Promise<number> {
  return cells(page).evaluateAll((all) => {
    const tops = all.map((each) => each.getBoundingClientRect().top)
    return tops.filter((top) => top === Math.min(...tops)).length
  })
}

async function middleOf(page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = (await photo(page, name).boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

describe('[AH-39] the grid of pictures', () => {
  let album: Awaited<ReturnType<typeof makeAlbum>>
  before(async () => void (album = await makeAlbum(drive)))

  test('a folder of pictures opens as a grid by month; a pinch shows more per row, a press and a drag select, the viewer has a strip', async () => {
    const { user, folder } = album
    await drive.visit(user, `/files/folder/${folder.id}`, async (page) => {
      await photo(page, '照片 1.jpg').waitFor()
      assert.deepEqual(
        (await heads(page).allInnerTexts()).map((text) => text.split('\n')[0]),
        ['2026 年 11 月', '2026 年 10 月'],
      )
      assert.equal(await perRow(page), 3)
      await shown(page)
        .getByText(t('photos.others', { n: 1 }))
        .waitFor()
      await assertAccessible(page)

      const fingers = await Fingers.on(page)
      await fingers.pinch({ x: 195, y: 450 }, 200, 120)
      await fingers.lift()
      await until('more per row', async () => (await perRow(page)) > 3)
      await fingers.pinch({ x: 195, y: 450 }, 100, 300)
      await fingers.lift()
      await until('three per row', async () => (await perRow(page)) === 3)

      const [from, to] = [await middleOf(page, '照片 2.jpg'), await middleOf(page, '照片 5.jpg')]
      const session = await page.context().newCDPSession(page)
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints: points })
      await touch('touchStart', [from])
      await shown(page).locator('.select-head').waitFor()
      await touch('touchMove', [to])
      await until('four chosen', async () => (await chosen(page).count()) === 4)
      assert.equal(await shown(page).locator('.h5-pulled').count(), 0)
      await touch('touchEnd', [])
      await shown(page)
        .getByText(t('many.count', { n: 4 }))
        .waitFor()
      await photo(page, '照片 5.jpg').tap()
      await until('one less', async () => (await chosen(page).count()) === 3)
      await page.goBack()
      await until('none', async () => (await chosen(page).count()) === 0)

      const refreshed = page.waitForRequest((request) => request.url().includes('/apps/files/photos'))
      await fingers.swipe({ x: 195, y: 450 }, { y: 200 })
      await refreshed
      await photo(page, '照片 3.jpg').tap()
      await preview(page, '照片 3.jpg').waitFor()
      const strip = shown(page).locator('.strip-place')
      await strip.nth(6).waitFor()
      await strip.and(page.getByLabel('照片 5.jpg', { exact: true })).tap()
      await preview(page, '照片 5.jpg').waitFor()
      await page.reload()
      await preview(page, '照片 5.jpg').waitFor()
      assert.match(page.url(), /by=taken/)
    })
  })

  test('the choice of rows or grid is kept, and the whole width of a phone held across and of a computer is used', async () => {
    const { user, folder } = album
    await drive.visit(user, `/files/folder/${folder.id}`, async (page) => {
      await photo(page, '照片 1.jpg').waitFor()
      await page.setViewportSize({ width: 844, height: 390 })
      await until('the whole width', async () => {
        const box = await shown(page).locator('.photos').boundingBox()
        return box?.x === 0 && box.width === 844 && (await perRow(page)) === 5
      })
      await shown(page)
        .getByRole('radio', { name: t('photos.rows'), exact: true })
        .tap()
      await shown(page).locator('.row').first().waitFor()
      await page.reload()
      await shown(page).locator('.row').first().waitFor()
      await shown(page)
        .getByRole('button', { name: t('list.sort') })
        .tap()
      await shown(page)
        .getByRole('radio', { name: t('photos.grid'), exact: true })
        .tap()
      await photo(page, '照片 1.jpg').waitFor()
    })
    await drive.visit(
      user,
      `/files/folder/${folder.id}`,
      async (page) => {
        await photo(page, '照片 1.jpg').waitFor()
        assert.ok((await perRow(page)) > 5)
        const [from, to] = [await middleOf(page, '照片 1.jpg'), await middleOf(page, '照片 3.jpg')]
        await page.mouse.move(from.x, from.y)
        await page.mouse.down()
        await page.mouse.move(to.x, to.y, { steps: 4 })
        await page.mouse.up()
        await until('three chosen', async () => (await chosen(page).count()) === 3)
        await page.keyboard.press('Escape')
        await until('none', async () => (await chosen(page).count()) === 0)
        await photo(page, '照片 2.jpg').click({ button: 'right' })
        await shown(page).getByRole('dialog').last().getByText(t('menu.rename')).waitFor()
      },
      desk,
    )
  })

  test('a folder with thousands of pictures draws few of them, and shows those where a fling ends', async () => {
    const user = await drive.make.user()
    const folder: FolderRow = await drive.make.folder({ owner: user })
    await fillWithPhotos(drive, folder, 3000)
    const { rows } = await sql<{ name: string }>`
      select name from items where parent_id = ${folder.id} order by modified_at limit 1`.execute(drive.server.deps.db)
    await drive.visit(user, `/files/folder/${folder.id}`, async (page) => {
      await cells(page).first().waitFor()
      const asked: string[] = []
      page.on('request', (request) => request.url().includes('/files/photos') && asked.push(request.url()))
      await shown(page)
        .locator('.photos-scroll')
        .evaluate((box) => box.scrollTo({ top: box.scrollHeight }))
      await photo(page, rows[0]!.name).waitFor()
      assert.ok((await cells(page).count()) < 120, String(await cells(page).count()))
      assert.ok(asked.length < 6, asked.join('\n'))
    })
  })
})

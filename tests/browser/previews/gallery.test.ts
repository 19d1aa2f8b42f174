import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { UserRow } from '../../../server/database/tables'
import { tiffOf } from '../../support/samples/pictures'
import { photo } from '../../support/samples/samples'
import { deepTest } from '../../support/deep'
import { until } from '../../support/until'
import { openDrive } from '../rig/drive'
import { address, names, preview, row, shown, t } from '../rig/screen'
import { Fingers } from '../rig/touch'

const drive = openDrive()
const MIDDLE = { x: 195, y: 450 }
const HALF_MINUTE = { timeout: 30_000 }

const picture = (page: Page) => shown(page).locator('.gallery-place:not([aria-hidden="true"]) .preview-picture')

/** The picture's resting position, from its style. */
async function positionOf(page: Page): Promise<{ x: number; y: number; rotation: number; scale: number }> {
  const style = await picture(page).evaluate(
    (element) => (element as unknown as { style: { transform: string } }).style.transform,
  )
  const [, x, y, rotation, scale] = /translate3d\((.*)px, (.*)px, 0.*\) rotate\((.*)deg\) scale\((.*)\)/
    .exec(style)!
    .map(Number)
  return { x: x!, y: y!, rotation: rotation!, scale: scale! }
}

async function lying(page: Page, expected: { rotation?: number; scale?: number }) {
  await until(JSON.stringify(expected), async () => {
    const found = await positionOf(page)
    return Object.entries(expected).every(([key, value]) => Math.abs(found[key as 'scale'] - value) < 0.02)
  })
}

let user: UserRow
const ids = new Map<string, number>()
const pictures = Array.from({ length: 8 }, (_, at) => `照片 ${at + 1}.jpg`)

async function opened(page: Page, name: string): Promise<Fingers> {
  await row(page, name).waitFor()
  assert.equal((await names(page)).length, 9)
  await row(page, name).locator('.row-open').tap()
  await preview(page, name).waitFor()
  await picture(page).waitFor()
  return Fingers.on(page)
}

describe('[PREV-06] [PREV-16] pictures beside each other', () => {
  before(async () => {
    user = await drive.make.user()
    // The newest comes first: 8, 7, … 1.
    for (const name of pictures) {
      const file = await drive.make.file({ owner: user }, { name, content: await photo({ width: 480, height: 640 }) })
      ids.set(name, file.id)
    }
    await drive.make.file({ owner: user }, { name: '说明.txt', content: '文字' })
  })

  deepTest(
    'on a screen on its side the picture fills the whole window, and a double tap enlarges where it was tapped',
    async () => {
      await drive.visit(user, '/files/own', async (page) => {
        const fingers = await opened(page, '照片 8.jpg')
        await page.setViewportSize({ width: 844, height: 390 })
        for (const part of [preview(page, '照片 8.jpg'), picture(page)])
          await until('the whole width', async () => {
            const box = (await part.boundingBox())!
            return box.x === 0 && box.width === 844 && box.height === 390
          })
        const middle = { x: 422, y: 195 }
        await fingers.doubleTap(middle)
        await lying(page, { scale: 2 })
        const { x, y } = await positionOf(page)
        assert.deepEqual([x, y], [0, 0])
      })
    },
  )

  deepTest(
    'a swipe shows the next picture with its name, menu and address, another swipe returns, and a reload shows it again',
    async () => {
      await drive.visit(user, '/files/own', async (page) => {
        const fingers = await opened(page, '照片 5.jpg')
        await fingers.swipe(MIDDLE, { x: -120 })
        await preview(page, '照片 4.jpg').waitFor()
        await picture(page).waitFor()
        await until('its address', () => address(page) === `/files/own?preview=1&file_id=${ids.get('照片 4.jpg')}`)
        await fingers.swipe(MIDDLE, { x: 120 })
        await preview(page, '照片 5.jpg').waitFor()
        await fingers.swipe(MIDDLE, { x: 120 })
        await preview(page, '照片 6.jpg').waitFor()
        await page.reload()
        await preview(page, '照片 6.jpg').waitFor()
        await preview(page, '照片 6.jpg')
          .getByRole('button', { name: t('action.back') })
          .tap()
        await preview(page, '照片 6.jpg').waitFor({ state: 'detached' })
        assert.equal(address(page), '/files/own')
      })
    },
  )

  deepTest('swipes pass through the whole list, beyond the rows known at first, and stop at its ends', async () => {
    await drive.visit(user, '/files/own', async (page) => {
      const fingers = await opened(page, '照片 8.jpg')
      await fingers.swipe(MIDDLE, { x: 120 })
      for (let number = 7; number >= 1; number -= 1) {
        await fingers.swipe(MIDDLE, { x: -120 })
        await preview(page, `照片 ${number}.jpg`).waitFor()
      }
      await picture(page).waitFor()
      await fingers.swipe(MIDDLE, { x: -120 })
      assert.equal(await shown(page).locator('.gallery-place').count(), 2)
      await preview(page, '照片 1.jpg').waitFor()
    })
  })

  test('[PREV-19] a swipe of 10 px within 800 ms and at most 100 px astray turns, and so does a third of the width within 3 s', async () => {
    await drive.visit(user, '/files/own', async (page) => {
      const fingers = await opened(page, '照片 5.jpg')
      await shown(page).locator('.gallery-place').nth(2).waitFor()
      await fingers.swipe(MIDDLE, { x: -9 })
      await fingers.swipe({ x: 195, y: 300 }, { x: -120, y: 110 })
      await fingers.swipe(MIDDLE, { x: -120 }, 900)
      await fingers.swipe(MIDDLE, { x: -140 }, 3100)
      await fingers.swipe(MIDDLE, { x: -10, y: 100 }, 700)
      await preview(page, '照片 4.jpg').waitFor()
      await fingers.swipe(MIDDLE, { x: -140 }, 2900)
      await preview(page, '照片 3.jpg').waitFor()
    })
  })

  deepTest(
    '[PREV-06] a pinch below 0.8 returns to 0.8, above 5 to 3, and stays in between; a turn snaps to the nearest quarter',
    async () => {
      await drive.visit(user, '/files/own', async (page) => {
        const fingers = await opened(page, '照片 5.jpg')
        const pinch = async (from: number, to: number, turn = 0) => {
          await fingers.pinch(MIDDLE, from, to, { turn })
          await fingers.lift()
        }
        await pinch(100, 200)
        await lying(page, { scale: 2, rotation: 0 })
        await pinch(40, 160)
        await lying(page, { scale: 3 })
        await pinch(300, 40)
        await lying(page, { scale: 0.8 })
        // Turned on its side, the picture of 480 × 640 then fits its frame.
        await pinch(120, 120, 60)
        await until('on its side', async () => (await positionOf(page)).rotation === 90)
      })
    },
  )

  deepTest(
    '[PREV-06] a double tap doubles the size, another restores it; a large picture moves instead of turning',
    async () => {
      await drive.visit(user, '/files/own', async (page) => {
        const fingers = await opened(page, '照片 5.jpg')
        await fingers.doubleTap(MIDDLE)
        await lying(page, { scale: 2 })
        await fingers.swipe(MIDDLE, { x: -120 })
        await until('moved', async () => (await positionOf(page)).x < -50)
        await preview(page, '照片 5.jpg').waitFor()
        await fingers.doubleTap(MIDDLE, 250)
        await lying(page, { scale: 2 })
        await fingers.doubleTap(MIDDLE)
        await lying(page, { scale: 1 })
        await fingers.swipe(MIDDLE, { x: -120 })
        await preview(page, '照片 4.jpg').waitFor()
        await lying(page, { scale: 1 })
      })
    },
  )

  deepTest('the position and the total stand below the picture and follow each turn', async () => {
    await drive.visit(user, '/files/own', async (page) => {
      const fingers = await opened(page, '照片 5.jpg')
      const count = shown(page).locator('.gallery [role=status]')
      await count.getByText(t('preview.page', { n: 4, total: 8 })).waitFor()
      await fingers.swipe(MIDDLE, { x: -120 })
      await count.getByText(t('preview.page', { n: 5, total: 8 })).waitFor()
    })
  })

  deepTest('a tap hides the bars and another shows them, and keyboard focus also shows them', async () => {
    await drive.visit(user, '/files/own', async (page) => {
      await page.clock.install()
      const fingers = await opened(page, '照片 5.jpg')
      await shown(page).locator('.gallery-place').nth(2).waitFor()
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
      const opacity = () =>
        shown(page)
          .locator('.preview-head')
          .evaluate((head) => getComputedStyle(head).opacity)
      const tap = async () => {
        await fingers.tap(MIDDLE)
        await page.clock.runFor(199)
        const before = await opacity()
        await page.clock.runFor(1)
        return before
      }
      assert.equal(await tap(), '1')
      await until('no bars', async () => (await opacity()) === '0')
      assert.ok(!(await shown(page).locator('.gallery [role=status]').isVisible()))
      await shown(page).locator('.gallery').focus()
      await page.keyboard.press('Shift+Tab')
      await until('bars', async () => (await opacity()) === '1')
      await shown(page).locator('.gallery').focus()
      await until('no bars', async () => (await opacity()) === '0')
      // The two taps of a double tap change no bar.
      await fingers.doubleTap(MIDDLE)
      await page.clock.runFor(1000)
      assert.equal(await opacity(), '0')
      await fingers.doubleTap(MIDDLE)
      await page.clock.runFor(1000)
      await tap()
      await until('bars', async () => (await opacity()) === '1')
    })
  })

  deepTest(
    'pulling a picture far down closes it, a short pull returns, and an enlarged picture only moves',
    async () => {
      await drive.visit(user, '/files/own', async (page) => {
        const fingers = await opened(page, '照片 5.jpg')
        await fingers.swipe(MIDDLE, { x: 5, y: 90 }, 900)
        await lying(page, { scale: 1 })
        await until('back in the middle', async () => (await positionOf(page)).y === 0)
        await fingers.doubleTap(MIDDLE)
        await lying(page, { scale: 2 })
        await fingers.swipe(MIDDLE, { y: 200 })
        await fingers.doubleTap(MIDDLE)
        await lying(page, { scale: 1 })
        await preview(page, '照片 5.jpg').waitFor()
        await fingers.swipe(MIDDLE, { x: 30, y: 180 })
        await preview(page, '照片 5.jpg').waitFor({ state: 'detached' })
        assert.equal(address(page), '/files/own')
        await row(page, '照片 5.jpg').waitFor()
      })
    },
  )

  deepTest('a swipe and arrow keys pass through a picture of several pages', async () => {
    const owner = await drive.make.user()
    await drive.make.file({ owner }, { name: '一.jpg', content: await photo({ width: 480, height: 640 }) })
    await drive.make.file({ owner }, { name: '二.tif', content: tiffOf(2) })
    await drive.make.file({ owner }, { name: '三.jpg', content: await photo({ width: 480, height: 640 }) })
    await drive.visit(owner, '/files/own', async (page) => {
      await row(page, '三.jpg').locator('.row-open').tap()
      await picture(page).waitFor(HALF_MINUTE)
      await shown(page).locator('.gallery-place').nth(1).waitFor(HALF_MINUTE)
      const fingers = await Fingers.on(page)
      const atPages = async () => {
        await preview(page, '二.tif').waitFor()
        await shown(page).locator('.pages-picture').first().waitFor(HALF_MINUTE)
      }
      await fingers.swipe(MIDDLE, { x: -120 })
      await atPages()
      await fingers.swipe(MIDDLE, { x: -30, y: -80 })
      await fingers.swipe(MIDDLE, { x: -120 })
      await preview(page, '一.jpg').waitFor()
      await fingers.swipe(MIDDLE, { x: 120 })
      await atPages()
      await shown(page).locator('.pages').focus()
      await page.keyboard.press('ArrowLeft')
      await preview(page, '三.jpg').waitFor()
    })
  })

  deepTest('arrow keys also turn to the next picture', async () => {
    await drive.visit(user, '/files/own', async (page) => {
      await opened(page, '照片 5.jpg')
      await shown(page).locator('.gallery-place').nth(2).waitFor()
      await shown(page).locator('.gallery').focus()
      await page.keyboard.press('ArrowRight')
      await preview(page, '照片 4.jpg').waitFor()
      await page.keyboard.press('ArrowLeft')
      await preview(page, '照片 5.jpg').waitFor()
    })
  })

  deepTest('a deleted picture is replaced by the next', async () => {
    const owner = await drive.make.user()
    for (const name of ['一.jpg', '二.jpg']) await drive.make.file({ owner }, { name, content: await photo() })
    await drive.visit(owner, '/files/own', async (page) => {
      await row(page, '二.jpg').locator('.row-open').tap()
      await preview(page, '二.jpg').waitFor()
      await shown(page).locator('.gallery-place').nth(1).waitFor()
      await preview(page, '二.jpg')
        .getByRole('button', { name: t('action.more') })
        .tap()
      await shown(page)
        .getByRole('button', { name: t('menu.delete') })
        .tap()
      const confirm = shown(page).getByRole('alertdialog')
      await confirm.getByRole('button').last().tap()
      await preview(page, '一.jpg').waitFor()
    })
  })
})

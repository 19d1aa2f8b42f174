import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import sharp from 'sharp'
import type { Page } from 'playwright-core'
import type { UserRow } from '../../../server/database/tables'
import { moving, movingSquare, tiffOf } from '../../support/samples/pictures'
import { deepTest } from '../../support/deep'
import { until } from '../../support/until'
import { openDrive } from '../rig/drive'
import { pixels } from '../rig/pixels'
import { preview, row, shown } from '../rig/screen'
import { Fingers } from '../rig/touch'

const drive = openDrive()
const MIDDLE = { x: 195, y: 450 }

interface Shown {
  naturalWidth: number
  naturalHeight: number
}

const pictures = (page: Page) => shown(page).locator('.gallery-place:not([aria-hidden="true"]) .preview-picture')

/** Pixels of the only picture on the screen; null while another one loads over it. */
async function pixelsOf(page: Page): Promise<[number, number] | null> {
  const sizes = await pictures(page).evaluateAll((elements) =>
    elements.map((element) => {
      const image = (element.querySelector?.('img') ?? element) as unknown as Shown
      return [image.naturalWidth, image.naturalHeight] as [number, number]
    }),
  )
  return sizes.length === 1 ? sizes[0]! : null
}

describe('[PREV-06] a closer look at pictures', () => {
  let user: UserRow
  before(async () => {
    user = await drive.make.user()
    const white = sharp({ create: { width: 1080, height: 12_000, channels: 3, background: '#fff' } })
    const put = (name: string, content: Buffer) => drive.make.file({ owner: user }, { name, content })
    await put('长截图.png', await white.png().toBuffer())
    await put('表情.gif', await moving('gif'))
    await put('透明.gif', await movingSquare())
    await put('扫描件.tif', tiffOf(3))
  })

  const open = async (page: Page, name: string) => {
    await row(page, name).waitFor()
    await row(page, name).locator('.row-open').tap()
    await preview(page, name).waitFor()
  }

  test('zooming into a long screenshot replaces it with all of its pixels, which stay', async () => {
    await drive.visit(user, '/files/own', async (page) => {
      await open(page, '长截图.png')
      await until('the small picture', async () => (await pixelsOf(page))?.join() === '92,1024')
      const fingers = await Fingers.on(page)
      await fingers.doubleTap(MIDDLE)
      await until('the large picture', async () => (await pixelsOf(page))?.join() === '1080,12000')
      await fingers.doubleTap(MIDDLE)
      await until('rest', async () => /scale\(1\)/.test((await pictures(page).getAttribute('style')) ?? ''))
      assert.deepEqual(await pixelsOf(page), [1080, 12_000])
    })
  })

  deepTest('an animation keeps moving at a closer look: no other picture replaces it', async () => {
    await drive.visit(user, '/files/own', async (page) => {
      await open(page, '表情.gif')
      await until('the animation', async () => (await pixelsOf(page))?.join() === '64,48')
      await (await Fingers.on(page)).doubleTap(MIDDLE)
      await until('the zoom', async () => /scale\(2\)/.test((await pictures(page).getAttribute('style')) ?? ''))
      assert.deepEqual(await pixelsOf(page), [64, 48])
    })
  })

  deepTest(
    '[PREV-02] black writing on a transparent animation is visible: grey lies behind the picture, black around it',
    async () => {
      await drive.visit(user, '/files/own', async (page) => {
        await open(page, '透明.gif')
        await until('the grey', async () => {
          const [inside, around] = await pixels(pictures(page), [
            [0.5, 0.38],
            [0.5, 0.25],
          ])
          return inside?.join() === '135,135,135' && around?.join() === '0,0,0'
        })
      })
    },
  )

  test('[PREV-02] a TIFF of three pages shows its pages', async () => {
    await drive.visit(user, '/files/own', async (page) => {
      await open(page, '扫描件.tif')
      await until('three pages', async () => (await shown(page).locator('.pages-picture').count()) >= 2)
      assert.match((await shown(page).locator('.pdf-bar').textContent()) ?? '', /3/)
    })
  })
})

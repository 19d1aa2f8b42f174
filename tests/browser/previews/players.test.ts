import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { phrases } from '@/i18n/previews/zhCN'
import { findFfmpeg } from '../../../server/previews/makers/ffmpeg'
import { longVideo, recording } from '../../support/samples/media'
import { deepTest } from '../../support/deep'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { openDrive } from '../rig/drive'
import { openMeteredWire } from '../rig/meteredWire'
import { preview, row, shown } from '../rig/screen'

const skip = (await findFfmpeg()) === null && 'ffmpeg is not installed'
const drive = openDrive()
const words = phrases.preview
const patience = { timeout: 30_000 }

const openFile = (page: Page, name: string) => row(page, name).locator('.row-open').tap()
const video = (page: Page, name: string) => preview(page, name).locator('video')

describe('[PREV-09] players', { skip }, () => {
  test('a video shows its poster, plays, and resumes where it was left', async () => {
    const user = await drive.make.user()
    await drive.make.file(
      { owner: user },
      {
        name: '运动会.mp4',
        content: await recording({ extension: 'mp4', video: 'libx264', audio: 'aac', seconds: 60 }),
      },
    )
    await drive.visit(user, '/files/own', async (page) => {
      await openFile(page, '运动会.mp4')
      const player = video(page, '运动会.mp4')
      await player.waitFor(patience)
      const stands = await player.evaluate((each: HTMLVideoElement) => ({
        poster: each.poster,
        inline: each.playsInline,
        controls: each.controls,
      }))
      assert.deepEqual([stands.inline, stands.controls], [true, true])
      assert.equal(await page.evaluate(async (address) => (await fetch(address)).status, stands.poster), 200)
      await player.evaluate(async (each: HTMLVideoElement) => {
        each.muted = true
        each.currentTime = 30
        await each.play()
      })
      await until('it plays', () => player.evaluate((each: HTMLVideoElement) => each.currentTime > 30.5), 20_000)
      await page.goBack()
      await openFile(page, '运动会.mp4')
      await until(
        'it goes on',
        () => video(page, '运动会.mp4').evaluate((each: HTMLVideoElement) => each.currentTime >= 30),
        20_000,
      )
    })
  })

  deepTest('[AH-12] a video offers full screen, and enters it', async () => {
    const user = await drive.make.user()
    await drive.make.file(
      { owner: user },
      { name: '运动会.mp4', content: await recording({ extension: 'mp4', video: 'libx264', audio: 'aac' }) },
    )
    await drive.visit(user, '/files/own', async (page) => {
      await openFile(page, '运动会.mp4')
      await video(page, '运动会.mp4').waitFor(patience)
      // The browser draws a video's buttons itself, and no locator reaches them.
      const inside = await page.context().newCDPSession(page)
      const button = await until(
        'its button',
        async () => {
          const { nodes } = await inside.send('Accessibility.getFullAXTree')
          return nodes.find(({ role, name }) => role?.value === 'button' && /full ?screen/i.test(String(name?.value)))
        },
        20_000,
      )
      const { model } = await inside.send('DOM.getBoxModel', { backendNodeId: button!.backendDOMNodeId })
      const [left = 0, top = 0] = model.content
      await page.touchscreen.tap(left + model.width / 2, top + model.height / 2)
      await until('the whole screen', () => page.evaluate(() => document.fullscreenElement?.tagName === 'VIDEO'))
    })
  })

  deepTest('a long video plays after 2 MB, and buffers no more', async () => {
    const user = await drive.make.user()
    await drive.make.file({ owner: user }, { name: '毕业典礼.mp4', content: await longVideo(60e6, 'in front') })
    const wire = await openMeteredWire(drive.server.url, { allowance: 2e6 })
    await drive.visit(user, '/files/own', async (page) => {
      await page.goto(`${wire.url}/files/own`)
      await openFile(page, '毕业典礼.mp4')
      const player = video(page, '毕业典礼.mp4')
      await player.waitFor(patience)
      await player.evaluate((each: HTMLVideoElement) => {
        each.muted = true
        void each.play()
      })
      await until('it plays', () => player.evaluate((each: HTMLVideoElement) => each.currentTime > 0), 20_000)
      assert.equal(wire.bytes() <= 2e6, true)
    })
    await wire.close()
  })

  deepTest('seeking skips the bytes in between', async () => {
    const user = await drive.make.user()
    const content = await longVideo(60e6, 'at the end')
    await drive.make.file({ owner: user }, { name: '毕业典礼.mp4', content })
    const wire = await openMeteredWire(drive.server.url)
    await drive.visit(user, '/files/own', async (page) => {
      await page.goto(`${wire.url}/files/own`)
      await openFile(page, '毕业典礼.mp4')
      const player = video(page, '毕业典礼.mp4')
      await player.waitFor(patience)
      await until('its length', () => player.evaluate((each: HTMLVideoElement) => each.duration > 0), 20_000)
      await player.evaluate((each: HTMLVideoElement) => (each.currentTime = each.duration * 0.9))
      await until(
        'the picture there',
        () => player.evaluate((each: HTMLVideoElement) => !each.seeking && each.readyState >= 2),
        20_000,
      )
      assert.equal(wire.bytes() < content.length / 2, true, `${wire.bytes()} bytes, ${wire.ranges.join(' ')}`)
    })
    await wire.close()
  })

  deepTest('a sound shows its length before it plays, plays, pauses and seeks', async () => {
    const user = await drive.make.user()
    await drive.make.file(
      { owner: user },
      { name: '校歌.mp3', content: await recording({ extension: 'mp3', audio: 'libmp3lame', seconds: 95 }) },
    )
    await drive.visit(user, '/files/own', async (page) => {
      await openFile(page, '校歌.mp3')
      const times = preview(page, '校歌.mp3').locator('.sound-times')
      await times.getByText('1:35').waitFor(patience)
      await assertAccessible(page)
      await preview(page, '校歌.mp3').getByRole('slider', { name: words.position }).fill('40')
      await times.getByText('0:40').waitFor()
      await preview(page, '校歌.mp3').getByRole('button', { name: words.play }).tap()
      await times.getByText('0:42').waitFor(patience)
      await preview(page, '校歌.mp3').getByRole('button', { name: words.pause }).tap()
      await preview(page, '校歌.mp3').getByRole('button', { name: words.play }).waitFor()
    })
  })

  deepTest('a format that no phone plays is converted meanwhile, and then plays', async () => {
    const user = await drive.make.user()
    await drive.make.file(
      { owner: user },
      { name: '旧片.avi', content: await recording({ extension: 'avi', video: 'mpeg4', audio: 'libmp3lame' }) },
    )
    await drive.visit(user, '/files/own', async (page) => {
      await openFile(page, '旧片.avi')
      await video(page, '旧片.avi').waitFor({ timeout: 60_000 })
      await until(
        'its length',
        () => video(page, '旧片.avi').evaluate((each: HTMLVideoElement) => each.duration > 1.5),
        20_000,
      )
    })
  })

  deepTest('a video whose address has ended gets another one, and continues at the same second', async () => {
    const user = await drive.make.user()
    await drive.make.file({ owner: user }, { name: '毕业典礼.mp4', content: await longVideo(60e6, 'in front') })
    await drive.visit(
      user,
      '/files/own',
      async (page) => {
        let isEnded = false
        let renewals = 0
        // Refuses only what the seek below asks for, so that the failure comes after the seek.
        const isFar = (range = '') => Number(/\d+/.exec(range)) > 30e6
        await page.route(/representations\/download\?.*kind=video/, (route) =>
          isEnded && isFar(route.request().headers().range) ? route.fulfill({ status: 403 }) : route.continue(),
        )
        await page.route(/representations\/info\?/, async (route) => {
          if (isEnded) renewals += 1
          isEnded = false
          await route.continue()
        })
        await openFile(page, '毕业典礼.mp4')
        const player = video(page, '毕业典礼.mp4')
        await player.waitFor(patience)
        await player.evaluate(async (each: HTMLVideoElement) => {
          each.muted = true
          await each.play()
        })
        isEnded = true
        const at = await player.evaluate((each: HTMLVideoElement) => (each.currentTime = each.duration * 0.9))
        await until(
          'it goes on',
          () => player.evaluate((each: HTMLVideoElement, from) => !each.paused && each.currentTime > from, at),
          20_000,
        )
        assert.equal(renewals, 1)
      },
      { expected: [/status of 403/] },
    )
  })

  deepTest('a broken video or sound says so', async () => {
    const user = await drive.make.user()
    await drive.make.file({ owner: user }, { name: '坏.mp4', content: 'no video' })
    await drive.visit(user, '/files/own', async (page) => {
      await openFile(page, '坏.mp4')
      await shown(page).getByText(words.reason.media_not_support).waitFor(patience)
    })
  })
})

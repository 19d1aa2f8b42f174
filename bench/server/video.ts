import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { chromium, type ElementHandle, type Page } from 'playwright-core'
import { findChromium } from '../../scripts/install.mjs'
import { openMeteredWire, type MeteredWire } from '../../tests/browser/rig/meteredWire'
import { client, type Client } from '../../tests/support/client'
import { factories } from '../../tests/support/factories'
import { eventually, post } from '../../tests/support/uploads/upload'
import { buildServer } from '../run'
import { prepareGround, requireBuild } from '../service'

const run = promisify(execFile)
const MB = 1e6
/** MB that may be read of a video before it plays */
const BEFORE_PLAY = 2
/** Bytes per second of a phone's network. On this machine's own network Chromium reads far ahead. */
const networks: Record<string, { rate?: number; allowance?: number }> = {
  '20 Mbit/s, and 2 MB in all': { rate: 2.5 * MB, allowance: BEFORE_PLAY * MB },
  '20 Mbit/s': { rate: 2.5 * MB },
  '100 Mbit/s': { rate: 12.5 * MB },
  'as fast as here': {},
}

/** Prints the bytes that are read of a video of the given size before it plays, and after a jump. */
export async function measureVideo(size: number): Promise<void> {
  buildServer()
  const folder = await mkdtemp(path.join(tmpdir(), 'satchel-video-'))
  const ground = await prepareGround()
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const service = await ground.serve(requireBuild('h5'))
    const user = await factories({ db: ground.db, storage: ground.storage, clock: () => new Date() }).user()
    const me = await client(service).as(user.login)
    for (const [name, file] of Object.entries(await makeVideos(folder, size))) {
      const { size: bytes } = await stat(file)
      const id = await put(me, `${name}.mp4`, file, bytes)
      await eventually(async () => {
        const { status } = await me.call('GET /apps/representations/info', { file_id: id, kind: 'video' })
        if (status !== 'generated') throw new Error(status)
      })
      console.log(`\n${name}, ${(bytes / MB).toFixed(0)} MB`)
      for (const [network, limits] of Object.entries(networks)) {
        const wire = await openMeteredWire(service.url, limits)
        const context = await browser.newContext({
          viewport: { width: 390, height: 844 },
          isMobile: true,
          hasTouch: true,
          locale: 'zh-CN',
        })
        const [cookie = '', value = ''] = me.headers.cookie!.split('=')
        await context.addCookies([{ name: cookie, value, url: wire.url }])
        const page = await context.newPage()
        await page.goto(`${wire.url}/files/own`)
        const report = await watch(page, `${name}.mp4`, wire, limits.allowance !== undefined)
        console.log(`  ${network}: ${report}; asked ${wire.ranges.join(' ')}`)
        await context.close()
        await wire.close()
      }
    }
  } finally {
    await browser.close()
    await ground.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Makes two videos by repeating ten seconds of 5 Mbit/s: one has its index in front, the other at the end, as phones write it. */
async function makeVideos(folder: string, size: number): Promise<Record<string, string>> {
  const [clip, end, front] = ['clip', 'end', 'front'].map((name) => path.join(folder, `${name}.mp4`)) as [
    string,
    string,
    string,
  ]
  const ffmpeg = (...args: string[]) => run('ffmpeg', ['-v', 'error', '-y', ...args])
  await ffmpeg(
    '-f',
    'lavfi',
    '-i',
    'testsrc2=s=1280x720:r=25',
    '-f',
    'lavfi',
    '-i',
    'sine=440:r=44100',
    '-t',
    '10',
    '-vf',
    'noise=alls=30:allf=t',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-bf',
    '0',
    '-g',
    '50',
    '-b:v',
    '5M',
    '-minrate',
    '5M',
    '-maxrate',
    '5M',
    '-bufsize',
    '5M',
    '-x264-params',
    'nal-hrd=cbr',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    '-b:a',
    '128k',
    clip,
  )
  const again = Math.max(0, Math.ceil(size / (await stat(clip)).size) - 1)
  await ffmpeg('-stream_loop', String(again), '-i', clip, '-c', 'copy', end)
  await ffmpeg('-i', end, '-c', 'copy', '-movflags', '+faststart', front)
  return { 'table in front': front, 'table at the end': end }
}

async function put(me: Client, name: string, file: string, size: number): Promise<number> {
  const { upload_url } = await me.call('POST /apps/files/presign_upload', { file_size: size })
  const { body } = await post(me, upload_url, createReadStream(file), {
    'x-file-name': encodeURIComponent(name),
    'content-length': String(size),
  })
  return (body as { new_file: { id: number } }).new_file.id
}

/** A line with the MB that the page read until the video was ready, until it played, and after a jump to 90 %. */
async function watch(page: Page, name: string, wire: MeteredWire, isShort: boolean): Promise<string> {
  await page.locator('.row', { hasText: name }).locator('.row-open').tap()
  const player = (await page.waitForSelector('video.video-player')) as ElementHandle<HTMLVideoElement>
  const happens = (what: (video: HTMLVideoElement) => boolean) =>
    page.waitForFunction(what, player, { timeout: 20_000 }).then(
      () => true,
      () => false,
    )
  if (!(await happens((video) => video.readyState >= 1))) return `metadata did not load: ${verdict(false)}`
  const stood = wire.bytes()
  const began = performance.now()
  await player.evaluate((video) => {
    video.muted = true
    void video.play()
  })
  const plays = await happens((video) => video.currentTime > 0)
  const played = wire.bytes()
  const after = performance.now() - began
  if (isShort || !plays) return `plays: ${verdict(plays)}`
  await delay(3000)
  const ahead = wire.bytes()
  await player.evaluate((video) => (video.currentTime = video.duration * 0.9))
  await happens((video) => !video.seeking && video.currentTime > video.duration * 0.9)
  return (
    `ready after ${mb(stood)}, playing after ${mb(played)} (${after.toFixed(0)} ms; ≤ ${BEFORE_PLAY} MB ${verdict(played <= BEFORE_PLAY * MB)}), ` +
    `${mb(ahead)} after 3 s, seeking to 90 % read ${mb(wire.bytes() - ahead)}`
  )
}

function mb(bytes: number): string {
  return `${(bytes / MB).toFixed(2)} MB`
}

function verdict(holds: boolean): string {
  return holds ? 'holds' : 'MISSED'
}

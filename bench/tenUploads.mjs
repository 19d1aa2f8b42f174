/**
 * Uploads ten files of 200 MB, selected at once in Chromium. Compares the speed with the same page sending the same files by raw PUT, two at a time
 * like the queue. Also measures the response to taps during both, and the server's memory.
 *
 *   node bench/tenUploads.mjs http://127.0.0.1:3000 login password [--pid 1234] [--rounds 3] [--size 209715200] [--folder .]
 *
 * --pid     the server's process: reports its memory after the first file and at its peak (Linux)
 * --folder  where the baseline writes: choose the disk of the server's data folder
 */
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { findChromium } from '../scripts/install.mjs'

const MB = 1e6
const COUNT = 10
const AT_ONCE = 2
/** ms between two taps */
const TAP_EVERY = 700

const {
  positionals: [base, login, password],
  values,
} = parseArgs({
  allowPositionals: true,
  options: {
    pid: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    size: { type: 'string', default: String(200 * 1024 * 1024) },
    folder: { type: 'string', default: '.' },
  },
})
if (!password)
  throw new Error(
    'usage: node bench/tenUploads.mjs BASE LOGIN PASSWORD [--pid N] [--rounds N] [--size BYTES] [--folder PATH]',
  )
const size = Number(values.size)

const sources = await mkdtemp(join(tmpdir(), 'ten-uploads-'))
const sink = await mkdtemp(join(resolve(values.folder), 'baseline-'))
const baseline = fork(fileURLToPath(new URL('upload.mjs', import.meta.url)), ['baseline', sink], { execArgv: [] })
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
try {
  const port = await new Promise((ready) => baseline.once('message', ready))
  const files = await writeFiles()
  const page = await signedIn()
  const rounds = []
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    const plainFirst = round % 2 === 1 ? await putAll(page, files, `http://127.0.0.1:${port}/`) : null
    const ours = await uploadAll(page, files)
    const plain = plainFirst ?? (await putAll(page, files, `http://127.0.0.1:${port}/`))
    rounds.push({ ...ours, plain: plain.seconds, plainTap: plain.tap, share: plain.seconds / ours.seconds })
    console.log(lineOf(`round ${round}`, rounds.at(-1)))
  }
  const middle = (key) => rounds.map((round) => round[key]).sort((a, b) => a - b)[Math.floor(rounds.length / 2)]
  const median = Object.fromEntries(Object.keys(rounds[0]).map((key) => [key, middle(key)]))
  console.log(lineOf('median ', median))
  console.log(`share ≥ 0.8: ${verdict(median.share >= 0.8)}`)
  console.log(`taps ≤ 100 ms: ${verdict(median.tap <= 100)}`)
  if (values.pid) console.log(`grown ≤ 64 MB: ${verdict(median.grown <= 64)}`)
} finally {
  await browser.close()
  baseline.kill()
  await rm(sources, { recursive: true, force: true })
  await rm(sink, { recursive: true, force: true })
}

function lineOf(title, { seconds, plain, share, tap, plainTap, grown }) {
  const speed = (time) => `${Math.round((COUNT * size) / MB / time)} MB/s`
  const memory = Number.isNaN(grown) ? '' : `  grown ${grown.toFixed(1)} MB`
  return `${title}  queue ${speed(seconds)}  raw PUT ${speed(plain)}  share ${share.toFixed(2)}  slowest tap ${tap} ms, during raw PUT ${plainTap} ms${memory}`
}

function verdict(holds) {
  return holds ? 'holds' : 'MISSED'
}

async function writeFiles() {
  const chunk = randomBytes(1024 * 1024)
  const paths = Array.from({ length: COUNT }, (_, at) => join(sources, `ten-${at}.bin`))
  for (const path of paths) {
    const file = await open(path, 'w')
    for (let written = 0; written < size; written += chunk.length)
      await file.write(chunk.subarray(0, Math.min(chunk.length, size - written)))
    await file.close()
  }
  return paths
}

async function signedIn() {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: 'zh-CN',
    bypassCSP: true,
  })
  const page = await context.newPage()
  await page.goto(`${base}/login`)
  await page.evaluate(
    async ([user, secret]) => {
      const ask = async (path, body, headers) =>
        (
          await fetch(path, {
            method: body ? 'POST' : 'GET',
            headers: { 'content-type': 'application/json', ...headers },
            body: body && JSON.stringify(body),
          })
        ).json()
      const { csrf_token: requesttoken } = await ask('/api/apps/users/get_base_info')
      const { success } = await ask('/api/apps/users/login', { login: user, password: secret }, { requesttoken })
      if (!success) throw new Error('sign-in refused')
    },
    [login, password],
  )
  await page.goto(`${base}/files/own`)
  await page.locator('.floating-button').last().waitFor()
  return page
}

/** Seconds for the page to PUT all files, `AT_ONCE` at a time, with taps as during uploads; ms of the slowest tap. */
async function putAll(page, files, address) {
  await page.evaluate(() =>
    document.body.insertAdjacentHTML('beforeend', '<input type="file" multiple hidden id="baseline">'),
  )
  await page.setInputFiles('#baseline', files)
  const put = page.evaluate(
    async ([target, atOnce]) => {
      const waiting = [...document.querySelector('#baseline').files]
      const send = (file) =>
        new Promise((done, fail) => {
          const transfer = new XMLHttpRequest()
          transfer.onload = done
          transfer.onerror = fail
          transfer.open('PUT', target)
          transfer.send(file)
        })
      const began = performance.now()
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          for (let file = waiting.shift(); file; file = waiting.shift()) await send(file)
        }),
      )
      document.querySelector('#baseline').remove()
      return (performance.now() - began) / 1000
    },
    [address, AT_ONCE],
  )
  const tap = await tapUntil(page, put)
  return { seconds: await put, tap }
}

/** Uploads through the queue: seconds until all files are stored, ms of the slowest tap, MB by which the server grew. */
async function uploadAll(page, files) {
  await page.locator('.floating-button').tap()
  const chosen = page.waitForEvent('filechooser')
  await page.locator('.action-grid-cell', { hasText: '文件' }).first().tap()
  const memory = []
  const began = performance.now()
  const done = watchFinished(page, async (count) => {
    if (values.pid && count === 1) memory.push(await residentMemory(values.pid))
  })
  await (await chosen).setFiles(files)
  const tap = await tapUntil(page, done, async () => {
    if (memory.length > 0) memory.push(await residentMemory(values.pid))
  })
  const seconds = ((await done) - began) / 1000
  await remove(page)
  return { seconds, tap, grown: Math.max(...memory) - memory[0] }
}

/** Waits for the last file; rejects with the first failed upload. */
function watchFinished(page, onFinished) {
  return new Promise((resolve, reject) => {
    let count = 0
    const onResponse = async (response) => {
      if (!/\/(upload_finish|presign_upload)$/.test(response.url())) return
      const { success, error_code: code } = await response.json()
      if (!success) reject(new Error(`an upload failed: ${code}`))
      if (!response.url().endsWith('upload_finish')) return
      count += 1
      if (count === COUNT) {
        page.off('response', onResponse)
        resolve(performance.now())
      }
      await onFinished(count)
    }
    page.on('response', onResponse)
  })
}

/** Opens and closes the navigation panel repeatedly; returns the ms of the slowest response. */
async function tapUntil(page, end, between = async () => {}) {
  await page.evaluate(() => {
    window.slowest = 0
    window.watch = new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries())
        if (name === 'click' || name === 'pointerup') window.slowest = Math.max(window.slowest, duration)
    })
    window.watch.observe({ type: 'event', durationThreshold: 16 })
  })
  let isOver = false
  const over = end.finally(() => {
    isOver = true
  })
  while (!isOver) {
    await page.locator('.header-press').last().tap()
    await page.locator('.navigation-row').first().waitFor()
    await page.locator('.navigation-mask').tap({ position: { x: 195, y: 700 } })
    await page.locator('.navigation-row').first().waitFor({ state: 'detached' })
    await between()
    await new Promise((go) => setTimeout(go, TAP_EVERY))
  }
  await over
  return page.evaluate(() => {
    window.watch.disconnect()
    return window.slowest
  })
}

async function remove(page) {
  await page.evaluate(async () => {
    const { csrf_token: requesttoken } = await (await fetch('/api/apps/users/get_base_info')).json()
    const { items = [] } = await (await fetch('/api/apps/files/file_list/0?folder_type=own')).json()
    const ids = items.filter(({ name }) => name.startsWith('ten-')).map(({ typed_id: id }) => id)
    for (const call of ['delete', 'delete_from_trash']) {
      await fetch(`/api/apps/files/${call}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', requesttoken },
        body: JSON.stringify({ item_typed_ids: ids }),
      })
    }
  })
  await page.reload()
  await page.locator('.floating-button').last().waitFor()
}

/** MB */
async function residentMemory(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return (Number(/VmRSS:\s+(\d+)/.exec(status)[1]) * 1024) / MB
}

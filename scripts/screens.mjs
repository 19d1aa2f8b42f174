// Makes docs/screens.png, or the named file: screens of the app with the demo data, photographed by Chromium. Builds the app if it is stale.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { buildWhenStale } from './builds.mjs'
import { findChromium, root } from './install.mjs'

const ACCOUNT = { login: 'teacher@mingde.demo', password: 'satchel-demo' }
const DEPARTMENT = '招生办公室'
/** px of the picture */
const PHONE = { width: 360, height: 779 }
const GAP = 28
const RADIUS = 26
const PAGE = '#e9edf2'

const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'zh-CN',
}

/** The screens in the picture, from the left. Each starts at the list of favourites. */
const screens = [
  { scheme: 'light', show: async () => {} },
  { scheme: 'light', show: (page) => open(page, DEPARTMENT) },
  {
    scheme: 'light',
    async show(page) {
      await open(page, '校园开放日-合影.jpg')
      await shown(page).locator('img[src*="image_1024"]').first().waitFor()
    },
  },
  {
    scheme: 'light',
    async show(page) {
      await open(page, '问答手册.docx')
      await shown(page).locator('canvas').first().waitFor()
    },
  },
  {
    scheme: 'dark',
    async show(page) {
      await open(page, DEPARTMENT)
      await rowOf(page, '问答手册.docx').getByRole('button').last().tap()
      await shown(page).getByRole('dialog').waitFor()
    },
  },
  {
    scheme: 'dark',
    async show(page) {
      await page.goto(new URL('/files/frequent?search=1&search_in=all&search_text=招生', page.url()).href)
      await shown(page).locator('.search-hit').first().waitFor()
    },
  },
]

buildWhenStale('the web client', 'h5')
buildWhenStale('the server', 'server')
const folder = await mkdtemp(path.join(tmpdir(), 'satchel-screens-'))
// The database engine must reach the folder, and never runs as root.
await chmod(folder, 0o755)
const server = spawn(process.execPath, ['dist/server/main.js'], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
  env: {
    ...process.env,
    NODE_ENV: 'production',
    DEMO: '1',
    PORT: '0',
    LOG_LEVEL: 'warn',
    DATA_DIR: path.join(folder, 'data'),
  },
})
try {
  const address = await listening()
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  const state = await signIn(browser, address)
  const shots = []
  for (const screen of screens) shots.push(await photograph(browser, address, state, screen))
  await browser.close()
  await compose(shots)
} finally {
  server.kill('SIGTERM')
  if (server.exitCode === null) await once(server, 'exit')
  await rm(folder, { recursive: true, force: true })
}

async function listening() {
  let output = ''
  for await (const chunk of server.stdout.iterator({ destroyOnReturn: false })) {
    output += chunk
    const [, address] = /Satchel listens on (http\S+)/.exec(output) ?? []
    if (address) return address
  }
  throw new Error(`the server ended:\n${output}`)
}

async function signIn(browser, address) {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  await page.goto(`${address}/login`)
  const [login, password] = [page.locator('input').nth(0), page.locator('input').nth(1)]
  await login.fill(ACCOUNT.login)
  await password.fill(ACCOUNT.password)
  await password.press('Enter')
  await page.waitForURL('**/files/frequent')
  const state = await context.storageState()
  await context.close()
  return state
}

async function photograph(browser, address, storageState, { scheme, show }) {
  const context = await browser.newContext({ ...phone, storageState, colorScheme: scheme, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(`${address}/files/frequent`)
  await rowOf(page, DEPARTMENT).waitFor()
  await show(page)
  await page.waitForLoadState('networkidle')
  const shot = await page.screenshot({ animations: 'disabled' })
  await context.close()
  return shot
}

/** The top page; the pages below stay in the document, hidden. */
function shown(page) {
  return page.locator('.taro_page:not(.page-below)')
}

function rowOf(page, name) {
  return shown(page).locator('.row').filter({ hasText: name }).first()
}

function open(page, name) {
  return rowOf(page, name).tap()
}

async function compose(shots) {
  const { width, height } = PHONE
  const corners = Buffer.from(
    `<svg width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${RADIUS}"/></svg>`,
  )
  const phones = await Promise.all(
    shots.map((shot) =>
      sharp(shot)
        .resize(width, height)
        .composite([{ input: corners, blend: 'dest-in' }])
        .png()
        .toBuffer(),
    ),
  )
  await sharp({
    create: {
      width: GAP + phones.length * (width + GAP),
      height: height + 2 * GAP,
      channels: 4,
      background: PAGE,
    },
  })
    .composite(phones.map((input, at) => ({ input, left: GAP + at * (width + GAP), top: GAP })))
    .png({ palette: true, quality: 90, effort: 10, dither: 0 })
    .toFile(process.argv[2] ?? path.join(root, 'docs', 'screens.png'))
}

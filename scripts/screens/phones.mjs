// The picture of the README: screens of the app on a phone.
import sharp from 'sharp'
import { signIn } from './signIn.mjs'

const ACCOUNT = 'teacher@mingde.demo'
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
      // However long the conversion takes: the server ends one that takes too long, and the page says so.
      await shown(page).locator('canvas, .preview-state:not(.preview-generating)').first().waitFor({ timeout: 0 })
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

/**
 * Makes the picture of the README.
 * @param {import('playwright-core').Browser} browser @param {string} address of a server with the demo world @param {string} file
 */
export async function photographPhones(browser, address, file) {
  const state = await signIn(browser, address, ACCOUNT, phone)
  const shots = []
  for (const screen of screens) shots.push(await photograph(browser, address, state, screen))
  await compose(shots, file)
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

async function compose(shots, file) {
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
    .toFile(file)
}

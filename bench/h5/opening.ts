import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { phrases } from '@/i18n/previews/zhCN'
import { client } from '../../tests/support/client'
import { factories } from '../../tests/support/factories'
import { heading, line, wordDocument } from '../../tests/support/samples/documents'
import { numbersWorkbook } from '../../tests/support/samples/workbooks'
import { median, type Measurement, type MetricId } from '../measurement'
import { prepareGround, requireBuild, type Ground } from '../service'
import { idle } from './list'
import { launchBrowser, slowDown, takePhone, type Limits, type Phone } from './visit'

const rounds = 3
const slow: Limits = { network: true, cpu: true }
/** ms */
const patience = 60_000

/** A file whose rendition exists, and what is readable first. */
interface Sample {
  kind: 'picture' | 'text' | 'code' | 'grid' | 'pdf' | 'reading'
  name: string
  content: Buffer | string
  /** Selects the first readable thing once it is there. */
  readable: string
  /** The button on the pages that leads there, instead of the row. */
  button?: string
}

/** A list on a server, for a signed-in user. */
interface Place {
  url: string
  cookie: string
  path: string
}

/** The page, with the time of the tap in ms. */
type TappedWindow = Window & { tappedAt?: number }

interface Opened {
  /** s from the tap to the first readable thing */
  readable: number
  /**
   * s for the rendition, or without its address for the largest answer that the opening needed, fetched by a bare page over the same network
   */
  bare: number
}

/** Opens files from a list on a slow phone and network. The baseline of each is its bytes alone, in the same run. */
export async function measureOpening(): Promise<Measurement[]> {
  const ground = await prepareGround()
  const browser = await launchBrowser()
  try {
    const { url } = await ground.serve(requireBuild('h5'))
    const samples = await makeSamples()
    const { login, path } = await fill(ground, samples)
    const cookie = (await client({ url }).as(login)).headers.cookie!
    const measured: Measurement[] = []
    for (const sample of samples) {
      await watch(browser, { url, cookie, path }, sample, {})
      const seen: Opened[] = []
      for (let round = 0; round < rounds; round += 1)
        seen.push(await watch(browser, { url, cookie, path }, sample, slow))
      measured.push({
        id: `h5.open.${sample.kind}` as MetricId,
        value: median(seen.map(({ readable }) => readable)),
        baseline: median(seen.map(({ bare }) => bare)),
      })
    }
    return measured
  } finally {
    await browser.close()
    await ground.close()
  }
}

async function watch(
  browser: Browser,
  { url, cookie, path }: Place,
  { name, readable, button }: Sample,
  limits: Limits,
): Promise<Opened> {
  const phone = await takePhone(browser, cookie, url, { limits: {} })
  const { page } = phone
  try {
    await page.goto(url + path)
    const row = page.locator('.row').filter({ hasText: name }).locator('.row-open')
    await row.waitFor()
    await idle(phone)
    if (button) {
      await row.tap()
      await page.getByRole('button', { name: button, exact: true }).waitFor({ timeout: patience })
      await idle(phone)
    }
    await slowDown(phone, limits)
    const answers = await answersOf(phone)
    await page.evaluate(noteTap)
    await (button ? page.getByRole('button', { name: button, exact: true }) : row).tap()
    const shown = await page.waitForFunction(isReadable, readable, { polling: 'raf', timeout: patience })
    const tapped = await page.evaluate(() => (window as TappedWindow).tappedAt!)
    const seconds = (Number(await shown.jsonValue()) - tapped) / 1000
    await idle(phone)
    const largest = [...answers()].sort((one, other) => other.bytes - one.bytes)[0]
    if (!largest) throw new Error(`${name}: nothing was fetched`)
    const rendition = await renditionOf(page, answers())
    const address = rendition ?? largest.url
    return { readable: seconds, bare: await measureBare(browser, { url, cookie, path }, address, limits) }
  } finally {
    await phone.close()
  }
}

/** Runs in the page. The finger's own time counts: the driver looks at the row before it taps. */
function noteTap(): void {
  const note = ({ timeStamp }: TouchEvent) => ((window as TappedWindow).tappedAt = timeStamp)
  addEventListener('touchstart', note, { capture: true, once: true })
}

/** Runs in the page. @returns the time at which the thing was there, or false */
function isReadable(selector: string): number | false {
  const element = document.querySelector(selector)
  if (element instanceof HTMLImageElement && !(element.complete && element.naturalWidth > 0)) return false
  return element ? performance.now() : false
}

/** Collects the answers that are neither code nor looks. @returns reads what has arrived */
async function answersOf({ cdp }: Phone): Promise<() => { url: string; bytes: number }[]> {
  await cdp.send('Network.enable')
  const answers = new Map<string, { url: string; bytes: number }>()
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type !== 'Script' && type !== 'Stylesheet' && type !== 'Font')
      answers.set(requestId, { url: response.url, bytes: 0 })
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const answer = answers.get(requestId)
    if (answer) answer.bytes = encodedDataLength
  })
  return () => [...answers.values()]
}

/** The address of what the opened file's viewer shows; undefined for a viewer without one. */
async function renditionOf(page: Page, answers: readonly { url: string }[]): Promise<string | undefined> {
  const info = answers.find(({ url }) => url.includes('/representations/info?'))
  if (!info) return undefined
  return page.evaluate(async (url) => {
    const { preview_url: address } = (await (await fetch(url)).json()) as { preview_url: string | null }
    return address ?? undefined
  }, info.url)
}

/** s. On a phone of its own: the viewer may still load, and would share the network. */
async function measureBare(
  browser: Browser,
  { url, cookie, path }: Place,
  address: string,
  limits: Limits,
): Promise<number> {
  const phone = await takePhone(browser, cookie, url, { limits: {} })
  try {
    await phone.page.goto(url + path)
    await phone.page.locator('.row').first().waitFor()
    await idle(phone)
    await slowDown(phone, limits)
    return await phone.page.evaluate(async (bytes) => {
      const before = performance.now()
      await (await fetch(bytes, { cache: 'no-store' })).arrayBuffer()
      return (performance.now() - before) / 1000
    }, address)
  } finally {
    await phone.close()
  }
}

async function makeSamples(): Promise<Sample[]> {
  const lines = (of: (at: number) => string, count: number) =>
    Array.from({ length: count }, (_, at) => of(at)).join('\n')
  const chapters = (count: number) =>
    Array.from({ length: count }, (_, at) => heading(`第 ${at} 章`) + line('内容'.repeat(300))).join('')
  const photo = await sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .jpeg()
    .toBuffer()
  return [
    { kind: 'picture', name: '合影.jpg', content: photo, readable: '.preview-picture img, img.preview-picture' },
    {
      kind: 'text',
      name: '通知.txt',
      content: lines((at) => `第 ${at} 条：`.padEnd(60, '请各位老师按时完成'), 2000),
      readable: '.reading-row',
    },
    {
      kind: 'code',
      name: '排序.py',
      content: lines((at) => `def sort_${at}(rows): return sorted(rows, key=lambda row: row[${at}])`, 2000),
      readable: '.reading-row',
    },
    { kind: 'grid', name: '成绩.xlsx', content: numbersWorkbook(500, 20), readable: '.grid-cells .grid-cell' },
    { kind: 'pdf', name: '手册.pdf', content: await pages(20), readable: '.pdf-page img, .pdf-page canvas' },
    {
      kind: 'reading',
      name: '章程.docx',
      content: wordDocument(chapters(40)),
      readable: '.reading-row',
      button: phrases.preview.reading.mode,
    },
  ]
}

function pages(count: number): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4' })
  for (let at = 0; at < count; at += 1) {
    if (at > 0) document.addPage()
    document.text('The quick brown fox jumps over the lazy dog. '.repeat(80))
  }
  document.end()
  return buffer(document)
}

async function fill({ db, storage }: Pick<Ground, 'db' | 'storage'>, samples: readonly Sample[]) {
  const make = factories({ db, storage, clock: () => new Date() })
  const owner = await make.user({ name: '王珂' })
  const folder = await make.folder({ owner }, { name: '资料' })
  for (const { name, content } of samples) await make.file({ parent: folder }, { name, content })
  return { login: owner.login, path: `/files/folder/${folder.id}` }
}

import assert from 'node:assert/strict'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { browser } from './browser'

export interface Phone extends BrowserContextOptions {
  /** Console errors that the test provokes. */
  expected?: RegExp[]
  /** Whether nothing may be cached or compiled, as on a browser that was never used. */
  isNew?: boolean
}

/** A browser that has served visits, and holds nothing of them. */
interface UsedPhone {
  context: BrowserContext
  /** A page that shares its process with the pages of visits. */
  keeper: Page
  /** All origins that its pages visited. */
  origins: Set<string>
}

/** Options of phones that can serve several visits: those that no visit can change for the next. */
const harmless = new Set(['viewport', 'isMobile', 'hasTouch', 'locale', 'colorScheme', 'reducedMotion'])
/** Phones that wait for their next visit, per browser and options. Their process has compiled the client, which is half the work of opening a page. */
const waiting = new WeakMap<Browser, Map<string, UsedPhone[]>>()

function collectErrors(page: Page, expected: RegExp[]): string[] {
  const errors: string[] = []
  const note = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) errors.push(text)
  }
  page.on('console', (message) => {
    if (message.type() === 'error') note(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => note(`page: ${error.stack ?? error.message}`))
  return errors
}

/**
 * Gives the test a phone of its own and fails when the page reports an error.
 * @param origin the server's; the phone may then be the emptied one of an earlier visit. Without it, the phone is new
 */
export async function onPhone(
  run: (page: Page) => Promise<void>,
  { expected = [], isNew = false, ...changed }: Phone = {},
  origin?: string,
): Promise<void> {
  const options = {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: 'zh-CN',
    ...changed,
  }
  const engine = await browser()
  const isKept = origin !== undefined && !isNew && Object.keys(options).every((name) => harmless.has(name))
  const others = isKept ? waitingOf(engine, options) : []
  const used = others.pop()
  // A test cannot answer requests that pass through a service worker.
  const context = used?.context ?? (await engine.newContext({ serviceWorkers: 'block', ...options }))
  const origins = used?.origins ?? originsOf(context)
  const page = used ? await openFrom(used.keeper) : await context.newPage()
  page.setDefaultTimeout(10_000)
  const hasClock = watchClock(page)
  const errors = collectErrors(page, expected)
  try {
    await run(page)
    assert.deepEqual(errors, [], 'errors of the page')
    if (!isKept || hasClock()) return await context.close()
    const phone = { context, keeper: used?.keeper ?? page, origins }
    await empty(phone, origin)
    others.push(phone)
  } catch (failure) {
    if (errors.length) console.error(errors.join('\n'))
    await context.close()
    throw failure
  }
}

function waitingOf(engine: Browser, options: BrowserContextOptions): UsedPhone[] {
  const key = JSON.stringify(options)
  const all = waiting.get(engine) ?? new Map<string, UsedPhone[]>()
  waiting.set(engine, all)
  const open = (all.get(key) ?? []).filter(({ keeper }) => !keeper.isClosed())
  all.set(key, open)
  return open
}

/** Opens a page in the process of another, which it cannot reach. */
async function openFrom(keeper: Page): Promise<Page> {
  const opened = keeper.context().waitForEvent('page')
  await keeper.evaluate(() => void window.open('about:blank'))
  const page = await opened
  await page.evaluate(() => (window.opener = null))
  return page
}

/** The origins that a phone's pages visit from now on. */
function originsOf(context: BrowserContext): Set<string> {
  const origins = new Set<string>()
  context.on('page', (page) =>
    page.on('framenavigated', (frame) => {
      if (frame.url().startsWith('http')) origins.add(new URL(frame.url()).origin)
    }),
  )
  return origins
}

/** @returns whether the page's clock was touched, which changes all later pages of its phone */
function watchClock(page: Page): () => boolean {
  const { clock } = page
  let isTouched = false
  Object.defineProperty(page, 'clock', {
    get() {
      isTouched = true
      return clock
    },
  })
  return () => isTouched
}

/** Closes the pages of a phone but its keeper, and deletes all that a visit may have left. @param origin of a server that answers */
async function empty({ context, keeper, origins }: UsedPhone, origin: string): Promise<void> {
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.clearPermissions()
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  if (!keeper.url().endsWith(nothing)) await keeper.goto(origin + nothing)
  for (const page of context.pages()) if (page !== keeper) await page.close()
  const session = await context.newCDPSession(keeper)
  for (const each of origins) await session.send('Storage.clearDataForOrigin', { origin: each, storageTypes: 'all' })
  await session.detach()
  await context.clearCookies()
}

/** An address without a page. */
const nothing = '/api/nothing'

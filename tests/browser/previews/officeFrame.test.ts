import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import type { FrameLocator, Page } from 'playwright-core'
import { phrases } from '@/i18n/previews/zhCN'
import type { UserRow } from '../../../server/database/tables'
import { quickConverter } from '../../support/previews/converter'
import { docx } from '../../support/samples/samples'
import { deepTest } from '../../support/deep'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { openDrive } from '../rig/drive'
import { isDrawn } from '../rig/ink'
import { paper, playOffice, posts } from '../rig/officeService'
import { addressBecomes, openMenu, preview, row, shown, t } from '../rig/screen'
import { Fingers } from '../rig/touch'

const NAME = '会议纪要.docx'
const minutes = docx('minutes')
const words = phrases.preview
const office = await playOffice()
/** A third origin. */
const stranger = await playOffice()
after(() => Promise.all([office.close(), stranger.close()]))

const soffice = await quickConverter()
const drive = openDrive({ soffice })
const served = openDrive(
  { soffice, config: { officePreviewUrl: `${office.origin}/view?src={file}` } },
  async ({ deps, url }) => {
    deps.config.baseUrl = url
  },
)
beforeEach(() => Object.assign(office, { script: `${paper}; ${posts({ success: true })}`, files: [] }))

interface Visit {
  on?: typeof drive
  prepare?(page: Page): Promise<unknown>
  expected?: RegExp[]
  bypassCSP?: boolean
}

/** Taps a document of a member of an enterprise with the WPS flag. */
async function open(
  run: (page: Page, user: UserRow) => Promise<void>,
  { on = served, prepare, ...phone }: Visit = {},
): Promise<void> {
  const user = await on.make.user({ enterprise: await on.make.enterprise({ wps_preview: true }) })
  await on.make.file({ owner: user }, { name: NAME, content: minutes })
  await on.visit(
    user,
    '/files/own',
    async (page) => {
      await page.addInitScript(recordMessages)
      await page.reload()
      await prepare?.(page)
      await row(page, NAME).locator('.row-open').tap()
      await run(page, user)
    },
    phone,
  )
}

/** Records every message that reaches the page. */
function recordMessages() {
  const heard: unknown[] = []
  Object.assign(window, { heard })
  if (window === window.top) window.addEventListener('message', ({ data }) => heard.push(data))
}

const recordedMessages = (page: Page) =>
  page.evaluate(() => (window as unknown as { heard: { success?: unknown; fail?: unknown }[] }).heard)
const waitForMessages = (page: Page, count: number) =>
  until(`${count} messages`, async () => (await recordedMessages(page)).length >= count)
const element = (page: Page) => preview(page, NAME).locator('iframe')
const frame = (page: Page): FrameLocator => preview(page, NAME).frameLocator('iframe')
const button = (page: Page, name: string) => preview(page, NAME).getByRole('button', { name, exact: true })
const press = (page: Page, name: string) => button(page, name).tap()
const reads = (page: Page, text: string) => preview(page, NAME).getByText(text).waitFor()
const isSeen = (page: Page) => until('the frame seen', () => element(page).isVisible())

async function drawnIn(where: Page | FrameLocator): Promise<void> {
  const canvas = where.locator('.pdf-page canvas').first()
  await canvas.waitFor({ timeout: 60_000 })
  await until('ink on the page', () => isDrawn(canvas), 20_000)
}

/** Records the page's requests for the preview. */
function watchAsks(page: Page): URLSearchParams[] {
  const asks: URLSearchParams[] = []
  page.on('request', (request) => {
    if (request.url().includes('representations/info')) asks.push(new URL(request.url()).searchParams)
  })
  return asks
}

describe('[PREV-10] our own office frame', () => {
  deepTest('our frame draws the document, reports success, and keeps the gestures of the PDF viewer', async () => {
    await open(
      async (page) => {
        await drawnIn(frame(page))
        await isSeen(page)
        assert.equal(await element(page).getAttribute('title'), NAME)
        assert.equal(await preview(page, NAME).locator('.pdf-loading').count(), 0)
        assert.deepEqual(await recordedMessages(page), [{ success: true }])
        const inside = page.frames().find((each) => each.parentFrame())!
        assert.equal(await inside.title(), NAME)
        await assertAccessible(inside as unknown as Page)
        assert.equal(await frame(page).locator('.pdf-bar').textContent(), '1 / 2')
        const column = frame(page).locator('.pdf-column')
        const width = () => column.evaluate(({ clientWidth }) => clientWidth)
        const before = await width()
        await (await Fingers.on(page)).doubleTap({ x: 150, y: 400 })
        await until('twice as wide', async () => Math.abs((await width()) / before - 2) < 0.01)
        assert.equal(await page.evaluate(() => visualViewport!.scale), 1)
        await page.goBack()
        await row(page, NAME).waitFor()
        await addressBecomes(page, '/files/own')
      },
      { on: drive },
    )
  })

  deepTest('a rendition or a page that fails to load offers a reload', async () => {
    for (const address of [
      '**/representations/download**kind=pdf**',
      '**/pdf.min.mjs*',
      '**/representations/office?**',
    ]) {
      await open(
        async (page) => {
          await reads(page, words.reason.network_error)
          assert.equal(await button(page, words.switchMode).count(), 0)
          await page.unrouteAll()
          await press(page, words.reload)
          await drawnIn(frame(page))
          await isSeen(page)
        },
        { on: drive, expected: [/ERR_FAILED/], prepare: (page) => page.route(address, (route) => route.abort()) },
      )
    }
  })

  deepTest('a rendition that is no PDF offers to regenerate, and no other mode', async () => {
    await open(
      async (page) => {
        const asks = watchAsks(page)
        await reads(page, words.reason.unknown)
        assert.equal(await button(page, words.switchMode).count(), 0)
        await page.unrouteAll()
        await press(page, words.regenerate)
        await isSeen(page)
        await drawnIn(frame(page))
        const forced = asks.filter((ask) => ask.has('force-regenerate'))
        assert.deepEqual(
          forced.map((ask) => [ask.get('kind'), ask.get('wps_enable')]),
          [[null, 'true']],
        )
      },
      {
        on: drive,
        prepare: (page) =>
          page.route('**/representations/download**kind=pdf**', (route) =>
            route.fulfill({ body: 'no PDF', contentType: 'application/pdf' }),
          ),
      },
    )
  })

  deepTest('a member of an enterprise without the WPS flag gets no frame', async () => {
    const user = await drive.make.user()
    await drive.make.file({ owner: user }, { name: NAME, content: minutes })
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, NAME).locator('.row-open').tap()
      await drawnIn(page)
      assert.equal(await element(page).count(), 0)
    })
  })
})

describe('[PREV-10] an office service of another origin', () => {
  deepTest('the service shows the document, whose file it fetches without a cookie', async () => {
    await open(async (page) => {
      await frame(page).getByRole('heading', { name: 'Shown by the office service' }).waitFor()
      await isSeen(page)
      assert.equal(office.files.length, 1)
      assert.deepEqual(Buffer.from(await (await fetch(office.files[0]!)).arrayBuffer()), minutes)
      await shown(page)
        .getByRole('button', { name: t('action.back') })
        .tap()
      await addressBecomes(page, '/files/own')
      await openMenu(page, NAME)
    })
  })

  deepTest('the frame stays hidden until it reports success', async () => {
    office.script = `${paper}; addEventListener('message', () => ${posts({ success: true })})`
    await open(async (page) => {
      await reads(page, words.loading)
      await frame(page).locator('h1').waitFor({ state: 'attached' })
      assert.equal(await element(page).isVisible(), false)
      await element(page).evaluate((iframe: HTMLIFrameElement) => iframe.contentWindow!.postMessage('go', '*'))
      await isSeen(page)
    })
  })

  test('[PREV-05] a failure offers to regenerate and to switch the mode, in both directions', async () => {
    office.script = posts({ fail: true })
    await open(async (page) => {
      await reads(page, words.reason.unknown)
      const asks = watchAsks(page)
      assert.deepEqual(
        await preview(page, NAME).locator('.preview-state-actions').getByRole('button').allInnerTexts(),
        [words.regenerate, words.switchMode],
      )
      await press(page, words.regenerate)
      await until('the ask', () => asks.length > 0)
      const { kind, 'force-regenerate': forced, wps_enable } = Object.fromEntries(asks[0]!)
      assert.deepEqual([kind, forced, wps_enable], [undefined, 'true', 'true'])
      await reads(page, words.reason.unknown)
      asks.length = 0
      await press(page, words.switchMode)
      await drawnIn(page)
      assert.ok(asks.every((ask) => !ask.has('wps_enable')))
      await reads(page, words.switched)

      office.script = `${paper}; ${posts({ success: true })}`
      await press(page, words.switchBack)
      await isSeen(page)
      assert.equal(asks.at(-1)!.get('wps_enable'), 'true')
      assert.equal(await preview(page, NAME).getByText(words.switched).count(), 0)
      await page.goBack()
      await addressBecomes(page, '/files/own')
    })
  })

  deepTest('[PREV-05] an error of our own pages offers the office service', async () => {
    office.script = posts({ fail: true })
    await open(
      async (page) => {
        await press(page, words.switchMode)
        await reads(page, words.reason.server_error)
        office.script = `${paper}; ${posts({ success: true })}`
        await press(page, words.switchMode)
        await isSeen(page)
      },
      {
        prepare: (page) =>
          page.route('**/representations/info**', async (route) => {
            const answer = await route.fetch()
            const isPages = !route.request().url().includes('wps_enable')
            await route.fulfill({
              response: answer,
              json: {
                ...(await answer.json()),
                ...(isPages && { status: 'generating_failed', reason: 'server_error' }),
              },
            })
          }),
      },
    )
  })

  deepTest('a frame that is silent for 60 s shows the timeout in words, a reload and the other mode', async () => {
    office.script = paper
    await open(
      async (page) => {
        const message = preview(page, NAME).getByText(words.reason.timeout)
        await element(page).waitFor({ state: 'attached' })
        await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
        await page.clock.runFor(58_000)
        assert.equal(await message.count(), 0)
        await page.clock.runFor(2000)
        await message.waitFor()
        await page.clock.resume()
        await button(page, words.reload).waitFor()
        await press(page, words.switchMode)
        await drawnIn(page)
      },
      {
        async prepare(page) {
          await page.clock.install()
          await page.reload()
        },
      },
    )
  })

  deepTest('the frame cannot navigate the app, and no frame is allowed where no service is configured', async () => {
    office.script = `try { top.location.href = 'about:blank' } catch {} ${paper}; ${posts({ success: true })}`
    await open(
      async (page) => {
        await isSeen(page)
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
        assert.match(page.url(), /preview=/)
      },
      { expected: [/sandboxed|Unsafe attempt/] },
    )
    await open(
      async (page) => {
        await isSeen(page)
        const blocked = page.evaluate(
          () =>
            new Promise((resolve) =>
              document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective)),
            ),
        )
        await page.evaluate(
          (address) => document.body.append(Object.assign(document.createElement('iframe'), { src: address })),
          `${office.origin}/view`,
        )
        assert.equal(await blocked, 'frame-src')
      },
      { on: drive, expected: [/frame-src|Framing/] },
    )
  })
})

describe('[PREV-10] messages that are ignored', () => {
  const page = (origin: string, script: string) => JSON.stringify(`${origin}/view?script=${encodeURIComponent(script)}`)
  const nested = (origin: string, word: object) =>
    `${paper}; document.body.append(Object.assign(document.createElement('iframe'), { src: ${page(origin, posts(word))} }))`
  const go = (word: object) => `; addEventListener('message', () => ${posts(word)})`
  const tell = (page: Page) =>
    element(page).evaluate((iframe: HTMLIFrameElement) => iframe.contentWindow!.postMessage('go', '*'))

  const forgeries: [sentence: string, script: (word: object) => string][] = [
    ['another window of the frame’s origin', (word) => nested(office.origin, word)],
    ['another window of another origin', (word) => nested(stranger.origin, word)],
  ]
  for (const [sentence, script] of forgeries) {
    deepTest(`the preview ignores fail of ${sentence}: the frame's own success shows the document`, async () => {
      office.script = script({ fail: true }) + go({ success: true })
      await open(async (page) => {
        await waitForMessages(page, 1)
        await tell(page)
        await waitForMessages(page, 2)
        await isSeen(page)
        assert.equal(await preview(page, NAME).getByText(words.reason.unknown).count(), 0)
      })
    })

    deepTest(`the preview ignores success of ${sentence}: the frame's own fail counts`, async () => {
      office.script = script({ success: true }) + go({ fail: true })
      await open(async (page) => {
        await waitForMessages(page, 1)
        assert.equal(await element(page).isVisible(), false)
        await tell(page)
        await reads(page, words.reason.unknown)
      })
    })
  }

  deepTest('the preview ignores messages of the frame once the frame is at another origin', async () => {
    // Our policy would not even allow this navigation.
    office.script = `location.href = ${page(stranger.origin, posts({ success: true }) + go({ fail: true }))}`
    await open(
      async (page) => {
        await waitForMessages(page, 1)
        await tell(page)
        await waitForMessages(page, 2)
        assert.deepEqual(await recordedMessages(page), [{ success: true }, { fail: true }])
        assert.equal(await element(page).isVisible(), false)
        await reads(page, words.loading)
        assert.equal(await preview(page, NAME).getByText(words.reason.unknown).count(), 0)
      },
      { bypassCSP: true },
    )
  })

  deepTest('the preview ignores messages of the page itself, though our own frame has the same origin', async () => {
    await open(
      async (page) => {
        await element(page).waitFor({ state: 'attached' })
        await page.evaluate(() => window.postMessage({ fail: true }, location.origin))
        await waitForMessages(page, 1)
        await page.unrouteAll({ behavior: 'ignoreErrors' })
        await until('the frame', () => element(page).isVisible())
      },
      {
        on: drive,
        prepare: (page) =>
          page.route('**/pdf.min.mjs*', async (route) => {
            await waitForMessages(page, 1)
            await route.continue()
          }),
      },
    )
  })
})

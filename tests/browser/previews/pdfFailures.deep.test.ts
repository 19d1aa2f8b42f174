import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Page } from 'playwright-core'
import { phrases } from '@/i18n/previews/zhCN'
import { pdf } from '../../support/samples/samples'
import { until } from '../../support/until'
import { openDrive } from '../rig/drive'
import { isDrawn } from '../rig/ink'
import { addressBecomes, preview, row, shown, t } from '../rig/screen'
import { Fingers } from '../rig/touch'
import { deepTest } from '../../support/deep'
import { bar, NAME, canvases, numbered, drawn, under, openPdf } from './openPdf'

const drive = openDrive()
const open = openPdf.bind(null, drive)

const words = phrases.preview

describe('[PREV-07] a PDF that does not load', () => {
  deepTest('a message says so after 60 s, and a retry shows the PDF', async () => {
    let isAsked = false
    const holdWhile = (page: Page) => page.route('**/representations/download**kind=pdf**', () => void (isAsked = true))
    await open(
      await numbered(2),
      async (page) => {
        const message = preview(page, NAME).getByText(words.reason.timeout)
        await shown(page).locator('.pdf-loading').waitFor()
        await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
        await until('the file is asked for', async () => isAsked)
        await page.clock.runFor(58_000)
        assert.equal(await message.count(), 0)
        await page.clock.runFor(2000)
        await message.waitFor()
        await page.clock.resume()
        await page.unrouteAll()
        await preview(page, NAME).getByRole('button', { name: words.reload }).tap()
        await drawn(page)
        assert.equal(await message.count(), 0)
      },
      {
        async prepare(page) {
          await page.clock.install()
          await page.reload()
          await holdWhile(page)
        },
      },
    )
  })

  deepTest('a failure of the network, or of pdf.js itself, offers a retry', async () => {
    for (const address of [
      '**/representations/download**kind=pdf**',
      /pdf\.min\.mjs|representations\/(pages|info).*pages=true/,
    ]) {
      await open(
        await numbered(2),
        async (page) => {
          await preview(page, NAME).getByText(words.reason.network_error).waitFor({ timeout: 30_000 })
          await page.unrouteAll()
          await preview(page, NAME).getByRole('button', { name: words.reload }).tap()
          await drawn(page)
        },
        { expected: [/ERR_FAILED/], prepare: (page) => page.route(address, (route) => route.abort()) },
      )
    }
  })
})

describe('[PREV-08] a browser in which pdf.js does not start shows pictures of the pages', () => {
  const pictures = (page: Page) => shown(page).locator('.pages-picture')
  const arePictures = async (page: Page, total: number) => {
    await until(
      'pictures',
      () =>
        pictures(page).evaluateAll(
          (all) => all.length > 0 && all.every((one) => (one as HTMLImageElement).naturalWidth === 1280),
        ),
      60_000,
    )
    assert.equal(await bar(page).textContent(), `1 / ${total}`)
    assert.equal(await canvases(page).count(), 0)
  }
  const answered =
    (address: string, status: number, body = '') =>
    (page: Page) =>
      page.route(address, (route) => route.fulfill({ status, contentType: 'text/javascript', body }))

  const causes: [cause: string, prepare: (page: Page) => Promise<unknown>][] = [
    ['its chunk does not come', answered('**/pdf.min.mjs*', 500)],
    ['its engine does not understand it', answered('**/pdf.min.mjs*', 200, 'export const x = @;')],
    ['its worker does not come', answered('**/pdf.worker.min.mjs*', 500)],
  ]
  for (const [cause, prepare] of causes) {
    deepTest(cause, async () => {
      await open(await numbered(3), (page) => arePictures(page, 3), {
        expected: [/500|Failed to load|SyntaxError|Invalid or unexpected|worker/i],
        prepare,
      })
    })
  }

  deepTest('a worker that does not answer within 60 s is replaced by pictures', async () => {
    await open(
      await numbered(2),
      async (page) => {
        await shown(page).locator('.pdf-loading').waitFor()
        await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
        await page.clock.runFor(61_000)
        await page.clock.resume()
        await arePictures(page, 2)
      },
      {
        async prepare(page) {
          await page.clock.install()
          await page.reload()
          await page.route('**/pdf.worker.min.mjs*', () => undefined)
        },
      },
    )
  })

  deepTest('a PDF that is broken behind its first bytes gets no pictures', async () => {
    await open(
      await numbered(2),
      async (page) => {
        await preview(page, NAME).getByText(words.reason.failure).waitFor({ timeout: 30_000 })
        assert.equal(await pictures(page).count(), 0)
      },
      {
        prepare: (page) =>
          page.route('**/representations/download**kind=pdf**', (route) => route.fulfill({ body: 'no pdf' })),
      },
    )
  })

  deepTest(
    'only pages near the screen are fetched; they have names, scroll by key, and double under two taps',
    async () => {
      await open(
        await numbered(60),
        async (page) => {
          await arePictures(page, 60)
          const asked: number[] = []
          page.on('request', (request) => {
            const number = /kind=page&page=(\d+)/.exec(request.url())?.[1]
            if (number) asked.push(Number(number))
          })
          await page.getByRole('img', { name: words.pageOf.replace('{n}', '1').replace('{total}', '60') }).waitFor()
          const column = shown(page).locator('.pages')
          assert.equal(await column.getAttribute('aria-label'), NAME)
          const total = await column.evaluate((element) => element.scrollHeight)
          await column.evaluate((element) => {
            element.scrollTop = element.scrollHeight
          })
          await until('the last page', async () => (await bar(page).textContent()) === '60 / 60')
          await until(
            'its picture',
            () =>
              pictures(page).evaluateAll((all) =>
                all.some((one) => /page=60&/.test((one as HTMLImageElement).src) && (one as HTMLImageElement).complete),
              ),
            30_000,
          )
          assert.ok(
            asked.every((number) => number > 50),
            asked.join(),
          )
          assert.equal(await column.evaluate((element) => element.scrollHeight), total)
          await column.focus()
          await page.keyboard.press('Home')
          await until('the first page', async () => (await bar(page).textContent()) === '1 / 60')

          const fingers = await Fingers.on(page)
          const at = { x: 120, y: 500 }
          const before = await under(page, at)
          const scale = () =>
            column.evaluate(
              (element) => element.querySelector<HTMLElement>('.pdf-column')!.offsetWidth / element.clientWidth,
            )
          await fingers.doubleTap(at)
          await until('doubled', async () => Math.abs((await scale()) - 2) < 0.01)
          await until('about the finger', async () =>
            (await under(page, at)).every((value, axis) => Math.abs(value - before[axis]!) < 0.003),
          )
          await fingers.doubleTap(at)
          await until('undone', async () => Math.abs((await scale()) - 1) < 0.01)
          assert.equal(await page.evaluate(() => visualViewport!.scale), 1)
        },
        { expected: [/500|Failed to load/], prepare: answered('**/pdf.min.mjs*', 500) },
      )
    },
  )

  deepTest('a page that fails to load can be retried', async () => {
    await open(
      await numbered(1),
      async (page) => {
        await shown(page).getByText(words.pageFailed).waitFor({ timeout: 30_000 })
        await page.unroute('**/representations/download**kind=page**')
        await shown(page)
          .getByRole('button', { name: t('action.retry') })
          .tap()
        await arePictures(page, 1)
      },
      {
        expected: [/500|404|Failed to load/],
        async prepare(page) {
          await answered('**/pdf.min.mjs*', 500)(page)
          await page.route('**/representations/download**kind=page**', (route) => route.fulfill({ status: 404 }))
        },
      },
    )
  })
})

describe('[PREV-07] a PDF with a password', () => {
  deepTest(
    'a sheet asks for the password and says when it is wrong; the right one shows the pages; it never leaves the phone',
    async () => {
      await open(await pdf({ pages: ['Secret'], password: 'Geheim-4711' }), async (page) => {
        const sent: string[] = []
        page.on('request', (request) =>
          sent.push(`${request.url()} ${request.postData() ?? ''} ${JSON.stringify(request.headers())}`),
        )
        const sheet = shown(page).getByRole('dialog', { name: words.password.title })
        const field = sheet.getByLabel(words.password.label)
        const button = sheet.getByRole('button', { name: words.password.open })
        await field.waitFor()
        assert.ok(await button.isDisabled())
        assert.equal(await field.getAttribute('type'), 'password')
        for (const wrong of ['falsch', 'Geheim-4712']) {
          await field.fill(wrong)
          assert.equal(await sheet.getByText(words.password.wrong).count(), 0)
          await button.tap()
          await sheet.getByText(words.password.wrong).waitFor()
        }
        await field.fill('Geheim-4711')
        await field.press('Enter')
        await sheet.waitFor({ state: 'detached' })
        await drawn(page)
        await until('ink', () => isDrawn(canvases(page).first()))
        assert.equal(await preview(page, NAME).getByText(words.password.needed).count(), 0)
        assert.deepEqual(
          sent.filter((request) => /Geheim|falsch/.test(request)),
          [],
        )
        const kept = await page.evaluate(() =>
          JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, location.href, document.cookie]),
        )
        assert.doesNotMatch(kept, /Geheim|falsch/)
        await page.goBack()
        await row(page, NAME).waitFor()
        await addressBecomes(page, '/files/own')
      })
    },
  )

  deepTest('after cancelling, the preview says what it needs and asks again; back closes only the sheet', async () => {
    await open(await pdf({ pages: ['Secret'], password: 'x' }), async (page) => {
      const sheet = shown(page).getByRole('dialog', { name: words.password.title })
      const needed = preview(page, NAME).getByText(words.password.needed)
      await sheet.waitFor()
      await page.goBack()
      await sheet.waitFor({ state: 'detached' })
      await needed.waitFor()
      await preview(page, NAME).getByRole('button', { name: words.password.enter }).tap()
      await sheet.waitFor()
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'detached' })
      await preview(page, NAME).getByRole('button', { name: words.password.enter }).tap()
      await sheet.getByLabel(words.password.label).fill('x')
      await sheet.getByRole('button', { name: words.password.open }).tap()
      await drawn(page)
      assert.equal(await needed.count(), 0)
    })
  })

  deepTest('typing the password does not count towards the 60 s of loading', async () => {
    await open(
      await pdf({ pages: ['Secret'], password: 'x' }),
      async (page) => {
        const field = shown(page).getByLabel(words.password.label)
        await field.waitFor()
        await page.clock.fastForward(300_000)
        await field.fill('x')
        await field.press('Enter')
        await drawn(page)
      },
      {
        async prepare(page) {
          await page.clock.install()
          await page.reload()
        },
      },
    )
  })
})

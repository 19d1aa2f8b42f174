import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import type { PreviewInfo, PreviewStatus } from '@/contract/previews/previews'
import { phrases } from '@/i18n/previews/zhCN'
import { deepTest } from '../../support/deep'
import { until } from '../../support/until'
import { nowhere, openDrive } from '../rig/drive'
import { preview, shown } from '../rig/screen'
import { openFile, outcomeIn, reads } from './openPreviews'

const drive = openDrive()
const outcome = outcomeIn.bind(null, drive)

const words = phrases.preview

interface Making {
  /** The queries of all requests. */
  asks: URLSearchParams[]
  /** Answers the waiting request. */
  answer(state: Partial<PreviewInfo>): Promise<void>
  /** ms from each request to the next, by the page's clock. */
  waits(): Promise<number[]>
}

/** Plays the server that makes a preview, at the test's pace: the page's clock is paused and each request waits for `answer`. */
async function watchMaking(page: Page): Promise<Making> {
  const asks: URLSearchParams[] = []
  const held: Route[] = []
  await page.clock.install({ time: '2026-03-20T15:00:00+08:00' })
  await page.addInitScript(() => {
    const moments: number[] = []
    const { fetch } = window
    window.fetch = (input, options) => {
      if (String(input).includes('representations/info')) moments.push(Date.now())
      return fetch(input, options)
    }
    Object.assign(window, { moments })
  })
  await page.route('**/api/apps/representations/info**', (route) => {
    asks.push(new URL(route.request().url()).searchParams)
    held.push(route)
  })
  return {
    asks,
    async answer(state) {
      const route = await until('an ask', () => held.shift())
      const answer = await route.fetch()
      const still = { media_status: null, reason: null, preview_url: null, progress: 0 }
      await route.fulfill({ response: answer, json: { ...(await answer.json()), ...still, ...state } })
    },
    async waits() {
      const moments = await page.evaluate(() => (window as unknown as { moments: number[] }).moments)
      return moments.slice(1).map((moment, index) => moment - moments[index]!)
    },
  }
}

/** Opens the preview's address, with its first request pending and the clock paused. */
async function openStill(page: Page, file: { id: number }, { asks }: Making): Promise<void> {
  await page.goto(`${drive.server.url}/files/own?preview=1&file_id=${file.id}`)
  await until('the first ask', () => asks.length === 1, 30_000)
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
}

const bar = (page: Page) => shown(page).getByRole('progressbar')

async function percentBecomes(page: Page, percent: number): Promise<void> {
  await shown(page).locator(`[role=progressbar][aria-valuenow="${percent}"]`).waitFor()
}

/** Every status before the end, with its percent (1§4). */
const stages: [PreviewStatus, number][] = [
  ['generating', 10],
  ['generating_downloading', 15],
  ['generating_downloaded', 50],
  ['generating_uploading', 60],
  ['generating_uploaded', 75],
  ['generating_started', 10],
  ['file_not_in_final_storage', 5],
]

describe('waiting for a preview', () => {
  test('[PREV-03] polling starts at 200 ms and doubles to 2 s, is_first once', async () => {
    const user = await drive.make.user()
    const text = await drive.make.file({ owner: user }, { name: '说明.txt', content: '一' })
    await drive.visit(user, nowhere, async (page) => {
      const making = await watchMaking(page)
      await openStill(page, text, making)
      const waits = [200, 400, 800, 1600, 2000, 2000]
      for (const [index, wait] of waits.entries()) {
        const [status, percent] = stages[index]!
        await making.answer({ status })
        await percentBecomes(page, percent)
        await page.clock.runFor(wait)
        await until(`an ask after ${wait} ms`, () => making.asks.length === index + 2)
      }
      assert.deepEqual((await making.waits()).slice(1), waits.slice(1))
      assert.deepEqual(
        making.asks.map((ask) => [ask.get('kind'), ask.get('is_first')]),
        [['pdf', 'true'], ...waits.map(() => ['pdf', null])],
      )
    })
  })

  deepTest('[PREV-03] media are polled every 30 s; file_not_in_final_storage is retried 5 times', async () => {
    const user = await drive.make.user()
    const text = await drive.make.file({ owner: user }, { name: '说明.txt', content: '一' })
    const video = await drive.make.file({ owner: user }, { name: '短片.mp4' })
    await drive.visit(user, nowhere, async (page) => {
      const making = await watchMaking(page)
      await openStill(page, video, making)
      for (const [index, [status, percent]] of stages.slice(0, 3).entries()) {
        await making.answer({ status, media_status: 'waiting' })
        await percentBecomes(page, percent)
        await page.clock.runFor(30_000)
        await until('an ask after 30 s', () => making.asks.length === index + 2)
      }
      assert.deepEqual((await making.waits()).slice(1), [30_000, 30_000])
    })
    await drive.visit(user, nowhere, async (page) => {
      const making = await watchMaking(page)
      await openStill(page, text, making)
      for (const asked of [1, 2, 3, 4, 5, 6]) {
        await making.answer({ status: 'file_not_in_final_storage' })
        if (asked < 6) {
          await until('a retry', async () => {
            await page.clock.runFor(200)
            return making.asks.length === asked + 1
          })
        }
      }
      await preview(page, '说明.txt').getByText(words.reason.file_not_in_final_storage).waitFor()
      await page.clock.runFor(60_000)
      assert.equal(making.asks.length, 6)
    })
  })

  deepTest('the percent of each status is shown, 100 stays for 100 ms, then the viewer appears', async () => {
    const user = await drive.make.user()
    const file = await drive.make.file({ owner: user }, { name: '说明.txt', content: '一' })
    const { preview_url } = await outcome(user, file.id)
    await drive.visit(user, nowhere, async (page) => {
      const making = await watchMaking(page)
      await openStill(page, file, making)
      for (const [index, [status, percent]] of stages.entries()) {
        await making.answer({ status })
        await percentBecomes(page, percent)
        await preview(page, '说明.txt').getByText(`${percent}%`).waitFor()
        await page.clock.runFor(2000)
        await until('the next ask', () => making.asks.length === index + 2)
      }
      await making.answer({ status: 'generated', preview_url })
      await percentBecomes(page, 100)
      await page.clock.runFor(99)
      assert.equal(await bar(page).count(), 1)
      await page.clock.runFor(1)
      await bar(page).waitFor({ state: 'detached' })
      await page.clock.resume()
      await reads(page, '一')
    })
  })

  deepTest('an error offers what helps: regenerate makes the preview anew, reload requests it again', async () => {
    const user = await drive.make.user()
    const file = await drive.make.file({ owner: user }, { name: '说明.txt', content: '一' })
    await drive.visit(user, nowhere, async (page) => {
      const asks: string[] = []
      await page.route('**/representations/info**', async (route) => {
        asks.push(route.request().url())
        const answer = await route.fetch()
        await route.fulfill({
          response: answer,
          json: { ...(await answer.json()), status: 'generating_failed', reason: 'server_error' },
        })
      })
      await page.goto(`${drive.server.url}/files/own?preview=1&file_id=${file.id}`)
      await preview(page, '说明.txt').getByText(words.reason.server_error).waitFor()
      await page.unrouteAll()
      await preview(page, '说明.txt').getByRole('button', { name: words.regenerate }).tap()
      await reads(page, '一')
      assert.equal(asks.length, 1)
    })
    await drive.visit(
      user,
      nowhere,
      async (page) => {
        await page.route('**/representations/info**', (route) => route.abort())
        await page.goto(`${drive.server.url}/files/own?preview=1&file_id=${file.id}`)
        await preview(page, '说明.txt').getByText(words.reason.network_error).waitFor()
        await page.unrouteAll()
        await preview(page, '说明.txt').getByRole('button', { name: words.reload }).tap()
        await reads(page, '一')
      },
      { expected: [/representations\/info/] },
    )
  })
})

describe('[PREV-18] how the making of a preview ends', () => {
  const ends: [answers: Partial<PreviewInfo>[], reason: keyof typeof words.reason | null][] = [
    [[{ status: 'generating' }, { status: 'generated' }], null],
    [[{ status: 'extract_started' }, { status: 'extract_completed' }], null],
    [[{ status: 'generating_uploading' }, { status: 'generating_failed' }], 'failure'],
    [[{ status: 'generating' }, { status: 'generating_failed', reason: 'too_large' }], 'too_large'],
    [[{ status: 'extract_processing', progress: 40 }, { status: 'failed' }], 'failure'],
    [Array.from({ length: 6 }, () => ({ status: 'file_not_in_final_storage' })), 'file_not_in_final_storage'],
  ]
  for (const [answers, reason] of ends) {
    const statuses = answers.map(({ status }) => status)
    deepTest(
      `${[...new Set(statuses)].join(', then ')} ${answers.length} times: ${reason ?? 'the viewer'}, and polling ends`,
      async () => {
        const user = await drive.make.user()
        const file = await drive.make.file({ owner: user }, { name: '说明.txt', content: '一' })
        const { preview_url } = await outcome(user, file.id)
        await drive.visit(user, nowhere, async (page) => {
          const making = await watchMaking(page)
          await openStill(page, file, making)
          for (const [index, answer] of answers.entries()) {
            await until(`ask ${index + 1}`, async () => {
              await page.clock.runFor(200)
              return making.asks.length === index + 1
            })
            await making.answer({ preview_url, ...answer })
          }
          if (reason === null) {
            await percentBecomes(page, 100)
            await page.clock.runFor(100)
            await bar(page).waitFor({ state: 'detached' })
            // The viewer has its own limit of 60 s.
            await page.clock.runFor(10_000)
          } else {
            await preview(page, '说明.txt').getByText(words.reason[reason]).waitFor()
            await page.clock.runFor(60_000)
          }
          assert.equal(making.asks.length, answers.length)
          if (reason !== null) return
          await page.clock.resume()
          await reads(page, '一')
        })
      },
    )
  }

  deepTest('extract_processing shows 50 + 50 × the reported progress on the bar', async () => {
    const user = await drive.make.user()
    const file = await drive.make.file({ owner: user }, { name: '说明.txt', content: '一' })
    await drive.visit(user, nowhere, async (page) => {
      const making = await watchMaking(page)
      await openStill(page, file, making)
      for (const [index, [progress, percent]] of (
        [
          [0, 50],
          [30, 65],
          [86, 93],
          [100, 100],
        ] as const
      ).entries()) {
        await making.answer({ status: 'extract_processing', progress })
        await percentBecomes(page, percent)
        assert.equal(await bar(page).count(), 1)
        await page.clock.runFor(2000)
        await until('the next ask', () => making.asks.length === index + 2)
      }
    })
  })

  deepTest('the real server reports generated for a text and generating_failed for a broken picture', async () => {
    const user = await drive.make.user()
    const text = await drive.make.file({ owner: user }, { name: '说明.txt', content: '一' })
    const broken = await drive.make.file({ owner: user }, { name: '坏了.jpg', content: 'no picture' })
    assert.deepEqual(
      [(await outcome(user, text.id)).status, (await outcome(user, broken.id)).status],
      ['generated', 'generating_failed'],
    )
    await drive.visit(
      user,
      '/files/own',
      async (page) => {
        await openFile(page, '说明.txt')
        await reads(page, '一')
        await page.goBack()
        await openFile(page, '坏了.jpg')
        await preview(page, '坏了.jpg').getByRole('alert').waitFor()
      },
      { expected: [/representations\/download/] },
    )
  })
})

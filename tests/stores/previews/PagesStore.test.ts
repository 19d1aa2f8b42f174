import { describe, expect, test } from '@jest/globals'
import type { PageBox } from '@/domain/previews/pageWords'
import { NoAnswer } from '@/platform/Platform'
import { PagesStore } from '@/stores/previews/PagesStore'
import { refusal } from '../support/fakeServer'
import { platformSignedIn, startApp } from '../support/startApp'
import { settled } from '../support/until'

const PAGES = 'GET /apps/representations/pages'
const screen = { width: 324, height: 600 }

/** Pages as wide as high, shown 300 px wide: 312 px from one to the next. */
async function start(
  total = 50,
  span: { left: number; right: number } | null = null,
  linesOf?: (page: number) => readonly PageBox[] | null,
) {
  const rig = await startApp(platformSignedIn('weapp'))
  rig.server.on(PAGES, ({ offset = 0, limit = 20 }) => ({
    reason: null,
    sizes: [{ width: 100, height: 100, pages: total }],
    span,
    preview_urls: Array.from(
      { length: Math.max(0, Math.min(limit, total - offset)) },
      (_, at) => `/page?p=${offset + at}`,
    ),
  }))
  const told: string[] = []
  const pages = new PagesStore(
    rig.app,
    { fileId: 5, versionId: 31 },
    { shown: () => told.push('shown'), failed: (reason) => told.push(reason), linesOf },
  )
  pages.fit(screen)
  const asks = () => rig.server.callsOf(PAGES).map(({ request }) => request)
  const indices = () => pages.pages.map(({ index }) => index)
  return { ...rig, pages, told, asks, indices }
}

describe('[PREV-08] a document as pictures of its pages', () => {
  test('all sizes come first, with the first addresses, and only pages near the screen are loaded', async () => {
    const { pages, asks, indices } = await start()
    expect([pages.column, pages.pages]).toStrictEqual([null, []])
    await pages.open()
    expect(asks()).toStrictEqual([{ file_id: 5, file_version_id: 31, offset: 0, limit: 20 }])
    expect([pages.total, pages.current, pages.column?.tops[1]]).toStrictEqual([50, 1, 324])
    expect(indices()).toStrictEqual([0, 1, 2])
    expect(pages.pages[1]).toStrictEqual({ index: 1, address: '/page?p=1', isBroken: false })
  })

  test('wide margins are cut at first; a double tap returns to that view, and another screen size keeps it', async () => {
    const { pages } = await start(50, { left: 0.22, right: 0.78 })
    expect(pages.goal).toBeNull()
    await pages.open()
    // 300 px of a page and 12 px beside it: the written part, and 2 % more, is 180 px wide and begins at 72 px.
    const { scale, left } = pages.view
    expect([scale, left]).toStrictEqual([324 / 180, (72 * 324) / 180])
    expect(pages.goal?.left).toBe(left)
    const twice = () => [0, 1].forEach(() => pages.onTap({ x: 10, y: 10 }))
    twice()
    expect(pages.view.scale).toBe(2 * scale)
    twice()
    expect([pages.view.scale, pages.view.left]).toStrictEqual([scale, left])
    pages.fit({ width: 648, height: 300 })
    expect([pages.view.scale, pages.view.left]).toStrictEqual([scale, 2 * left])
  })

  test('other pages are requested where the screen arrives, each portion once', async () => {
    const { pages, asks, indices } = await start()
    await pages.open()
    pages.onScroll(0, 18 * 312)
    expect(indices()).toStrictEqual([17, 18, 19, 20])
    expect(pages.pages[3]?.address).toBeNull()
    pages.onScroll(0, 18 * 312 + 1)
    await settled()
    expect(asks().map(({ offset }) => offset)).toStrictEqual([0, 20])
    expect(pages.pages[3]?.address).toBe('/page?p=20')
    expect(pages.current).toBe(19)
  })

  test('the bar shows only with the first page, another page and a tap, and hides after 2 s', async () => {
    const { pages, platform } = await start()
    await pages.open()
    expect(pages.isBarShown).toBe(true)
    platform.clock.pass(2000)
    expect(pages.isBarShown).toBe(false)
    pages.onScroll(0, 10)
    expect(pages.isBarShown).toBeFalsy()
    pages.onScroll(0, 400)
    expect(pages.isBarShown).toBeTruthy()
    platform.clock.pass(2000)
    pages.onTap({ x: 100, y: 100 })
    platform.clock.pass(199)
    expect(pages.isBarShown).toBeFalsy()
    platform.clock.pass(1)
    expect(pages.isBarShown).toBeTruthy()
    expect(pages.view.scale).toBe(1)
  })

  test('a double tap doubles the scale about the finger, another undoes it, and neither shows the bar', async () => {
    const { pages, platform } = await start()
    await pages.open()
    platform.clock.pass(2000)
    const twice = () => {
      pages.onTap({ x: 100, y: 200 })
      platform.clock.pass(150)
      pages.onTap({ x: 104, y: 204 })
    }
    twice()
    expect(pages.view).toStrictEqual({ scale: 2, left: 104, top: 204 })
    expect(pages.goal).toBeTruthy()
    const goal = pages.goal!
    expect(goal.left).toBe(104)
    expect(Math.abs(goal.top - 204)).toBeLessThan(1)
    pages.onScroll(104, 204)
    twice()
    expect(pages.view).toStrictEqual({ scale: 1, left: 0, top: 0 })
    const corner = () => {
      for (let tap = 0; tap < 2; tap += 1) pages.onTap({ x: 0, y: 0 })
      return pages.goal
    }
    expect(corner()).not.toStrictEqual(corner())
    platform.clock.pass(1000)
    expect(pages.isBarShown).toBe(false)
  })

  test('[AH-38] a double tap on a known text column makes it fill the width', async () => {
    const lines = Array.from({ length: 9 }, (_, at) => ({
      left: 0.5,
      right: 0.9,
      top: at / 10,
      bottom: at / 10 + 0.05,
    }))
    const { pages } = await start(50, null, (page) => (page === 0 ? lines : null))
    await pages.open()
    const twice = () => [0, 1].forEach(() => pages.onTap({ x: 200, y: 100 }))
    twice()
    expect(pages.view.scale).toBeCloseTo(324 / (300 * 0.44), 5)
    twice()
    expect(pages.view.scale).toBe(1)
    pages.onScroll(0, 400)
    twice()
    expect(pages.view.scale).toBe(2)
  })

  test('the document is logged as shown once, with its first picture', async () => {
    const { pages, told } = await start()
    await pages.open()
    expect(told).toStrictEqual([])
    pages.onPictureShown()
    pages.onPictureShown()
    expect(told).toStrictEqual(['shown'])
  })

  test('a page that the server is still drawing is retried before an error is reported', async () => {
    const { pages, platform, asks } = await start()
    await pages.open()
    pages.onPictureFailed(1)
    expect(pages.pages[1]!.isBroken).toBe(false)
    platform.clock.pass(1000)
    await settled()
    expect(asks()).toHaveLength(2)
    expect(pages.pages[1]).toStrictEqual({ index: 1, address: '/page?p=1', isBroken: false })
  })

  test('[AH-38] a small picture that fails is requested again, and its page stays as it is', async () => {
    const { pages, platform, asks } = await start()
    await pages.open()
    let fresh = 0
    for (let n = 0; n < 6; n += 1) {
      pages.addresses.onSmallFailed(1, () => (fresh += 1))
      platform.clock.pass(8000)
      expect(pages.pages[1]).toStrictEqual({ index: 1, address: '/page?p=1', isBroken: false })
      await settled()
    }
    expect([fresh, asks().length]).toStrictEqual([4, 5])
  })

  test('a list of pages that is not made yet is requested again, and is no failure', async () => {
    const { pages, platform, server, told } = await start()
    const list = { reason: null, sizes: [], span: null, preview_urls: [] }
    server.on(PAGES, list)
    await pages.open()
    expect([told, pages.total]).toStrictEqual([[], 0])
    server.on(PAGES, { ...list, sizes: [{ width: 100, height: 100, pages: 1 }], preview_urls: ['/page?p=0'] })
    platform.clock.pass(1000)
    await settled()
    expect([told, pages.total]).toStrictEqual([[], 1])
  })

  test('retrying a failed page uses an address with its own time', async () => {
    const { pages, platform, server } = await start()
    await pages.open()
    failToTheEnd(pages, platform, 1)
    expect(pages.pages.map(({ isBroken }) => isBroken)).toStrictEqual([false, true, false])
    server.on(PAGES, { reason: null, sizes: [], span: null, preview_urls: ['/later?p=0', '/later?p=1'] })
    const again = pages.retry(1)
    expect(pages.pages[1]).toStrictEqual({ index: 1, address: null, isBroken: false })
    await again
    expect(pages.pages[1]).toStrictEqual({ index: 1, address: '/later?p=1', isBroken: false })
    expect(pages.total).toBe(50)
  })

  test('a portion that fails leaves its pages to a retry, and is not requested with every move', async () => {
    const { pages, server, asks } = await start()
    await pages.open()
    const answer = server.callsOf(PAGES).length
    server.on(PAGES, () => {
      throw new NoAnswer('network')
    })
    pages.onScroll(0, 22 * 312)
    await settled()
    pages.onScroll(0, 22 * 312 + 5)
    await settled()
    expect(asks()).toHaveLength(answer + 1)
    expect(pages.pages.filter(({ index }) => index >= 20).every(({ isBroken }) => isBroken)).toBe(true)
    server.on(PAGES, {
      reason: null,
      sizes: [],
      span: null,
      preview_urls: Array.from({ length: 20 }, (_, at) => `/page?p=${20 + at}`),
    })
    await pages.retry(22)
    expect(pages.pages.filter(({ index }) => index >= 20).every(({ isBroken, address }) => !isBroken && address)).toBe(
      true,
    )
  })

  test('[ERR-04] without any page the reason is shown', async () => {
    const cases: [answer: unknown, reason: string][] = [
      [{ reason: 'not_support', sizes: [], span: null, preview_urls: [] }, 'not_support'],
      [refusal('permission_denied'), 'permission_denied'],
      [refusal('item_is_deleted'), 'file_deleted'],
      [refusal('preview_access_permission_denied'), 'file_deleted'],
      [refusal('item_not_found'), 'unknown'],
      [
        () => {
          throw new NoAnswer('network')
        },
        'network_error',
      ],
    ]
    for (const [answer, reason] of cases) {
      const { pages, server, told } = await start()
      server.on(PAGES, answer as never)
      await pages.open()
      expect(told).toStrictEqual([reason])
    }
  })

  test('answers after the document is closed are dropped', async () => {
    const { pages, platform, server, told } = await start()
    platform.request = (request) => server.answer({ ...request, canceler: undefined })
    const opened = pages.open()
    pages.dispose()
    await opened
    expect([pages.total, told]).toStrictEqual([0, []])
  })

  test('after turning, the phone shows the same page', async () => {
    const { pages } = await start()
    await pages.open()
    pages.onScroll(0, 30 * 312)
    const { current } = pages
    pages.fit({ width: 648, height: 300 })
    expect(Math.abs(pages.current - current)).toBeLessThanOrEqual(1)
    expect(pages.goal).toBeTruthy()
  })
})

/** The picture fails however often it is fetched. */
function failToTheEnd(pages: PagesStore, { clock }: { clock: { pass(ms: number): unknown } }, page: number) {
  for (let n = 0; n < 5; n += 1) {
    pages.onPictureFailed(page)
    clock.pass(8000)
  }
}

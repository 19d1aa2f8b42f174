import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { browser, endBrowserAfter } from '../browser/rig/browser'
import { serveSite, type Site } from '../browser/rig/siteServer'
import { deepTest } from '../support/deep'
import { until } from '../support/until'
import { builtFolder } from './rig/builds'
import { endEnginesAfter, engines, missing, openEngine } from './rig/engines'
import type { EngineName } from './rig/Driver'
import { difference, measureInk, type Ink } from './rig/iconInk'
import { makeIconPage, VIEWPORT, type IconPage } from './rig/iconPage'

/*
 * The engines smooth edges differently. Measured over all icons, a share of ink differs by at most 0.022 and an edge by at most one device pixel.
 * A cut icon differs by two device pixels and more.
 */
const SHARE = 0.03
/** Device pixels. */
const EDGE = 1.01

/** Device pixels per CSS px. */
const scales: Record<EngineName, readonly number[]> = { webkit: [1, 2, 3], firefox: [2] }
/** `npm test` draws the icons as most iPhones do. */
const testOf = (engine: EngineName, scale: number) => (engine === 'webkit' && scale === 2 ? test : deepTest)

endBrowserAfter()
endEnginesAfter()

for (const build of ['h5', 'weapp'] as const) {
  describe(`icons of the ${build} build`, () => {
    let page: IconPage
    let site: Site
    before(async () => {
      page = makeIconPage(builtFolder(build))
      site = await serveSite(async () => page.html)
    })
    after(() => site.close())

    test('are all on the page', () => {
      assert.ok(page.places.length >= 40 * 7, `${page.places.length}`)
      const below = page.places.filter(({ y, height }) => y + height > VIEWPORT.height)
      assert.deepEqual(below, [])
    })

    for (const engine of engines)
      for (const scale of scales[engine])
        testOf(engine, scale)(
          `${engine} draws each as Chromium does, at ${scale} device pixels`,
          { skip: missing[engine] },
          async () => {
            const expected = await drawnByChromium(site.origin, page, scale)
            const driver = await openEngine(engine, { ...VIEWPORT, scale, isDark: false })
            try {
              await driver.goto(site.origin)
              let wrong: string[] = []
              // Masks are decoded after the page is loaded.
              await until(
                'the icons',
                async () => {
                  const seen = await measureInk(await driver.screenshot(), page.places, scale)
                  wrong = differences(page, expected, seen, scale)
                  return wrong.length === 0
                },
                10_000,
                200,
              ).catch(() => assert.fail(`${wrong.length} of ${page.places.length} differ:\n${wrong.join('\n')}`))
            } finally {
              await driver.close()
            }
          },
        )
  })
}

async function drawnByChromium(url: string, { places }: IconPage, scale: number): Promise<Ink[]> {
  const context = await (await browser()).newContext({ viewport: VIEWPORT, deviceScaleFactor: scale })
  try {
    const tab = await context.newPage()
    await tab.goto(url)
    let ink: Ink[] = []
    await until('the icons', async () => {
      ink = await measureInk(await tab.screenshot(), places, scale)
      return ink.every(({ share }) => share > 0)
    })
    return ink
  } finally {
    await context.close()
  }
}

function differences({ places }: IconPage, expected: readonly Ink[], seen: readonly Ink[], scale: number): string[] {
  return places.flatMap(({ name, width }, index) => {
    const { share, edge } = difference(expected[index]!, seen[index]!, width * scale)
    return share <= SHARE && edge <= EDGE
      ? []
      : [`${name} at ${width} px: ink differs by ${share.toFixed(3)}, edges by ${edge.toFixed(1)} device pixels`]
  })
}

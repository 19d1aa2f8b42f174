import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { UserRow } from '../../server/database/tables'
import { until } from '../support/until'
import { openDrive, type Drive } from '../browser/rig/drive'
import { makePlaces, type Place } from '../browser/rig/places/places'
import { shown, t } from '../browser/rig/screen'
import { makeShownUser, screens } from '../browser/rig/screens'
import { looksOf } from '../browser/rig/visitScreens'
import { endEnginesAfter, engines, missing } from './rig/engines'
import { onEngine } from './rig/engineDrive'
import { difference } from './rig/iconInk'
import { drawnIcons, type DrawnIcon } from './rig/screenIcons'

const SCALE = 2
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: SCALE }
/** Icons lie between device pixels here, so their edges differ by one more than in `icons.test.ts`. */
const SHARE = 0.04
/** Device pixels. */
const EDGE = 2.01

const ofList = [
  'the list',
  'the navigation panel',
  'the orders',
  'the search',
  'the menu of a row',
  'the address to share',
  'what is chosen',
  'the preview of 合影.jpg',
  'the preview of 简章.pdf',
]
/** A part of a screen that is asked for after the screen is open. */
const lateParts: Record<string, string> = { 'the navigation panel': '.icon-building-2' }
const ofPlaces = ['sign-in', 'members', 'messages', 'folder', 'password']

const drive = openDrive()
endEnginesAfter()
let user: UserRow
let places: Pick<Place, 'name' | 'address' | 'user' | 'show'>[]
const expected = new Map<string, DrawnIcon[]>()

test('Chromium opens every screen of the walk', async () => {
  user = await makeShownUser(drive)
  const all = [...(await makePlaces(drive)), ...(await looksOf(drive, 'zh-CN'))]
  places = all.filter(({ name }) => ofPlaces.includes(name))
  await walk(drive, async (page, name) => {
    // Masks are decoded after the page is loaded.
    await until(`the icons of ${name}`, async () => {
      const icons = await drawnIcons(page, SCALE)
      expected.set(name, icons)
      return icons.every(({ ink }) => ink.share > 0)
    })
  })
  assert.deepEqual([...expected.keys()], [...ofList, ...ofPlaces])
  assert.ok([...expected.values()].flat().length > 50)
})

for (const engine of engines)
  describe(engine, () => {
    const there = missing[engine] ? drive : onEngine(drive, engine)

    test(
      `${engine} opens every screen of the walk and draws its icons as Chromium does`,
      { skip: missing[engine] },
      async () => {
        const wrong: string[] = []
        const seen: string[] = []
        await walk(there, async (page, name) => {
          seen.push(name)
          let faults: string[] = []
          // Masks are decoded after the page is loaded.
          await until(
            name,
            async () => {
              faults = compare(expected.get(name)!, await drawnIcons(page, SCALE))
              return faults.length === 0
            },
            3000,
            100,
          ).catch(() => wrong.push(...faults.map((fault) => `${name}: ${fault}`)))
        })
        assert.deepEqual(seen, [...expected.keys()])
        assert.deepEqual(wrong, [])
      },
    )
  })

/** Opens each screen, for `look` to look at once nothing moves any more. */
async function walk(on: Drive, look: (page: Page, name: string) => Promise<void>): Promise<void> {
  const lookAt = async (page: Page, name: string) => {
    if (lateParts[name]) await shown(page).locator(lateParts[name]).first().waitFor()
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .every(({ effect, playState }) => playState === 'finished' || effect?.getTiming().iterations === Infinity),
    )
    await look(page, name)
  }
  await on.visit(
    user,
    '/files/own',
    async (page) => {
      for (const { name, open, close } of screens.filter((screen) => ofList.includes(screen.name))) {
        await open(page, t)
        await lookAt(page, name)
        await close(page, t)
      }
    },
    phone,
  )
  for (const { name, address, user: visitor, show } of places)
    await on.visit(
      visitor ?? null,
      address,
      async (page) => {
        await show(page)
        await lookAt(page, name)
      },
      phone,
    )
}

function compare(chromium: readonly DrawnIcon[], here: readonly DrawnIcon[]): string[] {
  const names = (icons: readonly DrawnIcon[]) => icons.map(({ name }) => name).join(' ')
  if (names(chromium) !== names(here)) return [`shows ${names(here)} instead of ${names(chromium)}`]
  return here.flatMap(({ name, ink, width }, index) => {
    const { share, edge } = difference(chromium[index]!.ink, ink, width * SCALE)
    return share <= SHARE && edge <= EDGE
      ? []
      : [`${name} at ${width} px: ink differs by ${share.toFixed(3)}, edges by ${edge.toFixed(1)} device pixels`]
  })
}

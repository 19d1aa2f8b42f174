import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Language, Wording } from '@/contract/entities'
import { userWithLinks } from '../../support/shares/linkWorld'
import { isDeep, sample } from '../../support/deep'
import { nowhere, type Drive } from './drive'
import type { Phone } from './phone'
import { makePlaces, type Place } from './places/places'
import { placesOfAccounts } from './places/placesOfAccounts'
import { placesOfFiles } from './places/placesOfFiles'
import { placesOfPeople } from './places/placesOfPeople'
import { placesOfShares } from './places/placesOfShares'
import { wordsIn } from './screen'
import { makeShownUser, screens } from './screens'
import { shareScreens } from './shareScreens'
import { looksOf } from './visitScreens'

interface Manner {
  language: Language
  wording?: Wording
  phone?: Phone
  /** The number of screens of a list, and of each group of other screens, that a run visits unless it is deep. */
  taken: number
  /** Whether a screen can be opened. Drivers of other engines than Chromium cannot open all. */
  isReachable?: (name: string) => boolean
}

/**
 * Opens every screen and state in turn, for `run` to look at. Reports together the names of those that cannot be opened or that `run` refuses.
 * On a page with several screens, one that cannot be opened ends the visit.
 */
export async function onEveryScreen(
  drive: Drive,
  { language, wording = 'default', phone, taken, isReachable = () => true }: Manner,
  run: (page: Page, name: string) => Promise<void>,
): Promise<void> {
  const { url } = drive.server
  const t = wordsIn(language, wording)
  const cookies = Object.entries({ lang: language, lang_type: wording }).map(([name, value]) => ({ name, value, url }))
  const visit = (
    user: Parameters<typeof drive.visit>[0],
    address: string,
    look: (page: Page) => Promise<void>,
    expected?: RegExp[],
  ) =>
    drive.visit(
      user,
      nowhere,
      async (page) => {
        await page.context().addCookies(cookies)
        await page.goto(url + address)
        await look(page)
      },
      { ...phone, expected },
    )
  const refused: string[] = []
  const told = (name: string) => (cause: unknown) => {
    refused.push(`${name}, ${language}: ${cause instanceof Error ? cause.message : String(cause)}`)
  }

  const { user: sharer, protectedLink } = await userWithLinks(drive)
  for (const [user, all, address] of [
    [await makeShownUser(drive), sample(screens, taken), '/files/own'],
    // They lie above each other, so only the first ones can be looked at alone.
    [sharer, shareScreens(url, protectedLink).slice(0, isDeep ? undefined : taken), '/shares'],
  ] as const) {
    let last: string = address
    await visit(user, address, async (page) => {
      for (const { name, open, close } of all.filter((screen) => isReachable(screen.name))) {
        last = name
        await open(page, t)
        await run(page, name).catch(told(name))
        await close(page, t)
      }
    }).catch((cause: unknown) => told(last)(cause))
  }

  const groups: (() => Promise<Place[]>)[] = [
    () => makePlaces(drive),
    () => looksOf(drive, language),
    ...[placesOfAccounts, placesOfPeople, placesOfShares, placesOfFiles].map((make) => () => make(drive, t)),
  ]
  for (const make of sample(groups, 1))
    for (const { name, address, user, show, expected } of sample(await make(), taken)) {
      if (!isReachable(name)) continue
      await visit(user ?? null, address, (page) => show(page).then(() => run(page, name)), expected).catch(told(name))
    }
  assert.deepEqual(refused, [])
}

import { expect, test } from '@jest/globals'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { overlayRules } from '@/domain/overlays'
import { panels } from '@/screens/panels/panels'
import { sheets } from '@/pages/files/sheets/sheets'
import { pageUrl, queryOf } from '@/platform/places'
import type { Place } from '@/platform/Platform'
import { itemFlags } from '@/screens/items/itemSheets'

interface AppConfig {
  pages: string[]
  subPackages?: { root: string; pages: string[] }[]
}

/** The pages of the current build. */
async function pagesOfBuild(): Promise<string[]> {
  Object.assign(globalThis, { defineAppConfig: (config: AppConfig) => config })
  const { pages, subPackages = [] } = ((await import('@/app.config')) as { default: AppConfig }).default
  return [...pages, ...subPackages.flatMap((each) => each.pages.map((page) => `${each.root}/${page}`))]
}

const places: Place[] = [
  { page: 'preview', fileId: 1 },
  { page: 'search', searchIn: 'all', text: '', space: 'frequent' },
  { page: 'pick', action: 'move', typedId: 'file_1' },
  { page: 'share', typedId: 'file_1' },
  { page: 'comments', typedId: 'file_1' },
  { page: 'people', choice: { mode: 'share' } },
]

/**
 * The page of a link, those in frames of others, and that of a document. Nothing else of the app is shown beside them, so they show flags of other
 * packages themselves.
 */
const standAlone = ['visit', 'open', 'documents']

/** Packages that hold the screens of subjects with other names. */
const packageOf: Record<string, string> = {
  applications: 'open',
  contacts: 'people',
  fileRequests: 'share',
  landing: 'visit',
  members: 'people',
  shares: 'share',
}

/** The packages whose own screens show a flag. */
function packagesThatShow(flag: string): string[] {
  const names = ['src/packages', 'src/screens'].flatMap((room) =>
    readdirSync(path.resolve(room), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && shows(path.resolve(room, entry.name), flag))
      .map(({ name }) => packageOf[name] ?? name),
  )
  const all = [...new Set(names)]
  const others = all.filter((name) => !standAlone.includes(name))
  return others.length > 0 ? others : all
}

function shows(folder: string, flag: string): boolean {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .some((file) => readFileSync(path.join(folder, file), 'utf8').includes(`valueFor('${flag}')`))
}

/** Where the registries of the current build put a flag: a panel, a sheet, or a page whose query it opens. */
async function registered(flag: string): Promise<string[]> {
  const pages = await pagesOfBuild()
  const opened = places.map(pageUrl).filter((url) => pages.some((page) => url.startsWith(`/${page}?${flag}=`)))
  const panel = panels.filter((each) => each.flag === flag).map(() => 'panels')
  const sheet = sheets.filter((each) => each.flag === flag).map(() => 'sheets')
  const item = itemFlags.filter((each) => each === flag).map(() => 'itemSheets')
  return [...panel, ...sheet, ...item, ...opened]
}

test.each([...overlayRules.keys()])('the flag %s has exactly one home', async (flag) => {
  const homes = await registered(flag)
  // A flag with a place of its own must be registered, although its package also reads the flag.
  const isPlace = places.some((place) => flag in queryOf(place))
  expect(isPlace || homes.length > 0 ? homes : packagesThatShow(flag)).toHaveLength(1)
})

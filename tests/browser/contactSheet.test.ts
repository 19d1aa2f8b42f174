import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe } from 'node:test'
import type { Page } from 'playwright-core'
import type { Language, Wording } from '@/contract/entities'
import { userWithLinks } from '../support/linkWorld'
import { sample, sampledTest, seed } from '../support/deep'
import { openDrive } from './rig/drive'
import { makePlaces } from './rig/places'
import { settled, wordsIn } from './rig/screen'
import { makeShownUser, screens } from './rig/screens'
import { shareScreens } from './rig/shareScreens'
import { looksOf } from './rig/visitScreens'

/*
 * Photographs every screen and state. `npm run contact-sheet` does so in all manners and leaves an HTML page of them; elsewhere one manner
 * shows that every screen can still be reached.
 */
const test = sampledTest(import.meta.url)
const kept = process.env.CONTACT_SHEET
/** Of the screens of a list, and of the others, in a run that is not deep. */
const TAKEN = 6

interface Manner {
  language: Language
  wording: Wording
  colorScheme: 'light' | 'dark'
  width: number
}

const manners: Manner[] = (
  [
    ['zh-CN', 'default'],
    ['en', 'default'],
    ['zh-CN', 'education'],
  ] as const
).flatMap(([language, wording]) =>
  (['light', 'dark'] as const).flatMap((colorScheme) =>
    [320, 390, 1024].map((width) => ({ language, wording, colorScheme, width })),
  ),
)
const nameOf = ({ language, wording, colorScheme, width }: Manner) =>
  [language, wording === 'education' && 'education', colorScheme, width].filter(Boolean).join(' ')

const drive = openDrive()
const pictures = new Map<string, string[]>()

/** Opens a screen on the page and photographs it. */
type Shoot = (page: Page, name: string, manner: Manner, folder: string) => Promise<void>

const shoot: Shoot = async (page, name, manner, folder) => {
  await settled(page)
  const file = `${[...nameOf(manner), name].join('').replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.jpg`
  await page.screenshot({ path: path.join(folder, file), type: 'jpeg', quality: 70, animations: 'disabled' })
  pictures.set(name, [...(pictures.get(name) ?? []), file])
}

async function shootAll(manner: Manner, folder: string): Promise<void> {
  const { language, wording, colorScheme, width } = manner
  const t = wordsIn(language, wording)
  const phone = { colorScheme, viewport: { width, height: width === 320 ? 568 : width === 390 ? 844 : 768 } }
  const speak = (page: Page) =>
    page.context().addCookies(
      Object.entries({ lang: language, lang_type: wording }).map(([name, value]) => ({
        name,
        value,
        url: drive.server.url,
      })),
    )
  const visit = (login: Parameters<typeof drive.visit>[0], run: (page: Page) => Promise<void>) =>
    drive.visit(
      login,
      '/login',
      async (page) => {
        await speak(page)
        await run(page)
      },
      phone,
    )
  const named = (name: string) => (cause: Error) => {
    throw new Error(`${name}, ${nameOf(manner)}: ${cause.message}`, { cause })
  }

  const { user: sharer, protectedLink } = await userWithLinks(drive)
  const links = shareScreens(drive.server.url, protectedLink)
  for (const [user, all, address] of [
    [await makeShownUser(drive), sample(screens, TAKEN), '/files/own'],
    [sharer, links, '/shares'],
  ] as const)
    await visit(user, async (page) => {
      await page.goto(drive.server.url + address)
      for (const { name, open, close } of all) {
        await open(page, t).catch(named(name))
        await shoot(page, name, manner, folder)
        await close(page).catch(named(name))
      }
    })

  const places = sample([...(await makePlaces(drive)), ...(await looksOf(drive, language))], TAKEN)
  for (const { name, address, user, show } of places)
    await visit(user ?? null, async (page) => {
      await page.goto(drive.server.url + address)
      await show(page).catch(named(name))
      await shoot(page, name, manner, folder)
    })
}

function sheet(): string {
  const rows = [...pictures].map(
    ([name, files]) =>
      `<h2>${name}</h2><div>${files.map((file) => `<img loading="lazy" src="${file}" title="${file}">`).join('')}</div>`,
  )
  return `<!doctype html><meta charset="utf-8"><title>Satchel, every screen</title>
<style>body{font:14px system-ui;background:#888}div{display:flex;gap:8px;overflow-x:auto;align-items:start}img{height:480px}</style>
${rows.join('\n')}`
}

describe('[AH-23] a contact sheet of every screen', () => {
  for (const manner of kept ? manners : [manners[seed % manners.length]!]) {
    test(nameOf(manner), { timeout: 600_000 }, async () => {
      const folder = kept ? path.resolve(kept) : await mkdtemp(path.join(tmpdir(), 'satchel-sheet-'))
      await mkdir(folder, { recursive: true })
      await shootAll(manner, folder)
      if (kept) await writeFile(path.join(folder, 'index.html'), sheet())
      else await rm(folder, { recursive: true })
    })
  }
})

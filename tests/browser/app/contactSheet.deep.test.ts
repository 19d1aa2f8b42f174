import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Language, Wording } from '@/contract/entities'
import { endEnginesAfter, engines, missing } from '../../engines/rig/engines'
import { onEngine } from '../../engines/rig/engineDrive'
import { unreachable } from '../../engines/rig/unreachable'
import { openDrive, type Drive } from '../rig/drive'
import { onEveryScreen } from '../rig/everyScreen'
import { openScreens } from '../rig/openScreens'

/**
 * Photographs every screen and state for `npm run contact-sheet`, in all manners, and writes an HTML page of them. Other runs skip this: the
 * tests of accessibility reach the same screens.
 */
const sheetPath = process.env.CONTACT_SHEET
/** `ENGINE=webkit` or `ENGINE=firefox` photographs that engine instead of Chromium. */
const engine = engines.find((name) => name === process.env.ENGINE)
const skipped = engine ? unreachable[engine] : {}
interface Manner {
  language: Language
  wording: Wording
  colorScheme: 'light' | 'dark'
  width: number
}

const allManners: Manner[] = (
  [
    ['zh-CN', 'default'],
    ['en', 'default'],
    ['zh-CN', 'education'],
  ] as const
).flatMap(([language, wording]) =>
  (['light', 'dark'] as const).flatMap((colorScheme) =>
    [320, 390, 768].map((width) => ({ language, wording, colorScheme, width })),
  ),
)
// Drivers of other engines need a few seconds per screen.
const manners = engine
  ? allManners.filter(({ language, wording, width }) => language === 'zh-CN' && wording === 'default' && width === 390)
  : allManners
const nameOf = ({ language, wording, colorScheme, width }: Manner) =>
  [language, wording === 'education' && 'education', colorScheme, width].filter(Boolean).join(' ')

const chromium = openDrive()
endEnginesAfter()
const pictures = new Map<string, string[]>()

/** Opens a screen on the page and photographs it. */
type Shoot = (page: Page, name: string, manner: Manner, folder: string) => Promise<void>

const shoot: Shoot = async (page, name, manner, folder) => {
  // This wait ignores endless animations.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect, playState }) => playState === 'finished' || effect?.getTiming().iterations === Infinity),
  )
  const file = `${[nameOf(manner), name].join(' ').replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.jpg`
  await page.screenshot({ path: path.join(folder, file), type: 'jpeg', quality: 70, animations: 'disabled' })
  pictures.set(name, [...(pictures.get(name) ?? []), file])
}

async function shootAll(drive: Drive, manner: Manner, folder: string): Promise<void> {
  const { language, wording, colorScheme, width } = manner
  const phone = { colorScheme, viewport: { width, height: width === 320 ? 568 : width === 390 ? 844 : 1024 } }
  const isReachable = (name: string) => !(name in skipped)
  await onEveryScreen(drive, { language, wording, phone, taken: Infinity, isReachable }, (page, name) =>
    shoot(page, name, manner, folder),
  )
  const { screens, close } = await openScreens(drive)
  const cookies = Object.entries({ lang: language, lang_type: wording }).map(([key, value]) => ({
    name: key,
    value,
    url: drive.server.url,
  }))
  for (const { name, show, expected } of screens.filter((screen) => isReachable(screen.name)))
    await drive.visit(
      null,
      '/login',
      async (page) => {
        await page.context().addCookies(cookies)
        await show(page)
        await shoot(page, name, manner, folder)
      },
      { ...phone, expected },
    )
  await close()
}

function sheet(): string {
  const rows = [...pictures].map(
    ([name, files]) =>
      `<h2>${name}</h2><div>${files.map((file) => `<img loading="lazy" src="${file}" title="${file}">`).join('')}</div>`,
  )
  return `<!doctype html><meta charset="utf-8"><title>Satchel, every screen</title>
<style>body{font:14px system-ui;background:#888}div{display:flex;gap:8px;overflow-x:auto;align-items:start}img{height:480px}</style>
${rows.join('\n')}
${Object.entries(skipped)
  .map(([name, why]) => `<p>Not photographed: ${name}; ${why}</p>`)
  .join('\n')}`
}

describe('the contact sheet photographs every screen', () => {
  const drive = engine && !missing[engine] ? onEngine(chromium, engine) : chromium
  const skip = sheetPath === undefined ? 'only by npm run contact-sheet' : engine && missing[engine]
  for (const manner of sheetPath ? manners : [manners[0]!]) {
    test(nameOf(manner), { timeout: 1_800_000, skip }, async (t) => {
      const folder = path.resolve(sheetPath!)
      await mkdir(folder, { recursive: true })
      await shootAll(drive, manner, folder)
      await writeFile(path.join(folder, 'index.html'), sheet())
      for (const [name, why] of Object.entries(skipped)) t.diagnostic(`not photographed: ${name}; ${why}`)
    })
  }
})

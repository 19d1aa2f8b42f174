import type { Locator, Page } from 'playwright-core'
import type { EnterpriseRow } from '../../../server/database/tables'
import { isDeep, sample } from '../../support/deep'
import type { Drive } from './drive'
import { assertAccessible } from './axe'
import type { Phone } from './phone'
import { shown, t } from './screen'

/** An administrator's computer: a mouse and a keyboard. */
export const desk: Phone = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false }
export const tablet: Phone = { viewport: { width: 768, height: 1024 } }
export const smallPhone: Phone = { viewport: { width: 360, height: 800 } }

/** px of a target for a mouse (WCAG 2.2, 2.5.8) */
export const MOUSE = 24
/** px of a target for a finger */
export const FINGER = 44

type Scheme = 'light' | 'dark'
const schemes: readonly Scheme[] = ['light', 'dark']
type Size = readonly [string, Phone, number, readonly Scheme[]]

/** Where axe looks at the places of the console: name, phone, px of the smallest target, colour schemes. `npm test` looks at each place once. */
export const sizes = [
  ['1440 px', desk, MOUSE, isDeep ? schemes : ['light']],
  ['360 px', smallPhone, FINGER, isDeep ? schemes : ['dark']],
] as const satisfies readonly Size[]
/** Looked at in a deep run. */
export const tabletSize = ['768 px', tablet, FINGER, schemes] as const satisfies Size

/** The states to look at in a size: in a deep run all. In an ordinary run the two sizes of `sizes` divide them. */
export function statesIn<T>(size: string, states: readonly T[]): T[] {
  return states.filter((_, index) => isTurn(size, index))
}

const isTurn = (size: string, index: number): boolean => isDeep || sizes[index % sizes.length]![0] === size

export const press = (page: Page, name: string | RegExp): Promise<void> =>
  shown(page).getByRole('button', { name, exact: true }).first().click()

export const windowOf = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name })
export const pane = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
export const personPane = (page: Page, name: string): Locator => pane(page, t('admin.person.pane', { name }))
export const toast = (page: Page): Locator => page.locator('.toast')

/** Chooses an option of a list that a button with a label opens. */
export async function choose(page: Page, within: Locator, label: string, option: string): Promise<void> {
  await within.getByRole('button', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Answers the question that the app asks. */
export async function confirm(page: Page, label: string): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name: label, exact: true }).click()
}

/** Looks at the states of a size in turn. In an ordinary run each state is looked at in one of the two sizes. */
export function looksAt([name, , touch, inSchemes]: Size): (page: Page) => Promise<void> {
  let index = 0
  return async (page) => {
    if (isTurn(name, index)) await assertLooks(page, touch, inSchemes)
    index += 1
  }
}

let schools = 0

/** A school with an owner, and people with the given names. */
export async function makeSchool(drive: Drive, names: readonly string[] = []) {
  const { make } = drive
  const enterprise: EnterpriseRow = await make.enterprise({ name: 'Mingde School' })
  schools += 1
  const owner = await make.user({ enterprise, isAdministrator: true, name: 'Wang Ke', login: `owner${schools}` })
  const people = []
  for (const [index, name] of names.entries())
    people.push(await make.user({ enterprise, name, login: `person${schools}-${index}` }))
  return { enterprise, owner, people }
}

/** axe in the given colour schemes. The default is both in a deep run, and light in an ordinary one. */
export async function assertLooks(
  page: Page,
  touch: number,
  inSchemes: readonly Scheme[] = sample(schemes, 1),
): Promise<void> {
  for (const [index, colorScheme] of inSchemes.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await shown(page)
      .locator(`.console${colorScheme === 'dark' ? '.theme-dark' : ':not(.theme-dark)'}`)
      .waitFor()
    await assertAccessible(page, 'body', touch, index === 0 ? 'all' : 'contrast')
  }
}

import type { Locator, Page } from 'playwright-core'
import { until } from '../../support/until'
import { shown } from '../rig/screen'

/** The field in which cells are written. */
export const field = (page: Page): Locator => shown(page).locator('.book-bar-field')

/** A cell that is near the screen, by its name. */
export function cell(page: Page, name: string): Locator {
  const [, letter, row] = /^([A-Z])(\d+)$/.exec(name)!
  const line = `.book-table [role=row][aria-rowindex="${Number(row) + 1}"]`
  return shown(page).locator(`${line} [role=gridcell][aria-colindex="${letter!.charCodeAt(0) - 63}"]`)
}

/** Chooses a cell by a tap, unless it is chosen. */
export async function choose(page: Page, name: string): Promise<void> {
  if ((await chosenName(page)) !== name) await cell(page, name).tap()
  await until(`${name} to be chosen`, async () => (await chosenName(page)) === name)
}

export const chosenName = (page: Page) => shown(page).locator('.book-bar-name').textContent()

/** Opens a cell by a second tap. */
export async function open(page: Page, name: string): Promise<void> {
  await choose(page, name)
  await cell(page, name).tap()
  await until('the field', () => field(page).evaluate((element) => element === document.activeElement))
}

/** Writes into a cell in place of what it holds. */
export async function write(page: Page, name: string, text: string): Promise<void> {
  await open(page, name)
  await field(page).fill(text)
  await page.keyboard.press('Enter')
}

/** The shown texts of cells. */
export const texts = (page: Page, ...names: string[]) =>
  Promise.all(names.map((name) => cell(page, name).textContent()))

export const reads = (page: Page, name: string, text: string) =>
  until(`“${text}” in ${name}`, async () => (await cell(page, name).textContent()) === text)

/** Pastes a text, as other programs copy cells. */
export function paste(page: Page, text: string): Promise<void> {
  return field(page).evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

/** Composes letters in the field, as an input method does. @param between runs while the last step is shown */
export async function composeIn(
  page: Page,
  steps: readonly string[],
  commit: string,
  between: () => Promise<void> = async () => {},
): Promise<void> {
  const phone = await page.context().newCDPSession(page)
  for (const step of steps) {
    await phone.send('Input.imeSetComposition', { text: step, selectionStart: step.length, selectionEnd: step.length })
    await until(`“${step}” in composition`, async () => (await field(page).inputValue()).includes(step))
  }
  await between()
  await phone.send('Input.insertText', { text: commit })
}

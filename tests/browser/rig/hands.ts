import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { until } from '../../support/until'
import { dialog } from './screens'
import { shown, t } from './screen'

interface Chosen {
  name: string
  mimeType: string
  buffer: Buffer
}

/** One way to operate a computer: the mouse alone, or the keyboard alone. Both type. */
export interface Hand {
  readonly kind: 'keyboard' | 'mouse'
  readonly page: Page
  /** Brings the keyboard to a thing. The mouse needs no way. */
  reach(target: Locator): Promise<void>
  press(target: Locator): Promise<void>
  /** Turns a switch, or chooses an option. */
  turn(target: Locator): Promise<void>
  write(field: Locator, text: string): Promise<void>
  /** Opens the menu of a row of the table. @returns the menu */
  menu(name: string): Promise<Locator>
  /** Opens a row of the table. */
  open(name: string): Promise<void>
  /** Opens the form for another name, by F2 or the menu. */
  rename(name: string): Promise<void>
  /** Opens the question before deleting, by Delete or the menu. */
  remove(name: string): Promise<void>
  search(): Promise<void>
  /** Chooses an option of a list that a button opens. */
  pick(opener: Locator, option: string): Promise<void>
  /** Opens a row of a grid whose rows the arrows reach. */
  openIn(grid: Locator, row: Locator): Promise<void>
  /** Leaves a panel, sheet or dialog, which gives the focus back. */
  leave(panel: Locator): Promise<void>
  /** Checks that something visible has the focus, after what had it is gone. The mouse needs no focus. */
  rests(): Promise<void>
  /** Presses what opens the computer's own picker of files. */
  choose(target: Locator, files: Chosen[]): Promise<void>
}

export const tableRow = (page: Page, name: string) =>
  shown(page).locator('.wide-rows .wide-row').filter({ hasText: name })
export const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true })
export const says = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()

/** Opens a row's menu and presses an entry. */
export async function act(hand: Hand, name: string, label: string): Promise<void> {
  await hand.press(button(await hand.menu(name), label).first())
}

/** Answers the question that the app asks. */
export async function confirm(hand: Hand, label: string): Promise<void> {
  const question = hand.page.getByRole('alertdialog')
  await hand.press(button(question, label))
  await question.waitFor({ state: 'detached' })
}

class Mouse implements Hand {
  readonly kind = 'mouse'

  constructor(readonly page: Page) {}

  reach(target: Locator): Promise<void> {
    return target.hover()
  }

  press(target: Locator): Promise<void> {
    return target.click()
  }

  turn(target: Locator): Promise<void> {
    return target.click()
  }

  async write(field: Locator, text: string): Promise<void> {
    await field.click({ clickCount: 3 })
    await this.page.keyboard.type(text)
  }

  async menu(name: string): Promise<Locator> {
    await tableRow(this.page, name).click({ button: 'right', position: { x: 420, y: 20 } })
    await dialog(this.page).waitFor()
    return dialog(this.page)
  }

  open(name: string): Promise<void> {
    return tableRow(this.page, name).locator('.wide-name').click()
  }

  rename(name: string): Promise<void> {
    return act(this, name, t('menu.rename'))
  }

  remove(name: string): Promise<void> {
    return act(this, name, t('menu.delete'))
  }

  search(): Promise<void> {
    return shown(this.page).locator('.wide-search').click()
  }

  async pick(opener: Locator, option: string): Promise<void> {
    await opener.click()
    await this.page.getByRole('option', { name: option, exact: true }).click()
  }

  openIn(_: Locator, row: Locator): Promise<void> {
    return row.click()
  }

  async leave(panel: Locator): Promise<void> {
    await panel
      .getByRole('button', { name: new RegExp(`^(${t('action.back')}|${t('action.close')})$`) })
      .first()
      .click()
    await panel.waitFor({ state: 'detached' })
  }

  rests(): Promise<void> {
    return Promise.resolve()
  }

  async choose(target: Locator, files: Chosen[]): Promise<void> {
    const [chooser] = await Promise.all([this.page.waitForEvent('filechooser'), this.press(target)])
    await chooser.setFiles(files)
  }
}

/** Stops of Tab after which a thing counts as unreachable. */
const STOPS = 80

class Keyboard implements Hand {
  readonly kind = 'keyboard'

  constructor(readonly page: Page) {}

  async key(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  async reach(target: Locator): Promise<void> {
    await target.waitFor()
    await this.tabUntil(String(target), () => target.evaluate((thing) => thing === document.activeElement))
  }

  async press(target: Locator): Promise<void> {
    await this.reach(target)
    await this.key('Enter')
  }

  async turn(target: Locator): Promise<void> {
    await this.reach(target)
    await this.key(' ')
  }

  async write(field: Locator, text: string): Promise<void> {
    await this.reach(field)
    await this.key('Control+a')
    await this.page.keyboard.type(text)
  }

  async menu(name: string): Promise<Locator> {
    await this.toRow(name)
    await this.key('Shift+F10')
    await dialog(this.page).waitFor()
    return dialog(this.page)
  }

  async open(name: string): Promise<void> {
    await this.toRow(name)
    await this.key('Enter')
  }

  async rename(name: string): Promise<void> {
    await this.toRow(name)
    await this.key('F2')
  }

  async remove(name: string): Promise<void> {
    await this.toRow(name)
    await this.key('Delete')
  }

  search(): Promise<void> {
    return this.key('/')
  }

  async pick(opener: Locator, option: string): Promise<void> {
    await this.press(opener)
    await this.arrowTo(this.page.getByRole('option', { name: option, exact: true }))
    await this.key('Enter')
  }

  async openIn(grid: Locator, row: Locator): Promise<void> {
    await row.waitFor()
    await this.tabUntil(`the grid`, () => grid.evaluate((box) => box.contains(document.activeElement)))
    await this.arrowTo(row)
    await this.key('Enter')
  }

  async leave(panel: Locator): Promise<void> {
    // Escape reaches what has the focus.
    await this.seesFocus()
    await this.key('Escape')
    await panel.waitFor({ state: 'detached' })
    await this.seesFocus()
  }

  async rests(): Promise<void> {
    await this.seesFocus()
  }

  async choose(target: Locator, files: Chosen[]): Promise<void> {
    // Playwright needs a moment to intercept the picker: longer than one key takes.
    const [chooser] = await Promise.all([this.page.waitForEvent('filechooser'), this.press(target)])
    await chooser.setFiles(files)
  }

  /** Goes to a row of the table by Tab and arrows. */
  private async toRow(name: string): Promise<void> {
    const row = tableRow(this.page, name)
    await row.waitFor()
    await this.tabUntil('the table', () =>
      this.page.evaluate(() => document.activeElement?.matches('.wide-row') ?? false),
    )
    await this.arrowTo(row)
  }

  /** Presses Tab until the focus is where it should be; every stop on the way shows the focus. */
  private async tabUntil(what: string, isThere: () => Promise<boolean>): Promise<void> {
    const stops: string[] = []
    while (!(await isThere())) {
      if (stops.length === STOPS) assert.fail(`Tab does not reach ${what}:\n${stops.join('\n')}`)
      await this.key('Tab')
      // Behind the last stop the focus is on the browser's own controls, and then on the first stop.
      if (await this.page.evaluate(() => document.activeElement === document.body)) await this.key('Tab')
      stops.push(await this.seesFocus())
    }
  }

  /** Presses an arrow until the thing has the focus. */
  private async arrowTo(target: Locator): Promise<void> {
    await target.waitFor()
    const stops: string[] = []
    const wayTo = () =>
      target.evaluate((thing) => {
        const at = document.activeElement!
        if (thing.contains(at)) return null
        return at.compareDocumentPosition(thing) & Node.DOCUMENT_POSITION_PRECEDING ? 'ArrowUp' : 'ArrowDown'
      })
    for (let way = await wayTo(); way !== null; way = await wayTo()) {
      if (stops.length === STOPS) assert.fail(`the arrows do not reach ${String(target)}:\n${stops.join('\n')}`)
      await this.key(way)
      stops.push(await this.seesFocus())
    }
  }

  /** Waits until the focus lies on something that shows it, in the window and on the top page. @returns what that is */
  async seesFocus(): Promise<string> {
    let seen = { what: '', fault: '' }
    await until('a visible focus', async () => {
      seen = await this.page.evaluate(focusNow)
      return seen.fault === ''
    }).catch(() => assert.fail(`${seen.fault}: ${seen.what}`))
    return seen.what
  }
}

/** Runs in the page. @returns the focused element, and why a user cannot see that it has the focus; '' if they can */
function focusNow(): { what: string; fault: string } {
  const at = document.activeElement
  if (!at || at === document.body) return { what: 'body', fault: 'nothing has the focus' }
  const what = `${at.tagName}.${at.className} ${at.getAttribute('aria-label') ?? at.textContent?.slice(0, 40) ?? ''}`
  if (at.closest('.page-below, [aria-hidden=true]')) return { what, fault: 'the focus is on something hidden' }
  const { left, top, right, bottom, width, height } = at.getBoundingClientRect()
  const isInside = width > 0 && height > 0 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight
  if (!isInside) return { what, fault: `the focus is outside of the window, at ${left}, ${top}` }
  const hasLook = (each: Element | null) => {
    if (!each) return false
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each)
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
  }
  // A field shows its caret, and a box that took the focus for its contents shows the contents.
  const isField = at.matches('textarea, input:not([type=checkbox], [type=radio], [type=button]), [contenteditable]')
  const isBox = (at as HTMLElement).tabIndex < 0
  // The corner of a sheet of cells is always on the screen, its edges are not.
  const corner = at.querySelector('.grid-corner')
  const isCheck = at.matches('input') && [at.nextElementSibling, at.parentElement].some(hasLook)
  if (!isField && !isBox && !isCheck && !hasLook(at) && !hasLook(corner))
    return { what, fault: 'nothing shows the focus' }
  return { what, fault: '' }
}

/** The two ways to operate a computer. */
export const hands = [
  ['by keyboard alone', (page: Page): Hand => new Keyboard(page)],
  ['by mouse', (page: Page): Hand => new Mouse(page)],
] as const

import type { Locator } from 'playwright-core'
import sharp from 'sharp'
import type { PageSession } from './PageSession'
import { asWhole } from './refuse'
import { matcher, type RoleState, type Step } from './steps'

type Text = string | RegExp
type State = 'visible' | 'hidden' | 'attached' | 'detached'
interface Named extends Omit<RoleState, 'hidden'> {
  name?: Text
  exact?: boolean
  includeHidden?: boolean
}
interface Filter {
  hasText?: Text
  hasNotText?: Text
  has?: Locator
  hasNot?: Locator
}
interface Patience {
  timeout?: number
}

const stepsOf = new WeakMap<object, readonly Step[]>()
/** The steps of a locator that was given to another one. */
const within = (locator: Locator) => [...stepsOf.get(locator)!]

function filterSteps({ hasText, hasNotText, has, hasNot }: Filter = {}): Step[] {
  return [
    ...(hasText === undefined ? [] : [{ hasText: matcher(hasText) }]),
    ...(hasNotText === undefined ? [] : [{ hasText: matcher(hasNotText), isNot: true }]),
    ...(has ? [{ has: within(has) }] : []),
    ...(hasNot ? [{ has: within(hasNot), isNot: true }] : []),
  ]
}

/** The ways from a page, or from an element, to elements. */
export function finders(session: PageSession, steps: readonly Step[]) {
  const to = (...more: Step[]) => engineLocator(session, [...steps, ...more])
  return {
    locator: (css: string, filter?: Filter) => to({ css }, ...filterSteps(filter)),
    getByRole: (role: string, { name, exact, includeHidden, ...state }: Named = {}) =>
      to({
        role,
        ...(name === undefined ? {} : { name: matcher(name, exact) }),
        state: { ...state, ...(includeHidden ? { hidden: true } : {}) },
      }),
    getByLabel: (text: Text, { exact }: { exact?: boolean } = {}) => to({ label: matcher(text, exact) }),
    getByText: (text: Text, { exact }: { exact?: boolean } = {}) => to({ text: matcher(text, exact) }),
    getByPlaceholder: (text: Text, { exact }: { exact?: boolean } = {}) => to({ placeholder: matcher(text, exact) }),
  }
}

/** The part of Playwright's `Locator` that tests use. */
export function engineLocator(session: PageSession, steps: readonly Step[]): Locator {
  const to = (...more: Step[]) => engineLocator(session, [...steps, ...more])
  const one = <T>(code: (element: HTMLElement, arg: never) => T, arg?: unknown, { timeout }: Patience = {}) =>
    session.evaluateOne<Awaited<T>>(steps, code, arg, timeout)
  const all = <T>(code: (elements: HTMLElement[]) => T) => session.evaluateAll<T>(steps, code)
  const tap = async ({ timeout }: Patience = {}) => {
    const { x, y } = await session.aim(steps, timeout)
    await session.do(() => session.driver.tap(x, y))
  }
  const focus = (patience?: Patience) => one((element) => element.focus(), undefined, patience)
  const waitVisible = (patience?: Patience) => waitFor({ state: 'visible', ...patience })

  async function waitFor({ state = 'visible', timeout = session.timeout }: { state?: State } & Patience = {}) {
    const ask = `const found = engineFinder.find(${JSON.stringify(steps)})
      return { count: found.length, isVisible: found.length > 0 && engineFinder.isVisible(found[0]) }`
    await session.poll(steps, timeout, async () => {
      const { count, isVisible } = await session.run<{ count: number; isVisible: boolean }>(ask)
      if (count > 1 && state !== 'detached')
        throw new Error(`${JSON.stringify(steps)}: there are ${count} such elements`)
      const isDone = { visible: isVisible, hidden: !isVisible, attached: count > 0, detached: count === 0 }[state]
      return isDone ? { done: undefined } : count === 0 ? 'there is no such element' : `it is not ${state}`
    })
  }

  async function boundingBox(patience?: Patience) {
    return one(
      (element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return width > 0 && height > 0 ? { x, y, width, height } : null
      },
      undefined,
      patience,
    )
  }

  const part = {
    ...finders(session, steps),
    filter: (filter: Filter) => to(...filterSteps(filter)),
    first: () => to({ nth: 0 }),
    last: () => to({ nth: -1 }),
    nth: (nth: number) => to({ nth }),
    or: (other: Locator) => to({ or: within(other) }),
    and: (other: Locator) => to({ and: within(other) }),
    tap,
    click: tap,
    check: tap,
    waitFor,
    focus,
    boundingBox,
    async fill(text: string, patience?: Patience) {
      await waitVisible(patience)
      await session.run(`const [element] = engineFinder.find(${JSON.stringify(steps)})
        engineFinder.fill(element, ${JSON.stringify(text)})`)
    },
    async press(key: string, patience?: Patience) {
      await focus(patience)
      await session.pressKey(key)
    },
    async pressSequentially(text: string, patience?: Patience) {
      await focus(patience)
      await session.do(() => session.driver.type(text))
    },
    async setInputFiles() {
      session.refuse('locator.setInputFiles; open the field by a tap and wait for its file chooser')
    },
    evaluate: (code: (element: HTMLElement, arg: never) => unknown, arg?: unknown, patience?: Patience) =>
      one(code, arg, patience),
    evaluateAll: (code: (elements: HTMLElement[], arg: never) => unknown, arg?: unknown) =>
      session.evaluateAll(steps, code, arg),
    count: () => all((elements) => elements.length),
    all: async () => Array.from({ length: await all((elements) => elements.length) }, (_, nth) => to({ nth })),
    allInnerTexts: () => all((elements) => elements.map(({ innerText }) => innerText)),
    allTextContents: () => all((elements) => elements.map(({ textContent }) => textContent ?? '')),
    innerText: (patience?: Patience) => one(({ innerText }) => innerText, undefined, patience),
    textContent: (patience?: Patience) => one(({ textContent }) => textContent, undefined, patience),
    getAttribute: (name: string, patience?: Patience) =>
      one((element, asked: string) => element.getAttribute(asked), name, patience),
    inputValue: (patience?: Patience) => one((element) => (element as HTMLInputElement).value, undefined, patience),
    isChecked: (patience?: Patience) =>
      one(
        (element) => (element as HTMLInputElement).checked ?? element.getAttribute('aria-checked') === 'true',
        undefined,
        patience,
      ),
    isDisabled: (patience?: Patience) =>
      one((element) => element.matches(':disabled, [aria-disabled=true]'), undefined, patience),
    isVisible: () =>
      session.run(`const found = engineFinder.find(${JSON.stringify(steps)})
        return found.length > 0 && engineFinder.isVisible(found[0])`),
    scrollIntoViewIfNeeded: (patience?: Patience) =>
      one((element) => element.scrollIntoView({ block: 'nearest' }), undefined, patience),
    /** PNG of the part of the viewport that the element covers. */
    async screenshot(): Promise<Buffer> {
      await waitVisible()
      const box = (await boundingBox())!
      const scale = await session.evaluate<number>('devicePixelRatio')
      const whole = await session.do(() => session.driver.screenshot())
      const [left, top] = [Math.round(box.x * scale), Math.round(box.y * scale)]
      const size = { width: Math.round(box.width * scale), height: Math.round(box.height * scale) }
      return sharp(whole)
        .extract({ left, top, ...size })
        .png()
        .toBuffer()
    },
  }
  const locator = asWhole<Locator>(part, session.driver.engine, 'locator')
  stepsOf.set(locator, steps)
  return locator
}

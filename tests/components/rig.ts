import type ReactTestUtil from '@tarojs/test-utils-react'
// Not the package's entry, which loads Taro's router and runtime for whole apps.
import { act, fireEvent, render } from '@tarojs/test-utils-react/dist/pure'
import { createElement as h, type ReactElement } from 'react'
import { WordsContext } from '@/components/ui/context'
import { loadLazyWords, needLazyWords } from '@/i18n/lazy/load'
import { loadMainWords } from '@/i18n/main/load'
import { createWords } from '@/i18n/words'
import { AppContext } from '@/screens/app/AppContext'
import type { AppServices } from '@/stores/app/AppServices'
import { settled } from '../stores/support/until'

/* Nothing is laid out here, so there is nowhere to scroll. */
Element.prototype.scrollIntoView ??= () => undefined

/** The package's own types lose the names of the events. */
const fire = fireEvent as unknown as ReactTestUtil['fireEvent']

export interface Mounted {
  box: HTMLElement
  show(element: ReactElement): void
  close(): void
}

export function mount(element: ReactElement): Mounted {
  const { container, rerender, unmount } = render(element, {})
  return {
    box: container as HTMLElement,
    show: rerender,
    close() {
      unmount()
      container.remove()
    },
  }
}

/** A screen within an app, with all its words loaded. */
export async function mountScreen(app: AppServices, screen: ReactElement): Promise<Mounted> {
  const { language, wording } = app.language
  needLazyWords()
  const words = createWords(...(await loadLazyWords(language)), ...(await loadMainWords(language, wording)))
  const mounted = mount(h(AppContext.Provider, { value: app }, h(WordsContext.Provider, { value: words }, screen)))
  await answered()
  return mounted
}

/** Waits until the screen shows the server's answers. */
export async function answered(): Promise<void> {
  await act(async () => settled())
}

/** Taps the first element that a selector finds and that has a text, and waits for the result. */
export async function tap(box: Element, selector: string, text = ''): Promise<void> {
  const target = [...box.querySelectorAll(selector)].find(({ textContent }) => textContent?.includes(text))
  if (!target) throw new Error(`nothing to tap: ${selector} ${text}`)
  fire.click(target)
  await answered()
}

/** Does something and waits until the components have answered. */
export function doing(what: () => void): void {
  act(what)
}

export function press(target: Element, key: string, more: KeyboardEventInit = {}): void {
  fire.keyDown(target, { key, ...more })
}

/** One finger, in px of the window. */
export function touch(target: Element, name: 'Start' | 'Move' | 'End' | 'Cancel', clientX = 0, clientY = 0): void {
  const touches = name === 'Start' || name === 'Move' ? [{ clientX, clientY }] : []
  fire[`touch${name}`](target, { touches } as object)
}

export function click(target: Element | null): void {
  if (target) fire.click(target)
}

export function type(field: HTMLInputElement, value: string): void {
  // Bypasses React's own setter of the value, so that React takes it for typing.
  fire.input(field, { target: { value } } as object)
}

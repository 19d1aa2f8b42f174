import type ReactTestUtil from '@tarojs/test-utils-react'
// Not the package's entry: that one loads Taro's router and runtime for whole apps.
import { act, fireEvent, render } from '@tarojs/test-utils-react/dist/pure'
import type { ReactElement } from 'react'

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

/** Does something and waits until the components have answered it. */
export function doing(what: () => void): void {
  act(what)
}

export function press(target: Element, key: string, more: KeyboardEventInit = {}): void {
  fire.keyDown(target, { key, ...more })
}

export function click(target: Element | null): void {
  if (target) fire.click(target)
}

export function type(field: HTMLInputElement, value: string): void {
  // Past React's own setter of the value, so that React takes it for typing.
  fire.input(field, { target: { value } } as object)
}

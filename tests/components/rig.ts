import { act, type ReactElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

export interface Mounted {
  box: HTMLElement
  show(element: ReactElement): void
  close(): void
}

export function mount(element: ReactElement): Mounted {
  const box = document.body.appendChild(document.createElement('div'))
  const root: Root = createRoot(box)
  const show = (next: ReactElement) => act(() => root.render(next))
  show(element)
  return {
    box,
    show,
    close() {
      act(() => root.unmount())
      box.remove()
    },
  }
}

/** Does something and waits until the components have answered it. */
export function doing(what: () => void): void {
  act(what)
}

export function press(target: Element, key: string, more: KeyboardEventInit = {}): void {
  doing(
    () => void target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })),
  )
}

export function click(target: Element | null): void {
  doing(() => void target?.dispatchEvent(new MouseEvent('click', { bubbles: true })))
}

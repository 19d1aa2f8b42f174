import { createElement as h } from 'react'
import { VirtualList } from '@/components/VirtualList'
import { doing } from './rig'

export type Props = Parameters<typeof VirtualList<number>>[0]

export const VIEWPORT = 640
export const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

export function list(props: Partial<Props>) {
  return h(VirtualList<number>, {
    rows: numbers(1000),
    viewportHeight: VIEWPORT,
    label: 'Files',
    inOrder: true,
    renderRow: (row, { top, position, total }) =>
      h(
        'div',
        { className: 'r', role: 'listitem', 'aria-posinset': position, 'aria-setsize': total, 'data-top': top },
        `row ${row}`,
      ),
    ...props,
  })
}

export const drawn = (box: Element) => [...box.querySelectorAll<HTMLElement>('.r')]

export function scrollTo(box: Element, top: number): void {
  const scroller = box.querySelector('.virtual-list') as HTMLElement
  doing(() => {
    scroller.scrollTop = top
    scroller.dispatchEvent(new Event('scroll'))
  })
}

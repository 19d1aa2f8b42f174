import { createElement as h } from 'react'
import { WindowContext } from '@/components/ui/context'
import { VirtualList } from '@/components/lists/VirtualList'
import { poolSize, rowHeightOf } from '@/domain/items/lists/slots'
import { doing } from '../rig'

export type Props = Parameters<typeof VirtualList<number>>[0]

export const VIEWPORT = 640
export const ROW = rowHeightOf(1)
export const POOL = poolSize({ viewportHeight: VIEWPORT, rowHeight: ROW })
export const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

export function list(props: Partial<Props>, textScale = 1) {
  const phone = { width: 375, height: VIEWPORT, statusBar: 0, capsuleSpace: 0, headerHeight: 48, textScale }
  const shown = h(VirtualList<number>, {
    rows: numbers(1000),
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
  return h(WindowContext.Provider, { value: phone }, shown)
}

export const drawn = (box: Element) => [...box.querySelectorAll<HTMLElement>('.r')]

export function scrollTo(box: Element, top: number): void {
  const scroller = box.querySelector('.virtual-list') as HTMLElement
  doing(() => {
    scroller.scrollTop = top
    scroller.dispatchEvent(new Event('scroll'))
  })
}

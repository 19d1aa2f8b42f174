import { describe, test } from 'node:test'
import assert from 'node:assert/strict'
import { createElement as h } from 'react'
import { ROW_HEIGHT, poolSize } from '@/domain/lists/slots'
import type * as ListModule from '@/components/VirtualList'
import { components, doing, mount } from './rig'

type Props = Parameters<typeof ListModule.VirtualList<number>>[0]
const { VirtualList } = await components<typeof ListModule>(['VirtualList'], 'h5')
const { VirtualList: NativeList } = await components<typeof ListModule>(['VirtualList'], 'weapp')

const VIEWPORT = 640
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

function list(props: Partial<Props>, kind: typeof VirtualList = VirtualList) {
  return h(kind<number>, {
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

const drawn = (box: Element) => [...box.querySelectorAll<HTMLElement>('.r')]

function scrollTo(box: Element, top: number): void {
  const scroller = box.querySelector('.virtual-list') as HTMLElement
  doing(() => {
    scroller.scrollTop = top
    scroller.dispatchEvent(new Event('scroll'))
  })
}

describe('a list of 1,000 rows', () => {
  test('draws those near the viewport, in order, each with its place', async () => {
    const { box, close } = await mount(list({ total: 4000 }))
    const rows = drawn(box)
    assert.equal(rows.length, poolSize(VIEWPORT))
    const [, second] = rows
    assert.deepEqual(
      rows.map((row) => row.textContent),
      numbers(rows.length).map((index) => `row ${index}`),
    )
    assert.deepEqual(
      [second?.dataset.top, second?.getAttribute('aria-posinset'), second?.getAttribute('aria-setsize')],
      ['64', '2', '4000'],
    )
    assert.equal(box.querySelector<HTMLElement>('[role=list]')?.style.height, `${1000 * ROW_HEIGHT}px`)
    close()
  })

  test('after scrolling the viewport is covered, with the same elements', async () => {
    const { box, close } = await mount(list({}))
    const before = new Set(drawn(box))
    scrollTo(box, 20_000)
    const rows = drawn(box)
    const tops = rows.map((row) => Number(row.dataset.top))
    assert.ok(Math.min(...tops) <= 20_000 && Math.max(...tops) + ROW_HEIGHT >= 20_000 + VIEWPORT)
    assert.deepEqual(
      tops,
      [...tops].sort((a, b) => a - b),
    )
    assert.ok(rows.every((row) => before.has(row)))
    close()
  })

  test('when rows go while it stands at the end, the last ones are drawn', async () => {
    const mounted = await mount(list({}))
    scrollTo(mounted.box, 1000 * ROW_HEIGHT - VIEWPORT)
    mounted.show(list({ rows: numbers(30) }))
    assert.equal(drawn(mounted.box).at(-1)?.textContent, 'row 29')
    assert.equal(drawn(mounted.box).length, poolSize(VIEWPORT))
    mounted.close()
  })

  test('in the mini-program the order of the rows never changes', async () => {
    const { box, close } = await mount(list({ inOrder: false }, NativeList))
    const before = drawn(box)
    scrollTo(box, 20_000)
    assert.deepEqual(drawn(box), before)
    assert.ok(before.some((row) => row.dataset.top === String(20_032)))
    assert.ok(before.every((row) => !row.hasAttribute('aria-posinset')))
    assert.equal(box.querySelectorAll('mp-custom-wrapper').length, 1)
    close()
  })
})

describe('the end of the rows', () => {
  test('is told at once when they do not fill two viewports, and again as more come', async () => {
    const told: number[] = []
    const onNearEnd: Props['onNearEnd'] = (view) => void told.push(view.bodyHeight)
    const mounted = await mount(list({ rows: numbers(15), onNearEnd }))
    assert.deepEqual(told, [15 * ROW_HEIGHT])
    mounted.show(list({ rows: numbers(100), onNearEnd }))
    assert.deepEqual(told, [15 * ROW_HEIGHT])
    mounted.close()
  })

  test('is told one viewport before it comes in sight, not earlier', async () => {
    let told = 0
    const { box, close } = await mount(list({ onNearEnd: () => void (told += 1) }))
    const end = 1000 * ROW_HEIGHT
    scrollTo(box, end - 2 * VIEWPORT - 1)
    assert.equal(told, 0)
    scrollTo(box, end - 2 * VIEWPORT)
    assert.equal(told, 1)
    close()
  })
})

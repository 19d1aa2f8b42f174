import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { useState } from 'react'
import { SwipeAction } from '@/components/rows/SwipeAction'
import { mount, touch } from '../rig'

const WIDTH = 180
const nothing = () => undefined
const sizes = { clientWidth: 390, offsetWidth: 390 + WIDTH } as const

function Row({ did }: { did: string[] }) {
  const [isOpen, setOpen] = useState(false)
  const turn = (now: boolean) => {
    did.push(now ? 'open' : 'closed')
    setOpen(now)
  }
  return (
    <SwipeAction
      isOpen={isOpen}
      options={[{ label: 'Delete', width: WIDTH, onPress: nothing }]}
      onOpen={() => turn(true)}
      onClose={() => turn(false)}
    >
      content
    </SwipeAction>
  )
}

/** Drags a finger across the row by the px of each step and lifts it, or lets the browser take it for its own scrolling. */
function drag(row: ReturnType<typeof mount>, steps: [x: number, y: number][], end: 'End' | 'Cancel' = 'End'): number[] {
  const view = row.box.querySelector('.at-swipe-action__content') as HTMLElement
  const at = () => Math.round(Number(/translateX\((.+)px\)/.exec(view.style.transform)?.[1] ?? 0)) || 0
  touch(view, 'Start', 300, 300)
  const seen = steps.map(([x, y]) => {
    touch(view, 'Move', 300 + x, 300 + y)
    return at()
  })
  touch(view, end)
  return [...seen, at()]
}

describe('[MSG-05] a swipe in a browser', () => {
  beforeAll(() => {
    for (const [name, value] of Object.entries(sizes))
      Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value })
  })
  afterAll(() => {
    for (const name of Object.keys(sizes)) Reflect.deleteProperty(HTMLElement.prototype, name)
  })

  const ways: [string, [number, number][], number[], string[]][] = [
    ['follows the finger, and opens past the half', [[-60, 2], [-100, 4]], [-60, -100, -180], ['open']], // prettier-ignore
    ['goes back before the half', [[-60, 2], [-80, 0]], [-60, -80, 0], ['closed']], // prettier-ignore
    ['goes no farther than its options', [[-60, 0], [-300, 0]], [-60, -180, -180], ['open']], // prettier-ignore
    ['does not go to the right', [[60, 0], [100, 0]], [0, 0, 0], ['closed']], // prettier-ignore
    ['leaves what goes up or down to the list', [[-9, 30], [-150, 40]], [0, 0, 0], ['closed']], // prettier-ignore
  ]
  test.each(ways)('%s', (_title, steps, places, expected) => {
    const did: string[] = []
    const row = mount(<Row did={did} />)
    expect(drag(row, steps)).toStrictEqual(places)
    expect(did).toStrictEqual(expected)
    row.close()
  })

  test('the row springs back when the browser takes the finger for its own', () => {
    const row = mount(<Row did={[]} />)
    expect(drag(row, [[-60, 0]], 'Cancel')).toStrictEqual([-60, 0])
    row.close()
  })

  test('dragging back closes an open row, and a small drag leaves it open', () => {
    const row = mount(<Row did={[]} />)
    drag(row, [[-120, 0]])
    expect(drag(row, [[20, 0], [60, 0]])).toStrictEqual([-160, -120, -180]) // prettier-ignore
    expect(drag(row, [[20, 0], [120, 0]])).toStrictEqual([-160, -60, 0]) // prettier-ignore
    row.close()
  })
})

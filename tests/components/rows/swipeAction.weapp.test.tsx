import { expect, test } from '@jest/globals'
import { SwipeAction } from '@/components/rows/SwipeAction'
import { doing, mount, touch } from '../rig'

const nothing = () => undefined

test('[MSG-05] WeChat gets a new position each time the finger lifts, because it ignores the same one twice', () => {
  const did: string[] = []
  const { box, close } = mount(
    <SwipeAction
      isOpen={false}
      options={[{ label: 'Delete', width: 72, onPress: nothing }]}
      onOpen={() => did.push('open')}
      onClose={() => did.push('closed')}
    >
      content
    </SwipeAction>,
  )
  const view = box.querySelector('.at-swipe-action__content')!
  const told = [-20, -30, -60, -50].map((x) => {
    doing(() => void view.dispatchEvent(new CustomEvent('moved', { detail: { x } })))
    touch(view, 'End')
    return Number(view.getAttribute('x'))
  })
  expect(did).toStrictEqual(['closed', 'closed', 'open', 'open'])
  expect(told.map((x) => Math.round(x) || 0)).toStrictEqual([0, 0, -72, -72])
  expect(told.every((x, at) => x !== told[at - 1])).toBe(true)
  close()
})

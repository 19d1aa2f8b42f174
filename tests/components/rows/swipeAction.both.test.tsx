import { describe, expect, test } from '@jest/globals'
import { SwipeAction } from '@/components/rows/SwipeAction'
import { click, mount } from '../rig'

const nothing = () => undefined

/** px by which the content is moved: a transform in a browser, an attribute in the mini-program. */
function offset(box: Element): number {
  const view = box.querySelector('.at-swipe-action__content') as HTMLElement
  const [, moved] = /translateX\((.+)px\)/.exec(view.style.transform) ?? []
  return Math.round(Number(moved ?? view.getAttribute('x') ?? 0)) || 0
}

describe('[MSG-05] a swipe action', () => {
  const swipe = (did: string[], isOpen: boolean, isUnread = true) => (
    <SwipeAction
      isOpen={isOpen}
      options={[
        ...(isUnread ? [{ label: 'Read', width: 108, onPress: () => did.push('read') }] : []),
        { label: 'Delete', width: 72, danger: true, onPress: () => did.push('delete') },
      ]}
      onOpen={nothing}
      onClose={() => did.push('closed')}
    >
      <i>content</i>
    </SwipeAction>
  )

  test('the row shows its content, and its options in order', () => {
    const { box, close } = mount(swipe([], false))
    expect(box.querySelector('i')?.textContent).toBe('content')
    expect([...box.querySelectorAll('.swipe-option')].map((option) => option.textContent)).toStrictEqual([
      'Read',
      'Delete',
    ])
    close()
  })

  test('the row opens as far as its options are wide, also when there are fewer of them', () => {
    const mounted = mount(swipe([], false))
    expect(offset(mounted.box)).toBe(0)
    mounted.show(swipe([], true))
    expect(offset(mounted.box)).toBe(-180)
    mounted.show(swipe([], true, false))
    expect(offset(mounted.box)).toBe(-72)
    mounted.close()
  })

  test('the row closes when its owner says so', () => {
    const mounted = mount(swipe([], false))
    mounted.show(swipe([], true))
    mounted.show(swipe([], false))
    expect(offset(mounted.box)).toBe(0)
    mounted.close()
  })

  test('pressing an option acts, and closes the row', () => {
    const did: string[] = []
    const { box, close } = mount(swipe(did, true))
    click(box.querySelector('.swipe-danger'))
    expect(did).toStrictEqual(['delete', 'closed'])
    close()
  })

  test('options are shown only while the row is open', () => {
    const mounted = mount(swipe([], false))
    expect(mounted.box.querySelector('.swipe-shown')).toBeNull()
    mounted.show(swipe([], true))
    expect(mounted.box.querySelector('.swipe-shown')).not.toBeNull()
    mounted.close()
  })
})

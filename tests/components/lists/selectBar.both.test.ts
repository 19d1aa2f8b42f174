import { describe, expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import { SelectBar } from '@/components/lists/SelectBar'
import { click, mount } from '../rig'

describe('[AH-10] the bar of select mode', () => {
  const bar = (isEmpty: boolean, done: string[]) =>
    h(SelectBar, {
      status: '2 / 20',
      isEmpty,
      actions: [
        { key: 'move', icon: 'check', label: 'Move', onPress: () => done.push('move') },
        { key: 'delete', icon: 'trash-2', label: 'Delete', danger: true, onPress: () => done.push('delete') },
      ],
      confirm: { label: 'Choose', onPress: () => done.push('choose') },
    })

  test('[PICK-02] the bar counts the choice', () => {
    const { box, close } = mount(bar(false, []))
    expect(box.querySelector('[role=status]')?.textContent).toBe('2 / 20')
    close()
  })

  test('the bar does what is tapped', () => {
    const done: string[] = []
    const { box, close } = mount(bar(false, done))
    for (const action of box.querySelectorAll('.select-action')) click(action)
    click(box.querySelector('.button'))
    expect(done).toStrictEqual(['move', 'delete', 'choose'])
    close()
  })

  test('the bar does nothing while nothing is chosen', () => {
    const done: string[] = []
    const { box, close } = mount(bar(true, done))
    const actions = [...box.querySelectorAll('.select-action')]
    expect(actions.map((action) => action.getAttribute('aria-disabled'))).toStrictEqual(['true', 'true'])
    for (const action of actions) click(action)
    click(box.querySelector('.button'))
    expect(done).toStrictEqual([])
    close()
  })
})

import { describe, expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import { Dialog } from '@/components/sheets/Dialog'
import { NameForm } from '@/components/fields/NameForm'
import { Screen } from '@/components/frame/Screen'
import { Sheet } from '@/components/sheets/Sheet'
import { click, mount, press } from '../rig'

const nothing = () => undefined

describe('a modal', () => {
  test('a modal takes the focus, keeps Tab inside, and returns the focus', () => {
    const opener = document.body.appendChild(document.createElement('button'))
    opener.focus()
    Object.defineProperty(HTMLElement.prototype, 'offsetParent', { configurable: true, get: () => document.body })
    const children = [h('button', { key: 1 }), h('button', { key: 2 })]
    const { box, close } = mount(h(Sheet, { label: 'Menu', children, onClose: nothing }))
    const dialog = box.querySelector('[role=dialog][aria-modal]') as HTMLElement
    expect(document.activeElement).toBe(dialog)
    const [one, two] = [...dialog.querySelectorAll('button')]
    two?.focus()
    press(two as Element, 'Tab')
    expect(document.activeElement).toBe(one)
    press(one as Element, 'Tab', { shiftKey: true })
    expect(document.activeElement).toBe(two)
    close()
    expect(document.activeElement).toBe(opener)
    opener.remove()
  })

  test('Escape closes only the topmost', () => {
    const closed: string[] = []
    const { close } = mount(
      h(
        'div',
        {},
        h(Sheet, { label: 'Menu', children: 'text', onClose: () => closed.push('sheet') }),
        h(Dialog, { title: 'Sure?', confirm: 'Yes', onConfirm: nothing, onCancel: () => closed.push('dialog') }),
      ),
    )
    press(document.body, 'Escape')
    expect(closed).toStrictEqual(['dialog'])
    close()
  })

  test('the Escape that cancels a composition closes nothing, also in Safari, where it comes after the end', () => {
    let closed = 0
    const { close } = mount(h(Sheet, { label: 'Menu', children: 'text', onClose: () => void (closed += 1) }))
    press(document.body, 'Escape', { keyCode: 229 } as KeyboardEventInit)
    expect(closed).toBe(0)
    press(document.body, 'Escape')
    expect(closed).toBe(1)
    close()
  })

  test('a tap on the mask closes a sheet', () => {
    let closed = 0
    const { box, close } = mount(h(Sheet, { label: 'Menu', children: 'text', onClose: () => void (closed += 1) }))
    click(box.querySelector('.sheet-mask'))
    expect(closed).toBe(1)
    close()
  })
})

describe('the name form', () => {
  const form = (value: string) =>
    h(NameForm, { title: 'Rename', value, onChange: nothing, onSave: nothing, onCancel: nothing })

  test('the present name is selected until somebody types', () => {
    const mounted = mount(form('简章'))
    const input = mounted.box.querySelector('input') as HTMLInputElement
    expect([input.selectionStart, input.selectionEnd]).toStrictEqual([0, 2])
    input.setSelectionRange(1, 1)
    mounted.show(form('简写章'))
    expect(input.selectionStart).not.toBe(0)
    mounted.close()
  })

  test('the field takes the focus, and returns it', () => {
    const opener = document.body.appendChild(document.createElement('button'))
    opener.focus()
    const { box, close } = mount(form('a'))
    expect(document.activeElement).toBe(box.querySelector('input'))
    close()
    expect(document.activeElement).toBe(opener)
    opener.remove()
  })
})

test('a screen reader reads what Screen announces, also the first time', () => {
  const mounted = mount(h(Screen, { children: 'body' }))
  const status = mounted.box.querySelector('[role=status]')
  expect(status).toBeTruthy()
  mounted.show(h(Screen, { children: 'body', toast: 'done' }))
  expect(mounted.box.querySelector('[role=status]')).toBe(status)
  expect(status?.textContent).toBe('done')
  mounted.close()
})

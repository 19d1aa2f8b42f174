import { describe, expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import { Dialog } from '@/components/Dialog'
import { NameForm } from '@/components/NameForm'
import { PropertiesDialog } from '@/components/PropertiesDialog'
import { Screen } from '@/components/Screen'
import { Sheet } from '@/components/Sheet'
import { click, mount, press } from './rig'

const nothing = () => undefined

describe('a modal', () => {
  test('takes the focus, keeps Tab inside, and gives the focus back', () => {
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

  test('Escape closes the topmost alone', () => {
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

  test('a tap on the mask closes a sheet', () => {
    let closed = 0
    const { box, close } = mount(h(Sheet, { label: 'Menu', children: 'text', onClose: () => void (closed += 1) }))
    click(box.querySelector('.sheet-mask'))
    expect(closed).toBe(1)
    close()
  })
})

describe('a dialog', () => {
  test('a question has two buttons; a busy one takes no second yes', () => {
    const said: string[] = []
    const question = {
      title: 'Delete?',
      confirm: 'Delete',
      cancel: 'Keep',
      danger: true,
      onConfirm: () => said.push('yes'),
      onCancel: () => said.push('no'),
    }
    const mounted = mount(h(Dialog, question))
    const [no, yes] = [...mounted.box.querySelectorAll('button')]
    click(no as Element)
    click(yes as Element)
    mounted.show(h(Dialog, { ...question, busy: true }))
    click(mounted.box.querySelector('.button-danger'))
    expect(said).toStrictEqual(['no', 'yes'])
    mounted.close()
  })

  test('properties say the name in full, the size of a file alone, and every tag', () => {
    const mounted = mount(
      h(PropertiesDialog, { name: 'report.pdf', size: '4.2 MB', tags: 'a, b, c', onClose: nothing }),
    )
    expect([...mounted.box.querySelectorAll('.properties-value')].map((value) => value.textContent)).toStrictEqual([
      'report.pdf',
      '4.2 MB',
      'a, b, c',
    ])
    mounted.show(h(PropertiesDialog, { name: 'folder', onClose: nothing }))
    expect(mounted.box.querySelectorAll('.properties-value')).toHaveLength(1)
    mounted.close()
  })
})

describe('the form of a name', () => {
  const form = (value: string, saved: string[] = []) =>
    h(NameForm, { title: 'Rename', value, onChange: nothing, onSave: () => saved.push(value), onCancel: nothing })
  const save = (box: Element) => box.querySelectorAll('.text-button')[1] as Element

  test('save is disabled when nothing but blanks is there', () => {
    const saved: string[] = []
    const mounted = mount(form('   ', saved))
    expect(save(mounted.box).getAttribute('aria-disabled')).toBe('true')
    click(save(mounted.box))
    mounted.show(form('report', saved))
    click(save(mounted.box))
    press(mounted.box.querySelector('input') as Element, 'Enter')
    expect(saved).toStrictEqual(['report', 'report'])
    mounted.close()
  })

  test('the counter comes near 222 characters, counted as the rules count', () => {
    const mounted = mount(form('a'.repeat(200)))
    expect(mounted.box.querySelector('.field-counter')).toBeNull()
    mounted.show(form('😀'.repeat(221)))
    expect(mounted.box.querySelector('.field-counter')?.textContent).toBe('221 / 222')
    mounted.close()
  })

  test('the field has the focus, and gives it back', () => {
    const opener = document.body.appendChild(document.createElement('button'))
    opener.focus()
    const { box, close } = mount(form('a'))
    expect(document.activeElement).toBe(box.querySelector('input'))
    close()
    expect(document.activeElement).toBe(opener)
    opener.remove()
  })
})

test('what Screen tells is read out, also the first time', () => {
  const mounted = mount(h(Screen, { children: 'body' }))
  const status = mounted.box.querySelector('[role=status]')
  expect(status).toBeTruthy()
  mounted.show(h(Screen, { children: 'body', toast: 'done' }))
  expect(mounted.box.querySelector('[role=status]')).toBe(status)
  expect(status?.textContent).toBe('done')
  mounted.close()
})

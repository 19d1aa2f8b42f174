import { describe, test } from 'node:test'
import assert from 'node:assert/strict'
import { createElement as h } from 'react'
import type * as DialogModule from '@/components/Dialog'
import type * as FormModule from '@/components/NameForm'
import type * as PropertiesModule from '@/components/PropertiesDialog'
import type * as ScreenModule from '@/components/Screen'
import type * as SheetModule from '@/components/Sheet'
import { click, components, mount, press } from './rig'

const { Sheet, Dialog, NameForm, PropertiesDialog, Screen } = await components<
  typeof SheetModule & typeof DialogModule & typeof FormModule & typeof PropertiesModule & typeof ScreenModule
>(['Sheet', 'Dialog', 'NameForm', 'PropertiesDialog', 'Screen'], 'h5')
const nothing = () => undefined

describe('a modal', () => {
  test('takes the focus, keeps Tab inside, and gives the focus back', async () => {
    const opener = document.body.appendChild(document.createElement('button'))
    opener.focus()
    Object.defineProperty(HTMLElement.prototype, 'offsetParent', { configurable: true, get: () => document.body })
    const children = [h('button', { key: 1 }), h('button', { key: 2 })]
    const { box, close } = await mount(h(Sheet, { label: 'Menu', children, onClose: nothing }))
    const dialog = box.querySelector('[role=dialog][aria-modal]') as HTMLElement
    assert.equal(document.activeElement, dialog)
    const [one, two] = [...dialog.querySelectorAll('button')]
    two?.focus()
    press(two as Element, 'Tab')
    assert.equal(document.activeElement, one)
    press(one as Element, 'Tab', { shiftKey: true })
    assert.equal(document.activeElement, two)
    close()
    assert.equal(document.activeElement, opener)
    opener.remove()
  })

  test('Escape closes the topmost alone', async () => {
    const closed: string[] = []
    const { close } = await mount(
      h(
        'div',
        {},
        h(Sheet, { label: 'Menu', children: 'text', onClose: () => closed.push('sheet') }),
        h(Dialog, { title: 'Sure?', confirm: 'Yes', onConfirm: nothing, onCancel: () => closed.push('dialog') }),
      ),
    )
    press(document.body, 'Escape')
    assert.deepEqual(closed, ['dialog'])
    close()
  })

  test('a tap on the mask closes a sheet', async () => {
    let closed = 0
    const { box, close } = await mount(h(Sheet, { label: 'Menu', children: 'text', onClose: () => void (closed += 1) }))
    click(box.querySelector('.sheet-mask'))
    assert.equal(closed, 1)
    close()
  })
})

describe('a dialog', () => {
  test('a question has two buttons; a busy one takes no second yes', async () => {
    const said: string[] = []
    const question = {
      title: 'Delete?',
      confirm: 'Delete',
      cancel: 'Keep',
      danger: true,
      onConfirm: () => said.push('yes'),
      onCancel: () => said.push('no'),
    }
    const mounted = await mount(h(Dialog, question))
    const [no, yes] = [...mounted.box.querySelectorAll('button')]
    click(no as Element)
    click(yes as Element)
    mounted.show(h(Dialog, { ...question, busy: true }))
    click(mounted.box.querySelector('.button-danger'))
    assert.deepEqual(said, ['no', 'yes'])
    mounted.close()
  })

  test('properties say the name in full, the size of a file alone, and every tag', async () => {
    const mounted = await mount(
      h(PropertiesDialog, { name: 'report.pdf', size: '4.2 MB', tags: 'a, b, c', onClose: nothing }),
    )
    assert.deepEqual(
      [...mounted.box.querySelectorAll('.properties-value')].map((value) => value.textContent),
      ['report.pdf', '4.2 MB', 'a, b, c'],
    )
    mounted.show(h(PropertiesDialog, { name: 'folder', onClose: nothing }))
    assert.equal(mounted.box.querySelectorAll('.properties-value').length, 1)
    mounted.close()
  })
})

describe('the form of a name', () => {
  const form = (value: string, saved: string[] = []) =>
    h(NameForm, { title: 'Rename', value, onChange: nothing, onSave: () => saved.push(value), onCancel: nothing })
  const save = (box: Element) => box.querySelectorAll('.text-button')[1] as Element

  test('save is disabled when nothing but blanks is there', async () => {
    const saved: string[] = []
    const mounted = await mount(form('   ', saved))
    assert.equal(save(mounted.box).getAttribute('aria-disabled'), 'true')
    click(save(mounted.box))
    mounted.show(form('report', saved))
    click(save(mounted.box))
    press(mounted.box.querySelector('input') as Element, 'Enter')
    assert.deepEqual(saved, ['report', 'report'])
    mounted.close()
  })

  test('the counter comes near 222 characters, counted as the rules count', async () => {
    const mounted = await mount(form('a'.repeat(200)))
    assert.equal(mounted.box.querySelector('.field-counter'), null)
    mounted.show(form('😀'.repeat(221)))
    assert.equal(mounted.box.querySelector('.field-counter')?.textContent, '221 / 222')
    mounted.close()
  })

  test('the field has the focus, and gives it back', async () => {
    const opener = document.body.appendChild(document.createElement('button'))
    opener.focus()
    const { box, close } = await mount(form('a'))
    assert.equal(document.activeElement, box.querySelector('input'))
    close()
    assert.equal(document.activeElement, opener)
    opener.remove()
  })
})

test('what Screen tells is read out, also the first time', async () => {
  const mounted = await mount(h(Screen, { children: 'body' }))
  const status = mounted.box.querySelector('[role=status]')
  assert.ok(status)
  mounted.show(h(Screen, { children: 'body', toast: 'done' }))
  assert.equal(mounted.box.querySelector('[role=status]'), status)
  assert.equal(status.textContent, 'done')
  mounted.close()
})

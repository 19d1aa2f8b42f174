import { describe, expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import { NameForm } from '@/components/fields/NameForm'
import { click, mount, press, type } from '../rig'

const nothing = () => undefined

describe('the name form', () => {
  const form = (value: string, saved: string[] = []) =>
    h(NameForm, { title: 'Rename', value, onChange: nothing, onSave: () => saved.push(value), onCancel: nothing })
  const save = (box: Element) => box.querySelectorAll('.button')[1] as Element

  test('save is disabled for nothing but blanks', () => {
    const saved: string[] = []
    const mounted = mount(form('   ', saved))
    expect(save(mounted.box).classList.contains('button-disabled')).toBe(true)
    click(save(mounted.box))
    mounted.show(form('report', saved))
    click(save(mounted.box))
    press(mounted.box.querySelector('input') as Element, 'Enter')
    expect(saved).toStrictEqual(['report', 'report'])
    mounted.close()
  })

  test('the Return that ends a composition saves nothing, also in Safari, where it comes after the end', () => {
    const saved: string[] = []
    const { box, close } = mount(form('report', saved))
    const input = box.querySelector('input') as Element
    const init = { key: 'Enter', keyCode: 229, bubbles: true } as KeyboardEventInit
    input.dispatchEvent(new KeyboardEvent('keydown', init))
    expect(saved).toStrictEqual([])
    close()
  })

  test('the counter appears near 222 characters, counted as the rules count', () => {
    const mounted = mount(form('a'.repeat(200)))
    expect(mounted.box.querySelector('.field-counter')).toBeNull()
    mounted.show(form('😀'.repeat(221)))
    expect(mounted.box.querySelector('.field-counter')?.textContent).toBe('221 / 222')
    mounted.close()
  })

  test('typing reports the new name', () => {
    const typed: string[] = []
    const props = { title: 'Rename', value: 'a', onSave: nothing, onCancel: nothing }
    const { box, close } = mount(h(NameForm, { ...props, onChange: (value) => typed.push(value) }))
    type(box.querySelector('input') as HTMLInputElement, 'ab')
    expect(typed).toStrictEqual(['ab'])
    close()
  })

  test('an error is read out below the name and the kept extension', () => {
    const props = { title: 'Rename', value: 'a', suffix: '.pdf', onChange: nothing, onSave: nothing, onCancel: nothing }
    const mounted = mount(h(NameForm, props))
    expect(mounted.box.querySelector('.field-suffix')?.textContent).toBe('.pdf')
    expect(mounted.box.querySelector('[role=alert]')).toBeNull()
    mounted.show(h(NameForm, { ...props, error: 'Taken' }))
    expect(mounted.box.querySelector('[role=alert]')?.textContent).toBe('Taken')
    mounted.close()
  })

  test('the form saves nothing again while it saves', () => {
    let saved = 0
    const props = { title: 'Rename', value: 'a', onChange: nothing, onSave: () => void (saved += 1), onCancel: nothing }
    const { box, close } = mount(h(NameForm, { ...props, isSaving: true }))
    click(save(box))
    expect(saved).toBe(0)
    close()
  })
})

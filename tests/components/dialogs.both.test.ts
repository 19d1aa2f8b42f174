import { describe, expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import { Dialog } from '@/components/Dialog'
import { PropertiesDialog } from '@/components/PropertiesDialog'
import { SortSheet } from '@/components/SortSheet'
import { click, mount } from './rig'

const nothing = () => undefined

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
    const [no, yes] = [...mounted.box.querySelectorAll('.button')]
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

describe('[LIST-04] the sheet of orders', () => {
  const sheet = (chosen: string[], closed: string[] = []) =>
    h(SortSheet, {
      by: 'name',
      direction: 'asc',
      dateWord: 'Modified',
      onChoose: (by, direction) => chosen.push(`${by} ${direction}`),
      onClose: () => closed.push('closed'),
    })

  test('offers six orders, the one in force checked', () => {
    const { box, close } = mount(sheet([]))
    const orders = [...box.querySelectorAll('[role=radio]')]
    expect(orders).toHaveLength(6)
    expect(orders.map((order) => order.getAttribute('aria-checked') === 'true')).toStrictEqual([
      false,
      false,
      true,
      false,
      false,
      false,
    ])
    close()
  })

  test('a tap on an order chooses it', () => {
    const chosen: string[] = []
    const { box, close } = mount(sheet(chosen))
    for (const order of box.querySelectorAll('[role=radio]')) click(order)
    expect(chosen).toStrictEqual(['date desc', 'date asc', 'name asc', 'name desc', 'size desc', 'size asc'])
    close()
  })

  test('a tap on the mask closes it and chooses nothing', () => {
    const [chosen, closed]: [string[], string[]] = [[], []]
    const { box, close } = mount(sheet(chosen, closed))
    click(box.querySelector('.sheet-mask'))
    expect(closed).toStrictEqual(['closed'])
    expect(chosen).toStrictEqual([])
    close()
  })
})

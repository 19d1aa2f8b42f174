import { describe, expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import { Dialog } from '@/components/sheets/Dialog'
import { PropertiesSheet, type PropertyLine } from '@/components/sheets/PropertiesSheet'
import { SortSheet } from '@/components/sheets/SortSheet'
import { click, mount } from '../rig'

const nothing = () => undefined

describe('a dialog', () => {
  test('a question has two buttons, and a busy one ignores a second yes', () => {
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
})

describe('[ROW-05] the sheet of properties', () => {
  const sheet = (lines: readonly PropertyLine[]) =>
    h(PropertiesSheet, {
      tile: { group: 'pdf', label: 'PDF' },
      name: 'report.pdf',
      lock: 'locked by Li',
      tags: ['a', 'b', 'c'],
      lines,
      onClose: nothing,
    })
  const textsOf = (box: Element, part: string) =>
    [...box.querySelectorAll(`.properties-${part}`)].map(({ textContent }) => textContent)

  test('the sheet shows the full name, who locks the item, every tag, and a line each', () => {
    const { box, close } = mount(sheet([{ key: 'size', label: 'Size', value: '4.2 MB' }]))
    expect(['name', 'mark', 'label', 'value'].map((part) => textsOf(box, part))).toStrictEqual([
      ['report.pdf'],
      ['locked by Li', 'a', 'b', 'c'],
      ['Size'],
      ['4.2 MB'],
    ])
    close()
  })

  test('a line with a target leads there, and a loading line is busy and keeps its place', () => {
    const went: string[] = []
    const lines = [
      { key: 'place', label: 'Location', value: 'Files', onPress: () => void went.push('place') },
      { key: 'created', label: 'Created', value: null },
    ]
    const { box, close } = mount(sheet(lines))
    const [place, created] = [...box.querySelectorAll('.properties-line')]
    click(place!)
    click(created!)
    expect([went, created!.getAttribute('aria-busy'), place!.getAttribute('aria-busy')]).toStrictEqual([
      ['place'],
      'true',
      null,
    ])
    close()
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

  test('the sheet offers six orders, with the one in force checked', () => {
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

  test('a tap on the mask closes the sheet and chooses nothing', () => {
    const [chosen, closed]: [string[], string[]] = [[], []]
    const { box, close } = mount(sheet(chosen, closed))
    click(box.querySelector('.sheet-mask'))
    expect(closed).toStrictEqual(['closed'])
    expect(chosen).toStrictEqual([])
    close()
  })
})

import { describe, expect, jest, test } from '@jest/globals'
import path from 'node:path'
import { createElement } from 'react'
import { Row as Web } from '@/components/rows/Row.h5'
import { Row as Native } from '@/components/rows/Row.weapp'
import type { RowProps } from '@/components/rows/RowProps'
import { fileTileOf } from '@/domain/items/kinds'
import { mount } from '../rig'

const nothing = () => undefined
const place = { top: 0, position: 1, total: 9 }
const row = (name: string, more: Partial<RowProps>): RowProps => ({
  name,
  type: 'file',
  tile: fileTileOf('pdf'),
  meta: '昨天 · 4.2 MB',
  ...place,
  onOpen: nothing,
  onMore: nothing,
  moreLabel: `${name} 的更多操作`,
  ...more,
})
const rows: [string, RowProps][] = [
  ['a file', row('会议纪要.pdf', {})],
  [
    'everything at once',
    row('2026 年秋季招生简章（终稿）.pdf', {
      tags: ['招生', '对外'],
      moreTags: '+2',
      encrypted: '加密',
      origin: '协作',
      locked: true,
      thumbnail: '/api/thumb?s="x\\y',
      top: 640,
    }),
  ],
  ['one tag and nothing before it', row('a.txt', { tags: ['招生'] })],
  ['a folder', row('no. 1', { type: 'folder', tile: { group: 'folder', label: '' }, top: 64 })],
  [
    'what is out of reach, without a menu',
    row('教务处', { type: 'folder', tile: { group: 'department', label: '' }, faded: true, onMore: undefined }),
  ],
  ['a name that looks like a pattern', row('{name} $& $1.pdf', {})],
  ['in the flow, from the top', row('more', { top: undefined })],
]

interface Node {
  dispatchEvent(event: string): void
}

interface Component extends Node {
  attach(parent: Element): void
  setData(data: Record<string, string>): void
  querySelector(selector: string): Node | undefined
  addEventListener(event: string, heard: () => void): void
}

interface Simulate {
  load(path: string, options: { compiler: 'official' }): string
  render(id: string, properties: Record<string, string>): Component
}

/** Not imported: its types bring WeChat's globals, which replace those of Node. */
const simulate = jest.requireActual<Simulate>('miniprogram-simulate')
/** The prefix that scopes a component's classes. */
const PREFIX = 'main--'
const native = simulate.load(path.join(__dirname, '../../../src/native/item-row/index'), { compiler: 'official' })

function open() {
  const component = simulate.render(native, { packed: '', menu: '' })
  const box = document.body.appendChild(document.createElement('div'))
  component.attach(box)
  return {
    component,
    box,
    show(props: RowProps) {
      const { packed, menu = '' } = Native(props).props as { packed: string; menu?: string }
      component.setData({ packed, menu })
    },
    text: (name: string) => box.querySelector(`.${PREFIX}${name}`)?.textContent,
  }
}

/** Everything that decides how an element looks: classes, text, position, picture. tests/weapp/items/itemRow.test.ts covers aria attributes. */
function look(element: Element): unknown {
  const { style } = element as HTMLElement
  const words = [...element.childNodes]
    .filter(({ nodeType }) => nodeType === 3)
    .map(({ textContent }) => textContent)
    .join('')
  return {
    classes: [...element.classList].map((name) => name.replace(PREFIX, '')).sort(),
    words,
    top: style.top,
    picture: style.getPropertyValue('--picture'),
    inside: [...element.children].map(look),
  }
}

function lookOnWeb(props: RowProps): unknown {
  const { box, close } = mount(createElement(Web, props))
  const seen = look(box.querySelector('.row')!)
  close()
  return seen
}

describe('the row of the mini-program', () => {
  test('a native row has the classes, texts and picture of the row on H5, whatever it showed before', () => {
    const { box, show } = open()
    for (const [title, props] of [...rows, ...[...rows].reverse()]) {
      show(props)
      expect([title, look(box.querySelector(`.${PREFIX}row`)!)]).toStrictEqual([title, lookOnWeb(props)])
    }
  })

  test('taps on the row and on its menu are separate events', async () => {
    const { component, show } = open()
    const told: string[] = []
    for (const event of ['open', 'more']) component.addEventListener(event, () => told.push(event))
    show(rows[0]![1])
    component.querySelector('.row-more')?.dispatchEvent('tap')
    component.querySelector('.row-name')?.dispatchEvent('tap')
    await Promise.resolve()
    expect(told).toStrictEqual(['more', 'open'])
  })

  test('a change sends one text, and the same words for every menu', () => {
    const sent = rows.map(([, props]) => Native(props).props as Record<string, unknown>)
    for (const { packed } of sent) expect(typeof packed).toBe('string')
    expect([...new Set(sent.map(({ menu }) => menu))]).toStrictEqual(['{name} 的更多操作', ''])
  })

  test('a line break in a text moves no field', () => {
    const { show, text } = open()
    show(row('a.pdf', { meta: '昨天 · 李\n蔚', tags: ['招\n生'] }))
    expect(text('row-detail')).toBe('昨天 · 李 蔚')
    expect(text('row-tag')).toBe('招 生')
  })
})

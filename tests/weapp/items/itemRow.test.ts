import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createElement } from 'react'
import type * as WebRow from '@/components/rows/Row.h5'
import type * as NativeRow from '@/components/rows/Row.weapp'
import type { RowProps } from '@/components/rows/RowProps'
import { fileTileOf } from '@/domain/items/kinds'
import { components, mount } from '../rowRig'
import { openFixture } from '../host/fixtureHost'
import type { Host } from '../host'

const { Row: Web } = await components<typeof WebRow>(['rows/Row'], 'h5')
const { Row: Native } = await components<typeof NativeRow>(['rows/Row'], 'weapp')

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

/** A mini-program with nothing but one row, which shows the data of the event `show`. */
function appOfOneRow(t: TestContext): string {
  const root = mkdtempSync(path.join(tmpdir(), 'row-'))
  t.after(() => rmSync(root, { recursive: true }))
  cpSync(fileURLToPath(new URL('../../../src/native', import.meta.url)), path.join(root, 'native'), { recursive: true })
  const files = {
    'app.json': JSON.stringify({ pages: ['page'], usingComponents: { 'item-row': 'native/item-row/index' } }),
    'app.js': 'App({})',
    'page.wxml': `<view id="rows" bindshow="show"><item-row packed="{{packed}}" menu="{{menu}}" bindopen="hear" bindmore="hear" /></view>
      <view id="heard">{{heard}}</view>`,
    'page.js': `Page({
      data: { packed: '', menu: '', heard: '' },
      show({ detail }) { this.setData(detail) },
      hear({ type }) { this.setData({ heard: this.data.heard + type + ' ' }) },
    })`,
  }
  for (const [file, content] of Object.entries(files)) writeFileSync(path.join(root, file), content)
  return root
}

function show(host: Host, props: RowProps): void {
  const { packed, menu } = Native(props).props as { packed: string; menu: string }
  // WeChat warns when a text property gets null or undefined.
  assert.equal(typeof menu, 'string')
  host.fire('#rows', 'show', { packed, menu })
}

/** Everything that decides how an element looks: classes, text, position, picture, label. */
function look(element: Element): unknown {
  const { style } = element as HTMLElement
  const words = [...element.childNodes]
    .filter(({ nodeType }) => nodeType === 3)
    .map(({ textContent }) => textContent)
    .join('')
  return {
    classes: [...element.classList].filter((name) => !name.startsWith('h5-')).sort(),
    words,
    top: style.top,
    picture: style.getPropertyValue('--picture'),
    label: element.getAttribute('aria-label'),
    inside: [...element.children].map(look),
  }
}

async function lookOnWeb(props: RowProps): Promise<unknown> {
  const { box, close } = await mount(createElement(Web, props))
  const seen = look(box.querySelector('.row')!)
  close()
  return seen
}

describe('the row of the mini-program', () => {
  test('a native row has the classes, texts and picture of the row on H5, whatever it showed before', async (t) => {
    const { host } = await openFixture(t, { root: appOfOneRow(t), path: 'page' })
    for (const [title, props] of [...rows, ...[...rows].reverse()]) {
      show(host, props)
      assert.deepEqual(look(host.$('.row')!.element), await lookOnWeb(props), title)
    }
  })
})

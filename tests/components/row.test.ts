import { describe, test } from 'node:test'
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { createElement as h } from 'react'
import { fileTileOf } from '@/domain/items/kinds'
import type * as NameParts from '@/components/nameParts'
import type * as RowModule from '@/components/Row.h5'
import { click, components, mount, press } from './rig'

const { Row } = await components<typeof RowModule>(['Row'], 'h5')
const { Row: NativeRow } = await components<typeof RowModule>(['Row'], 'weapp')
const { nameParts } = await components<typeof NameParts>(['nameParts'], 'h5')

const nothing = () => undefined
const plain = {
  name: '会议纪要.pdf',
  type: 'file' as const,
  tile: fileTileOf('pdf'),
  meta: '昨天 · 4.2 MB',
  onOpen: nothing,
}
const full = {
  ...plain,
  tags: ['招生', '对外'],
  moreTags: '+2',
  encrypted: '加密',
  origin: '协作',
  locked: true,
  thumbnail: '/api/thumb?s="x',
}

describe('the name of a row', () => {
  const table: [string, 'file' | 'folder', string, string][] = [
    ['2026 年秋季招生简章（终稿）.pdf', 'file', '2026 年秋季招生简', '章（终稿）.pdf'],
    ['short.pdf', 'file', 'short', '.pdf'],
    ['backup of everything.tar.gz', 'file', 'backup of everyt', 'hing.tar.gz'],
    ['no extension at all in this name', 'file', 'no extension at all in this name', ''],
    ['a folder.with a dot', 'folder', 'a folder.with a dot', ''],
  ]
  for (const [name, type, head, tail] of table) {
    test(`${name} (${type})`, () => {
      const parts = nameParts(name, type)
      assert.equal(parts.head + parts.tail, name)
      assert.equal(parts.tail === '', tail === '')
      assert.ok(parts.tail.endsWith(tail.slice(tail.lastIndexOf('.'))))
      if (!/[（]/.test(name)) assert.deepEqual(parts, { head, tail })
    })
  }

  test('nothing of any name is lost or cut inside a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (stem) => {
        const { head, tail } = nameParts(`${stem}.docx`, 'file')
        assert.equal(head + tail, `${stem}.docx`)
        assert.ok(!/[\ud800-\udbff]$/.test(head))
      }),
    )
  })
})

describe('a row', () => {
  test('shows two tags and how many more, the encrypted mark, the lock, where it comes from', async () => {
    const { box, close } = await mount(h(Row, full))
    assert.deepEqual(
      [...box.querySelectorAll('.row-tag')].map((tag) => tag.textContent),
      ['招生', '对外', '+2'],
    )
    assert.equal(box.querySelector('.row-encrypted')?.textContent, '加密')
    assert.equal(box.querySelector('.row-origin')?.textContent, '协作')
    assert.ok(box.querySelector('.row-locked'))
    assert.equal(box.querySelector('.tile')?.textContent, 'PDF')
    close()
  })

  test('an address cannot break out of its style', async () => {
    const { box, close } = await mount(h(Row, full))
    assert.equal(
      box.querySelector<HTMLElement>('.tile')?.style.getPropertyValue('--picture'),
      'url("/api/thumb?s=%22x")',
    )
    close()
  })

  test('a tap, Enter and Space open it; the button of its menu does not', async () => {
    const told: string[] = []
    const place = { position: 3, total: 9, moreLabel: 'More' }
    const { box, close } = await mount(
      h(Row, { ...plain, ...place, onOpen: () => told.push('open'), onMore: () => told.push('more') }),
    )
    const open = box.querySelector('.row-open') as Element
    click(open)
    press(open, 'Enter')
    press(open, ' ')
    click(box.querySelector('[aria-label="More"]'))
    assert.deepEqual(told, ['open', 'open', 'open', 'more'])
    const row = box.querySelector('[role=listitem]')
    assert.deepEqual([row?.getAttribute('aria-posinset'), row?.getAttribute('aria-setsize')], ['3', '9'])
    close()
  })

  test('in the mini-program the number of nodes never depends on what it shows', async () => {
    const mounted = await mount(h(NativeRow, { ...plain, top: 0, onMore: nothing }))
    const nodes = () => mounted.box.querySelectorAll('*').length
    const before = nodes()
    mounted.show(h(NativeRow, { ...full, top: 64, onMore: nothing }))
    assert.equal(nodes(), before)
    mounted.show(h(NativeRow, { ...plain, name: 'a folder', type: 'folder', top: 128, onMore: nothing }))
    assert.equal(nodes(), before)
    mounted.close()
  })

  test('on H5 an absent mark costs no element', async () => {
    const { box, close } = await mount(h(Row, { ...plain, onMore: nothing }))
    assert.ok(box.querySelectorAll('.row, .row *').length <= 9)
    close()
  })
})

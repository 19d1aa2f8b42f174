import { describe, expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import { Row } from '@/components/rows/Row.h5'
import { click, mount, press } from '../rig'
import { full, nothing, plain } from './rowProps'

describe('a row', () => {
  test('a row shows two tags and how many more, the encrypted mark, the lock, and its origin', () => {
    const { box, close } = mount(h(Row, full))
    expect([...box.querySelectorAll('.row-tag')].map((tag) => tag.textContent)).toStrictEqual(['招生', '对外', '+2'])
    expect(box.querySelector('.row-encrypted')?.textContent).toBe('加密')
    expect(box.querySelector('.row-origin')?.textContent).toBe('协作')
    expect(box.querySelector('.row-locked')).toBeTruthy()
    expect(box.querySelector('.tile')?.textContent).toBe('PDF')
    close()
  })

  test('an address cannot break out of its style', () => {
    const { box, close } = mount(h(Row, full))
    expect(box.querySelector<HTMLElement>('.tile')?.style.getPropertyValue('--picture')).toBe(
      'url("/api/thumb?s=%22x")',
    )
    close()
  })

  test('a tap, Enter and Space open the row, and the button of its menu does not', () => {
    const told: string[] = []
    const place = { position: 3, total: 9, moreLabel: 'More' }
    const { box, close } = mount(
      h(Row, { ...plain, ...place, onOpen: () => told.push('open'), onMore: () => told.push('more') }),
    )
    const open = box.querySelector('.row-open') as Element
    click(open)
    press(open, 'Enter')
    press(open, ' ')
    click(box.querySelector('[aria-label="More"]'))
    expect(told).toStrictEqual(['open', 'open', 'open', 'more'])
    const row = box.querySelector('[role=listitem]')
    expect([row?.getAttribute('aria-posinset'), row?.getAttribute('aria-setsize')]).toStrictEqual(['3', '9'])
    close()
  })

  test('on H5 an absent mark costs no element', () => {
    const { box, close } = mount(h(Row, { ...plain, onMore: nothing }))
    expect(box.querySelectorAll('.row, .row *').length).toBeLessThanOrEqual(9)
    close()
  })
})

import { expect, test } from '@jest/globals'
import { mount } from '../rig'
import { drawn, list, scrollTo } from './longList'

test('the order of the rows never changes', () => {
  const { box, close } = mount(list({ inOrder: false }))
  const before = drawn(box)
  scrollTo(box, 20_000)
  expect(drawn(box).every((row, index) => row === before[index])).toBe(true)
  expect(drawn(box)).toHaveLength(before.length)
  expect(before.some((row) => row.dataset.top === String(20_032))).toBe(true)
  expect(before.every((row) => !row.hasAttribute('aria-posinset'))).toBe(true)
  expect(box.querySelectorAll('mp-custom-wrapper')).toHaveLength(1)
  close()
})

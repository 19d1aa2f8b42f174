import { expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import { Row } from '@/components/rows/Row.weapp'
import { mount } from '../rig'
import { full, nothing, plain } from './rowProps'

test('the number of nodes does not depend on what a row shows', () => {
  const mounted = mount(h(Row, { ...plain, top: 0, onMore: nothing }))
  const nodes = () => mounted.box.querySelectorAll('*').length
  const before = nodes()
  mounted.show(h(Row, { ...full, top: 64, onMore: nothing }))
  expect(nodes()).toBe(before)
  mounted.show(h(Row, { ...plain, name: 'a folder', type: 'folder', top: 128, onMore: nothing }))
  expect(nodes()).toBe(before)
  mounted.close()
})

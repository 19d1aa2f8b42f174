import { expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import { ItemRow } from '@/screens/items/ItemRow'
import { makeItem } from '../stores/support/factories'
import { startApp } from '../stores/support/startApp'
import { doing, mountScreen } from './rig'

test('[ROW-03] a time in sight goes on by itself, and nothing runs once it is out of sight', async () => {
  const { app, platform } = await startApp()
  const { clock } = platform
  const before = clock.waits
  const row = makeItem({ modified_at: clock.now() / 1000 - 5 })
  const mounted = await mountScreen(app, h(ItemRow, { row, frequent: undefined, space: 'own', top: 0 }))
  const seen = () => /\d+ (秒|分钟|小时)前/.exec(mounted.box.innerHTML)?.[0]
  expect(seen()).toBe('5 秒前')
  doing(() => clock.pass(60_000))
  expect(seen()).toBe('1 分钟前')
  doing(() => clock.pass(59 * 60_000))
  expect(seen()).toBe('1 小时前')
  mounted.close()
  expect(clock.waits).toStrictEqual(before)
})

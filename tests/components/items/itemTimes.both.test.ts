import { expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import TrashRow from '@/pages/files/trash/TrashRow'
import { ItemRow } from '@/screens/items/ItemRow'
import { makeItem } from '../../stores/support/factories'
import { startApp } from '../../stores/support/startApp'
import { doing, mountScreen } from '../rig'
import { ListStore } from '@/stores/items/lists/ListStore'

test('[ROW-03] a visible time advances by itself, and no timer runs once it is out of sight', async () => {
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

test('[ROW-03] a row that was just changed is a second old, and grows older within 15 seconds', async () => {
  const { app, platform } = await startApp()
  const { clock } = platform
  const row = makeItem({ modified_at: clock.now() / 1000 })
  const mounted = await mountScreen(app, h(ItemRow, { row, frequent: undefined, space: 'own', top: 0 }))
  const seen = () => /\d+ (秒|分钟|小时)前/.exec(mounted.box.innerHTML)?.[0]
  expect(seen()).toBe('1 秒前')
  doing(() => clock.pass(15_000))
  expect(seen()).toBe('15 秒前')
  doing(() => clock.pass(20_000))
  expect(seen()).toBe('35 秒前')
  mounted.close()
})

test('[ROW-06] the time of a deletion and the days left also advance', async () => {
  const { app, platform } = await startApp()
  const { clock } = platform
  const row = makeItem({ action_status: { action_by: '王珂', action_time: clock.now() / 1000 - 5 } })
  const list = new ListStore(app, { space: 'trash' })
  const mounted = await mountScreen(app, h(TrashRow, { list, row, frequent: undefined, space: 'trash', top: 0 }))
  const seen = () => /剩 \d+ 天 · 王珂 删除 · (\d+ (秒|分钟)前|昨天)/.exec(mounted.box.innerHTML)?.[0]
  expect(seen()).toBe('剩 30 天 · 王珂 删除 · 5 秒前')
  doing(() => clock.pass(60_000))
  expect(seen()).toBe('剩 30 天 · 王珂 删除 · 1 分钟前')
  doing(() => clock.pass(24 * 60 * 60_000))
  expect(seen()).toBe('剩 29 天 · 王珂 删除 · 昨天')
  mounted.close()
})

test('[AH-54] [ROW-06] a hand-in that its contributor took back says so, by name where the viewer may know the name', async () => {
  const { app, platform } = await startApp()
  const seen = async (action_by: string) => {
    const action_status = { action_by, is_taken_back: true, action_time: platform.clock.now() / 1000 - 5 } as const
    const list = new ListStore(app, { space: 'trash' })
    const props = { list, row: makeItem({ action_status }), frequent: undefined, space: 'trash', top: 0 } as const
    const mounted = await mountScreen(app, h(TrashRow, props))
    const text = /剩 30 天 · (.+?) · 5 秒前/.exec(mounted.box.innerHTML)?.[1]
    mounted.close()
    return text
  }
  expect(await seen('周舟')).toBe('周舟 交后撤回')
  expect(await seen('')).toBe('交文件的人撤回')
})

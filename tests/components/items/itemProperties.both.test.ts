import { expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import ItemProperties from '@/screens/items/ItemProperties'
import { makeItem } from '../../stores/support/factories'
import { startApp } from '../../stores/support/startApp'
import { mountScreen, tap } from '../rig'

test('[AH-40] the details of a file say everything about it, and lead to its place, links, versions and access', async () => {
  const { app, platform, server } = await startApp()
  const now = platform.clock.now() / 1000
  const item = makeItem({
    id: 12,
    name: '简章.pdf',
    size: 2048,
    version: 3,
    modified_at: now - 60,
    path: [
      { typed_id: 'folder_0', name: '' },
      { typed_id: 'folder_9', name: '资料' },
    ],
    tags: [{ id: 4, name: '招生' }],
    final_role: 'editor',
  })
  server.on('GET /apps/files/details', {
    details: {
      creator: { id: 7, name: '陈希' },
      created_at: now - 120,
      item_count: null,
      folder_count: null,
      link_count: 2,
    },
  })
  server.on('GET /apps/files/activity', { entries: [], next: null })
  const screen = h(ItemProperties, { item, context: 'preview', overlays: app.createOverlays() })
  const mounted = await mountScreen(app, screen)
  const texts = (selector: string) => [...mounted.box.querySelectorAll(selector)].map(({ textContent }) => textContent)
  const values = texts('.properties-value')
  const lines = texts('.properties-label').map((label, at) => `${label}: ${values[at]}`)
  expect(lines.map((line) => line.replace(/(陈希|王珂) · .+/, '$1 · …'))).toStrictEqual([
    '位置: 个人文件 / 资料',
    '类型: PDF 文件',
    '大小: 2 KB',
    '创建: 陈希 · …',
    '更新: 王珂 · …',
    '版本: 3',
    '链接: 2',
    '你的角色: 编辑者',
    '访问权限: ',
  ])
  expect(texts('.properties-mark')).toStrictEqual(['招生'])
  for (const label of ['位置', '链接', '访问权限']) await tap(mounted.box, '.properties-press', label)
  expect(platform.navigate.visits).toHaveLength(3)
  mounted.close()
})

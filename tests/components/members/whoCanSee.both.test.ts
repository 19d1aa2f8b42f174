import { afterEach, expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import { AccessPanel } from '@/screens/members/AccessPanel'
import { makeCollab, makeFolder } from '../../stores/support/factories'
import { startApp } from '../../stores/support/startApp'
import { mountScreen, type Mounted } from '../rig'

let mounted: Mounted
afterEach(() => mounted.close())

const texts = (selector: string) => [...mounted.box.querySelectorAll(selector)].map(({ textContent }) => textContent)

test('[AH-45] the list of who can see an item shows links and people, each with access path and role', async () => {
  const { app, server } = await startApp()
  const place = { typed_id: 'folder_1' as const, name: '考务资料' }
  server
    .on('GET /apps/files/get_info', { item: makeFolder({ id: 3, name: '报名名单' }) })
    .on('GET /apps/files/who_can_see', {
      people: [
        {
          user: makeCollab({ user: { name: '陈希' } }).user,
          current_user: false,
          final_role: 'editor',
          ways: [
            { way: 'user', role: 'editor', place: null, is_inherited: false, group: null, is_decisive: true },
            {
              way: 'group',
              role: 'viewer',
              place,
              is_inherited: true,
              group: { id: 4, name: '年级组', is_department: false },
              is_decisive: false,
            },
          ],
        },
      ],
      page_number: 1,
      page_count: 1,
      total_count: 1,
      links: [
        {
          id: 8,
          serial_number: '1',
          owner: { id: 7, name: '王珂' },
          access: 'public',
          due_time: 0,
          password_protected: true,
          may_download: true,
          receiver_count: 0,
          place: null,
          is_inherited: false,
        },
        {
          id: 9,
          serial_number: '2',
          owner: { id: 7, name: '王珂' },
          access: 'collaborators',
          due_time: 0,
          password_protected: false,
          may_download: false,
          receiver_count: 3,
          place: null,
          is_inherited: false,
        },
      ],
      are_links_complete: true,
      has_more_links: false,
    })
  mounted = await mountScreen(
    app,
    h(AccessPanel, { typedId: 'folder_3', overlays: app.createOverlays(), onClose: () => {} }),
  )
  expect(texts('.contact-called')).toStrictEqual(['报名名单', '公开链接', '分享给成员', '陈希'])
  expect(texts('.contact-detail')).toStrictEqual([
    '1 人或群组 · 2 个链接',
    '需要密码 · 永久有效 · 王珂 创建',
    '发给 3 位成员、单位或群组 · 只能预览 · 永久有效 · 王珂 创建',
    '在这里直接邀请；“年级组” 来自群组 · 从“考务资料”继承',
  ])
  expect(texts('.member-role')).toStrictEqual(['编辑者'])
})

test('[AH-45] the list says which links it omits: those of others, and more than it holds', async () => {
  const { app, server } = await startApp()
  server
    .on('GET /apps/files/get_info', { item: makeFolder({ id: 3, name: '报名名单' }) })
    .on('GET /apps/files/who_can_see', {
      ...{ people: [], page_number: 1, page_count: 0, total_count: 0, links: [] },
      ...{ are_links_complete: false, has_more_links: true },
    })
  mounted = await mountScreen(
    app,
    h(AccessPanel, { typedId: 'folder_3', overlays: app.createOverlays(), onClose: () => {} }),
  )
  expect(texts('.member-note')).toStrictEqual(['还有更多链接没有列出', '这里只有你自己创建的链接'])
})

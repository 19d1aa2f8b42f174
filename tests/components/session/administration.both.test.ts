import { describe, expect, test } from '@jest/globals'
import type { AuditEntry } from '@/contract/audit'
import type { EnterpriseInfo } from '@/contract/entities'
import type { PickedFile } from '@/platform/Platform'
import { makeBaseInfo, makeEnterprise } from '../../stores/support/factories'
import type { Rig } from '../../stores/support/startApp'
import { tap } from '../rig'
import { INFO, mounted, open, texts, within } from './securityPage'

const SET = 'POST /enterprise/set_logo'
const AUDIT = 'GET /apps/audit/list'

const entry = (id: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  time: 1_700_000_000,
  deed: 'item_deleted',
  user: { id: 7, login: 'wang@test', name: '王芳' },
  address: '203.0.113.5',
  item: { id: 4, name: `文件${id}` },
  subject: '',
  detail: null,
  ...more,
})

describe('the security screen', () => {
  describe('the audit log', () => {
    test('the log shows who did what, when, from where and on what, with rights before and after, page by page', async () => {
      const { server } = await open()
      const rights = { before: { role: 'viewer' }, after: { role: 'editor', accepted: false }, user_id: 9 }
      server.on(AUDIT, ({ before }) =>
        before === undefined
          ? { entries: [entry(9, { deed: 'collaborator_changed', detail: rights }), entry(8, { user: null })], next: 8 }
          : { entries: [entry(7)], next: null },
      )
      await tap(mounted.box, '.security-row', '操作记录')
      expect(
        texts('.audit-list .security-row').map((text) => text?.replace(/2023-11-1\d \d\d:\d\d/, '')),
      ).toStrictEqual([
        '协作权限变更 · 文件9用户 9 · 查看者 → 编辑者, 未接受王芳 (wang@test) · 203.0.113.5',
        '删除 · 文件8系统 · 203.0.113.5',
      ])
      await tap(mounted.box, '.button', '加载更多')
      expect(texts('.audit-list .security-row')).toHaveLength(3)
      expect(mounted.box.textContent).not.toContain('加载更多')
    })

    test('the log names the affected user, where the name is stored', async () => {
      const { server } = await open()
      const removed = entry(9, { deed: 'picture_removed', item: null, detail: { user_id: 9, person_name: '李蔚' } })
      server.on(AUDIT, { entries: [removed], next: null })
      await tap(mounted.box, '.security-row', '操作记录')
      expect(texts('.audit-list .security-row')[0]).toMatch(/^移除成员头像李蔚王芳 \(wang@test\)/)
    })

    test('the log names groups, and the roots of spaces', async () => {
      const { server } = await open()
      const invited = { group_id: 9, group_name: '高三备课组', before: null, after: { role: 'viewer', accepted: true } }
      const moved = {
        before: { folder_id: 2, folder: '', space_owner: '王珂' },
        after: { folder_id: 3, folder: '开放日' },
      }
      const gone = { before: { folder_id: 2, folder: '' }, after: { folder_id: 3, folder: '开放日' } }
      server.on(AUDIT, {
        entries: [
          entry(9, { deed: 'collaborator_changed', detail: invited }),
          entry(8, { deed: 'item_moved', detail: moved }),
          entry(7, { deed: 'item_moved', detail: gone }),
        ],
        next: null,
      })
      await tap(mounted.box, '.security-row', '操作记录')
      expect(texts('.audit-change')).toStrictEqual([
        '高三备课组 · 无 → 查看者',
        '王珂 的个人文件 → 开放日',
        '未知位置 → 开放日',
      ])
    })

    test('filters select user, event and time', async () => {
      const { server } = await open()
      server.on(AUDIT, { entries: [], next: null })
      await tap(mounted.box, '.security-row', '操作记录')
      expect(mounted.box.textContent).toContain('没有符合条件的记录')
      await tap(mounted.box, '.segmented-option', '7 天内')
      await tap(mounted.box, '.security-row', '操作')
      await tap(mounted.box, '.menu-entry', '彻底删除')
      const { deed, since } = server.callsOf(AUDIT).at(-1)!.request
      expect([deed, typeof since]).toStrictEqual(['item_purged', 'number'])
      expect(texts('.security-row-value')).toStrictEqual(['彻底删除'])
    })
  })

  test('[CONT-03] an administrator finds who shows a picture, and removes it after a confirmation', async () => {
    const { server } = await open({ name: 'weapp' })
    const people = ['李蔚', '周舟'].map((name, n) => ({ id: n + 5, name, login: `p${n}@test`, avatar: `/pic?s=${n}` }))
    server
      .on('GET /enterprise/pictures', ({ search_string: words, offset = 0 }) => {
        const found = people.filter(({ name }) => name.includes(words ?? ''))
        return { people: found.slice(offset, offset + 1), total_count: found.length }
      })
      .on('POST /enterprise/remove_picture', {})
    await tap(mounted.box, '.security-row', '师生头像')
    expect(texts('[role=listitem]')).toStrictEqual(['李李蔚p0@test移除'])
    await tap(mounted.box, '.button', '加载更多')
    expect(within('[role=listitem]')).toHaveLength(2)
    await tap(mounted.box, '[role=listitem] .text-button')
    expect(server.countOf('POST /enterprise/remove_picture')).toBe(0)
    await tap(mounted.box, '.dialog .button-danger')
    expect(server.callsOf('POST /enterprise/remove_picture')[0]?.request).toStrictEqual({ user_id: 5 })
    expect([texts('[role=listitem]'), within('.button').length]).toStrictEqual([['周周舟p1@test移除'], 0])
  })

  describe('[LAND-09] the logo of the enterprise', () => {
    const png = 'iVBORw0KGgoAAAA'
    const picked = { name: '标志.png', size: 9000, thumbnail: 'blob:1', source: {} }
    const picture = (n: number) => within('.logo-card')[n]?.querySelector('.logo-picture')?.getAttribute('src')

    async function logo(name: 'h5' | 'weapp', keys: Partial<EnterpriseInfo> = {}) {
      const rig = await open({ name })
      rig.server.on(INFO, makeBaseInfo({ enterprise_info: makeEnterprise(keys) }))
      await tap(mounted.box, '.security-row', '学校标志')
      return rig
    }

    async function pick({ platform }: Rig, file: PickedFile, base64: string) {
      platform.picked = [file]
      platform.base64 = base64
      await tap(mounted.box, '.logo-card .button')
      await tap(mounted.box, '.action-grid-cell', '相册')
    }

    test('the logo is shown before it is saved, then saved, then removed', async () => {
      const rig = await logo('weapp')
      expect(texts('.logo-none')).toStrictEqual(['还没有标志', '还没有标志'])
      await pick(rig, picked, png)
      expect([picture(0), texts('.security-row-value')[0]]).toStrictEqual(['blob:1', '未保存'])
      expect(rig.server.countOf(SET)).toBe(0)
      rig.server.on(SET, ({ picture }) => ({ logo_url: picture === null ? null : '/logo/1' }))
      await tap(mounted.box, '.logo-card .button', '保存')
      expect([picture(0), texts('.security-row-value')[1]]).toStrictEqual(['/logo/1', '与浅色背景相同'])
      await tap(mounted.box, '.logo-card .text-button', '移除')
      expect(rig.server.countOf(SET)).toBe(1)
      await tap(mounted.box, '.dialog .button-danger')
      expect(texts('.logo-none')).toHaveLength(2)
      expect(rig.server.callsOf(SET).map(({ request }) => request)).toMatchObject([
        { picture: png, is_dark: false },
        { picture: null, is_dark: false },
      ])
    })

    test('the screen shows what visitors see on each background', async () => {
      await logo('h5', { id: 5, logo_key: 'a', logo_dark_key: 'b' })
      const at = '/api/enterprise/pic_download?enterprise_id=5&profile_pic_key='
      expect([picture(0), picture(1)]).toStrictEqual([`${at}a`, `${at}b`])
    })

    test('a logo that is too large is refused in words, and the one before stays', async () => {
      const rig = await logo('h5', { logo_key: 'a' })
      await pick(rig, { ...picked, size: 500_001 }, png)
      expect(texts('.logo-trouble')).toStrictEqual(['图片不能超过 500 KB，请换一张小一点的'])
      expect(picture(0)).toContain('profile_pic_key=a')
    })
  })
})

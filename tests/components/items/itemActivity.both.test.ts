import { describe, expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import { activityDeeds, type ActivityDeed, type ActivityEntry } from '@/contract/items/activity'
import { NoAnswer } from '@/platform/Platform'
import { ItemActivity } from '@/screens/items/ItemActivity'
import { makeItem } from '../../stores/support/factories'
import { startApp } from '../../stores/support/startApp'
import { mountScreen, tap } from '../rig'

const ACTIVITY = 'GET /apps/files/activity'
const person = { id: 7, name: '王珂' }
const subject = { id: 8, name: '李蔚', is_group: false }
const [from, to] = [
  { typed_id: 'folder_0', name: '' },
  { typed_id: 'folder_9', name: '资料' },
]

/** The sentence of each deed, and of its variants. */
const table: [deed: ActivityDeed, facts: Partial<ActivityEntry>, name: string, sentence: string][] = [
  ['created', {}, '王珂', '创建'],
  ['version', { version: 3 }, '王珂', '上传第 3 版'],
  ['version_chosen', { version: 1 }, '王珂', '将第 1 版设为当前版本'],
  ['renamed', { names: { before: 'a.txt', after: 'b.txt' } }, '王珂', '将“a.txt”重命名为“b.txt”'],
  ['moved', {}, '王珂', '移动'],
  ['moved', { from }, '王珂', '从“个人文件”移动'],
  ['moved', { to }, '王珂', '移动到“资料”'],
  ['moved', { from, to }, '王珂', '从“个人文件”移动到“资料”'],
  ['deleted', {}, '王珂', '删除'],
  ['restored', {}, '王珂', '从回收站恢复'],
  ['commented', {}, '王珂', '发表评论'],
  ['opened', {}, '王珂', '打开'],
  ['downloaded', {}, '王珂', '下载'],
  ['downloaded', { application: '教务系统' }, '王珂', '下载 · 通过 教务系统'],
  ['downloaded', { person: null, through: 'share' }, '分享的访问者', '下载'],
  ['copied', {}, '王珂', '复制'],
  ['copied', { to }, '王珂', '复制到“资料”'],
  ['shared', {}, '王珂', '创建分享'],
  ['share_closed', {}, '王珂', '关闭分享'],
  ['share_reopened', {}, '王珂', '重新打开分享'],
  ['collecting', {}, '王珂', '创建收集链接'],
  ['collecting_closed', {}, '王珂', '关闭收集链接'],
  ['collecting_reopened', {}, '王珂', '重新打开收集链接'],
  ['handed_in', { person: { id: null, name: '周舟' }, through: 'collect' }, '周舟', '交文件'],
  ['handed_in', { person: null, through: 'collect' }, '交文件的人', '交文件'],
  ['taken_back', { person: null, through: 'collect' }, '交文件的人', '撤回文件'],
  ['invited', { subject, roles: { before: null, after: 'viewer' } }, '王珂', '邀请 李蔚：查看者'],
  ['added', { person: null, subject, roles: { before: null, after: 'editor' } }, '系统', '添加 李蔚：编辑者'],
  ['joined', { subject, roles: { before: 'viewer', after: 'viewer' } }, '王珂', '接受邀请：查看者'],
  [
    'role_changed',
    { subject, roles: { before: 'viewer', after: 'editor' } },
    '王珂',
    '更改 李蔚 的角色：查看者 → 编辑者',
  ],
  ['removed', { subject, roles: { before: 'viewer', after: null } }, '王珂', '移除 李蔚'],
  ['removed', { roles: { before: 'viewer', after: null } }, '王珂', '移除 某人'],
  ['left', { subject }, '王珂', '退出文件夹'],
  ['withdrawn', { subject }, '王珂', '撤回对 李蔚 的邀请'],
  ['declined', { subject }, '王珂', '拒绝邀请'],
]

async function open() {
  const rig = await startApp()
  const now = rig.platform.clock.now() / 1000
  const entries = table.map(([deed, facts], n) => ({ id: `${n}_3_${n}`, time: now - 120, deed, person, ...facts }))
  const show = async (item = makeItem()) => mountScreen(rig.app, h(ItemActivity, { item }))
  return { ...rig, entries, show }
}

const texts = (box: Element, selector: string) =>
  [...box.querySelectorAll(selector)].map(({ textContent }) => textContent)

describe('[AH-40] the section of an item’s activity', () => {
  test('[AH-40] every deed is a sentence with its person and time', async () => {
    const { server, entries, show } = await open()
    server.on(ACTIVITY, { entries, next: null })
    const { box, close } = await show()
    expect(new Set(table.map(([deed]) => deed))).toStrictEqual(new Set(activityDeeds))
    const rows = [...box.querySelectorAll('.activity-row')].map((row) => [
      ...texts(row, '.activity-name'),
      ...texts(row, '.activity-time'),
      row.querySelector('.activity-text')?.lastChild?.textContent,
    ])
    expect(rows).toStrictEqual(table.map(([, , name, sentence]) => [name, '2 分钟前', sentence]))
    expect(box.querySelectorAll('.activity-row .avatar')).toHaveLength(table.length)
    close()
  })

  test('[AH-40] “Show more” adds older entries and goes away with the last of them', async () => {
    const { server, entries, show } = await open()
    server.on(ACTIVITY, ({ before }) =>
      before === undefined
        ? { entries: entries.slice(0, 2), next: '1_3_1' }
        : { entries: entries.slice(2, 4), next: null },
    )
    const { box, close } = await show()
    expect(box.querySelectorAll('.activity-row')).toHaveLength(2)
    await tap(box, '.button', '查看更多')
    expect(box.querySelectorAll('.activity-row')).toHaveLength(4)
    expect(box.querySelector('.button')).toBeNull()
    close()
  })

  test('[AH-40] a failure says so and is tried again; nothing recorded is said, too', async () => {
    const { server, show } = await open()
    server.on(ACTIVITY, new NoAnswer('network'))
    const { box, close } = await show()
    expect(box.querySelector('[role=alert]')?.textContent).toBeTruthy()
    server.on(ACTIVITY, { entries: [], next: null })
    await tap(box, '.button', '重试')
    expect(texts(box, '.activity-note')).toStrictEqual(['还没有记录'])
    close()
  })

  test('[AH-40] an item in a trash shows none and asks for none', async () => {
    const { server, show } = await open()
    const { box, close } = await show(makeItem({ is_deleted: true }))
    expect([box.querySelector('.activity'), server.countOf(ACTIVITY)]).toStrictEqual([null, 0])
    close()
  })
})

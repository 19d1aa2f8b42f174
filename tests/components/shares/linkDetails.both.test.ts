import { describe, expect, test } from '@jest/globals'
import { CopyFailed } from '@/platform/Platform'
import { makeItem } from '../../stores/support/factories'
import { refusal } from '../../stores/support/fakeServer'
import { DAY, makeLink, makeVisit, NOW } from '../../stores/support/links'
import { answered, click, tap } from '../rig'
import { CLOSE, chen, mounted, within, texts, type Held, open } from './linksPage'

describe('[AH-17] the details of a link', () => {
  const details = (fields: Parameters<typeof makeLink>[0] = {}, held: Partial<Held> = {}) =>
    open({ links: [makeLink({ id: 1, ...fields })], ...held }, { id: 1 })

  test('the details say who may open the link, how, until when, and any state but open', async () => {
    await details({ password: 'k7m3', due_time: NOW + 33 * DAY, disable_download: true })
    expect(texts('.sheet-head-text')).toStrictEqual(['公开 · 密码 k7m3 · 仅预览 · 有效期至 12-23'])
    expect(within('.links-now')).toHaveLength(0)
    mounted.close()
    await details({
      state: 'closed',
      closed: NOW,
      access: 'collaborators',
      receivers: ['甲', '乙', '丙', '丁'].map((name, at) => ({ typed_id: `contact_${at}`, name })),
      receiver_count: 40,
      item: { pinned_version: 6 },
    })
    expect(texts('.sheet-head-text')).toStrictEqual(['指定的成员 · 分享给 甲、乙、丙 等 40 人 · 固定为 V6 · 永久有效'])
    expect(texts('.links-now')).toStrictEqual(['已关闭11-20 由你关闭'])
  })

  test('[AH-06] the details count openings, people, previews and downloads, with their limits', async () => {
    await details({
      visit_count: 128,
      visitor_count: 96,
      preview_count: 74,
      download_count: 31,
      download_limit_v2: 50,
    })
    expect(texts('.links-number')).toStrictEqual(['128访问', '96人', '74预览', '31 / 50下载'])
  })

  test('the chart has 30 days, and a screen reader hears the days with openings', async () => {
    await details({}, { byDay: [...Array.from({ length: 27 }, () => 0), 4, 0, 2] })
    const bars = within('.links-bar') as HTMLElement[]
    expect(bars).toHaveLength(30)
    expect(bars.slice(-3).map(({ style }) => style.height)).toStrictEqual(['100%', '4%', '50%'])
    expect(within('.links-bars')[0]!.getAttribute('aria-label')).toBe('最近 30 天共 6 次访问：11-18 4 次、11-20 2 次')
    expect(texts('.links-days')).toStrictEqual(['10-22最近 30 天11-20'])
  })

  test('the details list who did what, where and when; a visitor without an account is one', async () => {
    await details(
      { item: { type: 'folder' } },
      {
        visits: [
          makeVisit({ id: 3, kind: 'download', user: chen, at: NOW - 180, item_name: '合影.jpg', device: 'wecom' }),
          makeVisit({ id: 2, kind: 'preview', at: NOW - 1200, device: 'wechat' }),
          makeVisit({ id: 1, kind: 'visit', at: NOW - 86_400, device: 'other' }),
        ],
      },
    )
    expect(texts('.links-visit-name')).toStrictEqual(['陈希', '访客', '访客'])
    expect(texts('.links-visit-what')).toStrictEqual([
      '下载 · 合影.jpg · 企业微信 · 3 分钟前',
      '预览 · 微信 · 20 分钟前',
      '打开 · 昨天',
    ])
  })

  test('the details of one file do not repeat its name', async () => {
    await details({}, { visits: [makeVisit({ id: 1, kind: 'preview', item_name: '文件1.pdf' })] })
    expect(texts('.links-visit-what')).toStrictEqual(['预览 · 浏览器 · 1 分钟前'])
  })

  test('a link without visitors says so', async () => {
    await details()
    expect(mounted.box.textContent).toContain('还没有人打开过这个链接')
    expect(within('.links-bars')[0]!.getAttribute('aria-label')).toBe('最近 30 天没有人打开')
  })

  test('the details close the link after a confirmation, and reopen it', async () => {
    const { server } = await details()
    await tap(mounted.box, '.screen-footer .button', '关闭链接')
    expect(server.countOf(CLOSE)).toBe(0)
    await tap(mounted.box, '.dialog .button-danger')
    expect(texts('.links-now')).toStrictEqual(['已关闭11-20 由你关闭'])
    await tap(mounted.box, '.screen-footer .button', '重新打开')
    expect(within('.links-now')).toHaveLength(0)
    // The mini-program sends it into a chat as well.
    expect(texts('.screen-footer .button').filter((label) => label !== '发送到聊天')).toStrictEqual([
      '关闭链接',
      '复制链接',
    ])
  })

  test('the maker cannot reopen what an administrator closed, only close it as well; an administrator can', async () => {
    await details({ state: 'closed', closed_by_administrator: NOW })
    expect(texts('.screen-footer .button')).toStrictEqual(['关闭链接', '复制链接'])
    mounted.close()
    await details({ state: 'closed', closed_by_administrator: NOW, owner: { id: 8, name: '李蔚' } })
    expect(texts('.screen-footer .button')).toStrictEqual(['重新打开', '复制链接'])
    expect(texts('.sheet-head-text')).toStrictEqual(['李蔚 分享 · 公开 · 永久有效'])
  })

  test('[AH-17] an administrator also closes what its maker closed and reopens only that part; the link stays closed', async () => {
    const { app } = await details({ state: 'closed', closed: NOW, owner: { id: 8, name: '李蔚' } })
    expect(texts('.screen-footer .button')).toStrictEqual(['关闭链接', '复制链接'])
    await tap(mounted.box, '.screen-footer .button', '关闭链接')
    await tap(mounted.box, '.dialog .button-danger')
    expect(texts('.links-facts')).toStrictEqual(['11-20 由 李蔚 关闭 · 11-20 由管理员关闭'])
    await tap(mounted.box, '.screen-footer .button', '重新打开')
    expect(texts('.links-facts')).toStrictEqual(['11-20 由 李蔚 关闭'])
    expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'link.stillClosed.maker' })
  })

  test('an unknown link says so and leads to the list', async () => {
    const { platform } = await open({ links: [] }, { id: 9 })
    expect(mounted.box.textContent).toContain('没有这个链接')
    await tap(mounted.box, '.button', '我的分享')
    expect(platform.navigate.top).toStrictEqual({ page: 'shares' })
  })

  test('[AH-08] copying takes the name, the address and the password', async () => {
    const { app, platform } = await details({ password: 'k7m3', url: '/share/abc' })
    await tap(mounted.box, '.screen-footer .button', '复制链接')
    expect(platform.clipboard).toBe('文件1.pdf\nhttps://drive.test/share/abc\n访问密码：k7m3')
    expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'link.copiedBoth' })
  })

  test('[SHARE-11] without a clipboard a dialog shows the text, and closes when it is read', async () => {
    const { app, platform } = await details({ url: 'https://drive.test/share/abc' })
    const byHand = () => within('textarea').map((field) => (field as HTMLTextAreaElement).value)
    platform.clipboard = new CopyFailed()
    await tap(mounted.box, '.screen-footer .button', '复制链接')
    expect(byHand()).toStrictEqual(['文件1.pdf\nhttps://drive.test/share/abc'])
    expect(app.feedback.currentToast).toBeNull()
    await tap(mounted.box, '.dialog .button')
    expect(byHand()).toHaveLength(0)
  })
})

describe('[AH-17] the settings of a link', () => {
  async function openSettings(fields: Parameters<typeof makeLink>[0] = {}) {
    const rig = await open({ links: [makeLink({ id: 1, ...fields })] }, { id: 1 })
    rig.server.on('GET /apps/files/get_info', { item: makeItem({ id: 1 }) })
    await tap(mounted.box, '.header .icon-button:last-child')
    await tap(mounted.box, '.menu-entry', '修改设置')
    await answered()
    return rig
  }

  test('the settings open on the page of permissions, and saved ones appear in the details', async () => {
    const { server } = await openSettings({ password: 'k7m3' })
    const previewOnly = within('[role=switch]').find((one) => one.getAttribute('aria-label')?.startsWith('仅预览'))
    click(previewOnly!)
    await tap(mounted.box, '.permissions .text-button', '保存')
    await answered()
    expect(server.callsOf('POST /apps/share_links/edit').map(({ request }) => request)).toMatchObject([
      { share_link_id: 1, disable_download: true, password: 'k7m3' },
    ])
    expect([within('.permissions').length, texts('.sheet-head-text')]).toStrictEqual([
      0,
      ['公开 · 密码 k7m3 · 仅预览 · 永久有效'],
    ])
  })

  test('the settings of a deleted link cannot be opened, and the user is told', async () => {
    const rig = await open({ links: [makeLink({ id: 1 })] }, { id: 1 })
    rig.server.on('GET /apps/files/get_info', refusal('item_is_deleted', { text: '已被删除' }))
    await tap(mounted.box, '.header .icon-button:last-child')
    await tap(mounted.box, '.menu-entry', '修改设置')
    await answered()
    expect(texts('.dialog-text')).toStrictEqual(['已被删除'])
    await tap(mounted.box, '.dialog .button')
    expect(within('.permissions')).toHaveLength(0)
  })

  test('only the maker has the settings', async () => {
    await open({ links: [makeLink({ id: 1, owner: { id: 8, name: '李蔚' } })] }, { id: 1 })
    await tap(mounted.box, '.header .icon-button:last-child')
    expect(texts('.menu-entry')).toStrictEqual(['二维码', '关闭链接'])
  })
})

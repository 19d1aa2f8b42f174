import { describe, expect, test } from '@jest/globals'
import type { Received } from '@/contract/shares/received'
import type { ShareLink } from '@/contract/shares/shares'
import { RECEIVED_ID } from '@/domain/shares/received'
import { posterSize } from '@/screens/shares/qr/drawPoster'
import type { HandOver, Pictures } from '@/platform/Platform'
import { makeLazy } from '@/stores/app/LazyStores'
import { DAY, makeLink, makeReport, NOW } from '../../stores/support/links'
import { Paper } from '../../support/Paper'
import { answered, doing, tap } from '../rig'
import { CLOSE, chen, mounted, within, texts, type Held, open } from './linksPage'

describe('[AH-17] the list of links', () => {
  const table: [string, Partial<ShareLink>, string, string][] = [
    ['without an end', { visit_count: 56 }, '有效', '访问 56 · 永久有效'],
    [
      'with downloads and an end beyond a week',
      { visit_count: 126, download_count: 31, due_time: NOW + 33 * DAY },
      '有效',
      '访问 126 · 下载 31 · 有效期至 12-23',
    ],
    ['[SHARE-14] that ends in days', { due_time: NOW + 3 * DAY + 60 }, '有效', '访问 0 · 还剩 3 天'],
    ['[SHARE-14] that ends in hours', { due_time: NOW + 7200 }, '有效', '访问 0 · 还剩 2 小时'],
    ['[SHARE-14] that ends in minutes', { due_time: NOW + 120 }, '有效', '访问 0 · 还剩 2 分钟'],
    ['[SHARE-14] that ends in seconds', { due_time: NOW + 20 }, '有效', '访问 0 · 还剩 20 秒'],
    [
      '[SHARE-14] whose time passed, though the server said otherwise when asked',
      { visit_count: 3, due_time: NOW - 2 * DAY },
      '已过期',
      '访问 3 · 11-18 已到期',
    ],
    [
      '[AH-06] whose previews are used up, though it can be downloaded',
      { visit_count: 12, preview_count: 10, preview_limit: 10, download_count: 2 },
      '有效',
      '访问 12 · 下载 2 · 预览 10 / 10 · 永久有效',
    ],
    [
      '[AH-06] whose previews are used up',
      { state: 'limit_reached', preview_count: 10, preview_limit: 10, download_count: 1, download_limit_v2: 5 },
      '次数已用完',
      '预览 10 / 10',
    ],
    [
      '[AH-06] whose previews and downloads are used up',
      { state: 'limit_reached', preview_count: 10, preview_limit: 10, download_count: 5, download_limit_v2: 5 },
      '次数已用完',
      '预览 10 / 10 · 下载 5 / 5',
    ],
    ['that the user closed', { state: 'closed', closed: NOW - 8 * DAY }, '已关闭', '11-12 由你关闭'],
    [
      'that an administrator closed',
      { state: 'closed', closed_by_administrator: NOW - 8 * DAY },
      '已关闭',
      '11-12 由管理员关闭',
    ],
    [
      'that both closed',
      { state: 'closed', closed: NOW - 8 * DAY, closed_by_administrator: NOW - 7 * DAY },
      '已关闭',
      '11-13 由管理员关闭 · 11-12 由你关闭',
    ],
    ['that waits for an approval', { state: 'waiting' }, '待审批', '审批通过后才能打开'],
    ['that was refused', { state: 'refused' }, '未通过', '审批没有通过'],
    ['of what was deleted', { state: 'unavailable' }, '已失效', '内容已删除，或不能再分享'],
  ]
  test.each(table)('a link %s', async (_what, fields, state, facts) => {
    await open({ links: [makeLink({ id: 1, ...fields })] })
    expect([texts('.row-name'), texts('.state-mark'), texts('.row-detail')]).toStrictEqual([
      ['文件1.pdf'],
      [state],
      [facts],
    ])
  })

  test('a screen reader reads a cut name whole', async () => {
    const name = '2026 年秋季招生简章（终稿，含附件与报名表）.pdf'
    await open({ links: [makeLink({ id: 1, item: { name } })] })
    expect(mounted.box.querySelector('.row-head')?.getAttribute('aria-label')).toBe(name)
  })

  test('a visible countdown advances', async () => {
    const { platform } = await open({ links: [makeLink({ id: 1, due_time: NOW + 90 })] })
    expect(texts('.row-detail')).toStrictEqual(['访问 0 · 还剩 1 分钟'])
    doing(() => platform.clock.pass(120_000))
    await answered()
    expect(texts('.state-mark')).toStrictEqual(['已过期'])
  })

  test('several items are named by the first and their number', async () => {
    await open({ links: [makeLink({ id: 1, item: { name: '合影.jpg', item_count: 12 } })] })
    expect(texts('.row-name')).toStrictEqual(['合影.jpg 等 12 项'])
  })

  test('the selected filter shows its number, and another one is requested', async () => {
    await open({ links: [makeLink({ id: 1 }), makeLink({ id: 2, state: 'closed' })] })
    expect(texts('[role=radio]')).toStrictEqual(['全部 2', '有效', '已失效'])
    await tap(mounted.box, '[role=radio]', '已失效')
    expect([texts('[role=radio]'), texts('.row-name')]).toStrictEqual([['全部', '有效', '已失效 1'], ['文件2.pdf']])
    expect(within('[aria-checked=true]').map(({ textContent }) => textContent)).toStrictEqual(['已失效 1'])
  })

  test('a tap leads to the link', async () => {
    const { platform } = await open({ links: [makeLink({ id: 1 }), makeLink({ id: 2 })] })
    await tap(mounted.box, '.row-open', '文件2.pdf')
    expect(platform.navigate.top).toStrictEqual({ page: 'shares', id: 2 })
  })

  test.each([
    ['all', '还没有分享', {}, ''],
    ['open', '没有有效的链接', {}, '有效'],
    ['ended', '没有失效的链接', {}, '已失效'],
    ['of an item', '它还没有分享过', { item: 'file_9' }, ''],
  ])('an empty list, %s, says so', async (_what, text, place, filter) => {
    await open({ links: [] }, place)
    if (filter) await tap(mounted.box, '[role=radio]', filter)
    expect(mounted.box.textContent).toContain(text)
  })

  test('the title of a filtered list names its item', async () => {
    await open({ links: [makeLink({ id: 1 }), makeLink({ id: 2 })] }, { item: 'file_2' })
    expect([texts('.header-text'), texts('.row-name')]).toStrictEqual([['“文件2.pdf”的分享'], ['文件2.pdf']])
  })

  test('the search replaces the title and ends with it', async () => {
    const { app } = await open({ links: [makeLink({ id: 1 }), makeLink({ id: 2 })] })
    await tap(mounted.box, '.icon-button', '')
    expect(within('.search-input')).toHaveLength(0)
    await tap(mounted.box.querySelector('.header-bar')!, '.icon-button:last-child')
    expect(within('.search-input')).toHaveLength(1)
    expect(app.feedback.currentToast).toBeNull()
  })

  test('an administrator is offered the links of the enterprise, each with its maker, and others are not', async () => {
    const others = makeLink({ id: 5, owner: { id: 8, name: '李蔚' } })
    await open({ links: [makeLink({ id: 1 }), others], mayListEnterprise: true })
    await tap(mounted.box, '.segmented-option', '全校')
    // Owner and state are two choices, one of each.
    expect(texts('[role=radiogroup] [aria-checked=true]')).toStrictEqual(['全校', '全部 2'])
    expect(texts('.header-text')).toStrictEqual(['全校的分享'])
    expect(texts('.row-detail')).toStrictEqual(['访问 0 · 永久有效', '李蔚 分享 · 访问 0 · 永久有效'])
    mounted.close()
    await open({ links: [makeLink({ id: 1 })] })
    expect(within('.segmented')).toHaveLength(0)
  })
})

describe('[LAND-06] reports by visitors', () => {
  const openReports = async (reports: Held['reports']) => {
    const rig = await open({
      links: [makeLink({ id: 5, owner: { id: 8, name: '李蔚' } })],
      mayListEnterprise: true,
      reports,
    })
    await tap(mounted.box, '.links-scope .text-button', '举报')
    return rig
  }

  test('only administrators are offered the reports', async () => {
    await open({ links: [] })
    expect(texts('.text-button')).not.toContain('举报')
  })

  test('a report names link, reason, reporter and time, in the reporter’s words', async () => {
    await openReports([
      makeReport({ id: 2, user: chen, contact: '13800000000' }),
      makeReport({ id: 1, reason: 'privacy', text: '', share_link: { state: 'closed', closed_by_administrator: NOW } }),
    ])
    expect(texts('.links-report-name')).toStrictEqual(['文件5.pdf', '文件5.pdf'])
    expect(texts('.links-report-reason')).toStrictEqual(['欺诈', '泄露隐私'])
    expect(texts('.links-report-text')).toStrictEqual(['要我转账'])
    expect(texts('.links-report-facts')).toStrictEqual([
      '有效李蔚 分享 · S5',
      '陈希 · 1 分钟前 · 联系方式 13800000000',
      '已关闭李蔚 分享 · S5',
      '访客 · 1 分钟前',
    ])
  })

  test('a report leads to the link and to what it shows', async () => {
    const { platform } = await openReports([makeReport()])
    await tap(mounted.box, '.links-report .button', '链接详情')
    expect(platform.navigate.top).toStrictEqual({ page: 'shares', id: 5 })
    await tap(mounted.box, '.links-report .button', '打开分享')
    expect(platform.navigate.top).toStrictEqual({ page: 'visit', uniqueName: 'a'.repeat(22) })
  })

  test('a report’s link is closed here, unless an administrator has done so', async () => {
    const { server } = await openReports([makeReport()])
    await tap(mounted.box, '.links-report .button', '关闭链接')
    await tap(mounted.box, '.dialog .button-danger')
    expect(server.countOf(CLOSE)).toBe(1)
    expect(texts('.links-report .button')).toStrictEqual(['链接详情', '打开分享'])
  })

  test('an empty list says so', async () => {
    await openReports([])
    expect(mounted.box.textContent).toContain('还没有举报')
  })
})

describe('[AH-15] the QR code of a link', () => {
  async function openCode(
    fields: Parameters<typeof makeLink>[0],
    more: Pick<Pictures, 'send'> = {},
    ends: (HandOver | 'hold')[] = [],
  ) {
    const rig = await open({ links: [makeLink({ id: 1, ...fields })] }, { id: 1 })
    const papers: Paper[] = []
    const saved: string[] = []
    const pictures: Pictures = {
      draw({ width, height }, draw) {
        const paper = new Paper(width, height)
        draw(paper)
        papers.push(paper)
        return 'data:image/png;base64,AAAA'
      },
      async save(_picture, name) {
        saved.push(name)
        return ends.shift() ?? 'done'
      },
      ...more,
    }
    doing(() => void makeLazy(rig.app, 'pictures', () => pictures))
    await tap(mounted.box, '.header .icon-button:last-child')
    await tap(mounted.box, '.menu-entry', '二维码')
    await answered()
    return { ...rig, papers, saved }
  }

  test('the card has name, sharer, organisation and expiry, and the saved code contains the address', async () => {
    const { app, papers, saved } = await openCode({ due_time: NOW + 33 * DAY, url: 'https://drive.test/share/abc' })
    expect([texts('.qr-name'), texts('.qr-from'), texts('.qr-note')]).toStrictEqual([
      ['文件1.pdf'],
      ['王珂 · 明德学校'],
      ['微信或相机扫码打开 · 有效期至 12-23'],
    ])
    expect(within('.qr-code')[0]!.getAttribute('aria-label')).toBe('文件1.pdf 的二维码')
    await tap(mounted.box, '.qr .button', '保存图片')
    expect([papers[0]!.width, papers[0]!.height]).toStrictEqual([posterSize.width, posterSize.height])
    expect([papers[0]!.read(), saved]).toStrictEqual(['https://drive.test/share/abc', ['文件1.pdf 二维码']])
    expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'link.pictureSaved' })
  })

  test('the password is printed only when the user wants it', async () => {
    const { papers } = await openCode({ password: 'k7m3' })
    await tap(mounted.box, '.qr .button', '保存图片')
    await tap(mounted.box, '[role=switch]')
    expect(within('[role=switch]')[0]!.getAttribute('aria-checked')).toBe('true')
    await tap(mounted.box, '.qr .button', '保存图片')
    expect(papers.map(({ texts: printed }) => printed.includes('密码 k7m3'))).toStrictEqual([false, true])
    expect(texts('.qr-password')).toStrictEqual(['密码 k7m3'])
  })

  test('no password is offered where there is none, or none that the user may see', async () => {
    await openCode({ password_protected: true })
    expect(within('[role=switch]')).toHaveLength(0)
  })

  test('[AH-16] the phone’s sheet sends the card where it accepts pictures', async () => {
    const sent: string[] = []
    await openCode(
      {},
      {
        send: async (_picture, name) => {
          sent.push(name)
          return 'done'
        },
      },
    )
    await tap(mounted.box, '.qr .button', '发送')
    expect(sent).toStrictEqual(['文件1.pdf 二维码'])
  })

  test('[AH-16] the card is not sent where the phone accepts none', async () => {
    await openCode({})
    expect(texts('.qr .button')).toStrictEqual(['保存图片'])
  })

  test('the card is shown as a picture where a long press saves it', async () => {
    await openCode({}, {}, ['hold'])
    await tap(mounted.box, '.qr .button', '保存图片')
    expect(texts('.qr-hold')).toStrictEqual(['长按图片保存或发送'])
    expect(within('.qr-picture')).toHaveLength(1)
  })

  test('a user who denies the album is led to the settings', async () => {
    await openCode({}, {}, ['denied'])
    await tap(mounted.box, '.qr .button', '保存图片')
    expect(texts('.qr .button')).toStrictEqual(['去设置'])
    await tap(mounted.box, '.qr .button', '去设置')
    expect(texts('.qr .button')).toStrictEqual(['保存图片'])
  })
})

describe('[AH-49] what the user received', () => {
  const of = (fields: Partial<Received> & { name: string }): Received => ({
    key: `link_${fields.name}`,
    kind: 'link',
    sender: chen,
    received: NOW - 3600,
    ends: 0,
    unique_name: 'b'.repeat(22),
    collab_id: null,
    ...fields,
    item: { ...makeLink().item, name: fields.name },
  })
  const folder = (fields: Partial<Received> & { name: string }): Received => {
    const made = of({ kind: 'folder', unique_name: '', ...fields })
    return { ...made, item: { ...made.item, typed_id: 'folder_4', type: 'folder', extension: '', type_icon: 'folder' } }
  }
  const all = [
    of({ name: '课表.pdf', ends: NOW + 90 }),
    folder({ name: '邀请的', key: 'collab_8', kind: 'invitation', collab_id: 8, sender: null }),
    folder({ name: '我在的', key: 'collab_9' }),
  ]

  test('each row has its sender, its time and its end, and an invitation is marked', async () => {
    await open({ links: [] }, { id: RECEIVED_ID }, all)
    expect([texts('.row-name'), texts('.row-detail'), texts('.state-mark')]).toStrictEqual([
      ['课表.pdf', '邀请的', '我在的'],
      ['陈希 分享 · 1 小时前 · 还剩 1 分钟', '1 小时前 · 永久有效', '陈希 分享 · 1 小时前 · 协作文件夹'],
      ['邀请'],
    ])
  })

  test('a tap opens the link, the invitation or the folder', async () => {
    const { platform } = await open({ links: [] }, { id: RECEIVED_ID }, all)
    for (const [name, place] of [
      ['课表.pdf', { page: 'visit', uniqueName: 'b'.repeat(22) }],
      ['邀请的', { page: 'invitation', collabId: 8 }],
      ['我在的', { page: 'files', space: 'folder', id: '4' }],
    ] as const) {
      await tap(mounted.box, '.row-open', name)
      expect(platform.navigate.top).toStrictEqual(place)
    }
  })

  test('an empty list says what will appear there', async () => {
    await open({ links: [] }, { id: RECEIVED_ID })
    expect(texts('.empty-title')).toStrictEqual(['还没有收到分享'])
  })
})

import { afterEach, describe, expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import type { Message } from '@/contract/messages/messages'
import MessagePage from '@/packages/message/index'
import { makeMessage } from '../../stores/support/factories'
import { startApp } from '../../stores/support/startApp'
import { mountScreen, tap, type Mounted } from '../rig'

const LIST = 'GET /apps/messages/get_list'
const READ = 'POST /apps/messages/mark_read'
const DELETE = 'POST /apps/messages/delete'

describe('the screen of messages', () => {
  let mounted: Mounted

  /** The screen before a server that holds unread messages of these names. */
  function open(...names: string[]) {
    return openWith(names.map((name, at) => makeMessage({ id: at + 1, item_name: name })))
  }

  async function openWith(messages: Message[], { isPossible = false } = {}) {
    const rig = await startApp()
    rig.server.on('GET /apps/messages/outside', {
      is_possible: isPossible,
      is_known: true,
      choices: { mention: false, invitation: true, first_visit: true },
    })
    let held = messages
    const total = () => ({ total_unread_message_count: held.reduce((sum, each) => sum + each.unread_count, 0) })
    rig.server
      .on(LIST, ({ page_number = 1, types = '' }) => {
        const messages = held.filter(({ type }) => types.split(',').some((kind) => type.startsWith(kind)))
        return { messages, page_number, page_count: 1, ...total() }
      })
      .on(READ, ({ message_ids: ids, types }) => {
        held = held.map((each) => (types || ids?.includes(each.id) ? { ...each, unread_count: 0 } : each))
        return total()
      })
      .on(DELETE, ({ message_ids: ids }) => {
        held = held.filter(({ id }) => !ids.includes(id))
        return total()
      })
    mounted = await mountScreen(rig.app, h(MessagePage))
    return rig
  }

  const within = (selector: string) => [...mounted.box.querySelectorAll(selector)]
  const texts = (selector: string) => within(selector).map(({ textContent }) => textContent)
  const widths = () => [...mounted.box.querySelectorAll<HTMLElement>('.swipe-option')].map(({ style }) => style.width)

  afterEach(() => mounted.close())

  test('the screen shows each message by name, and a dot at unread ones', async () => {
    await open('资料', '照片')
    expect(texts('.message-name')).toStrictEqual(['资料', '照片'])
    expect(within('.message-dot')).toHaveLength(2)
  })

  test('a screen reader reads a cut name whole', async () => {
    const name = '2026 年秋季招生简章（终稿，含附件与报名表）.pdf'
    await open(name)
    expect(within('.row-head')[0]?.getAttribute('aria-label')).toBe(name)
  })

  test('[SHARE-10] a share message says who shared what, with which words, also when opened again with other words', async () => {
    const shared = (id: number, source: number, content: string) =>
      makeMessage({
        id,
        type: 'share_link',
        item_name: '宣讲稿.md',
        sender_name: '王珂',
        most_recent_message: { notice: null, source, content },
      })
    await openWith([shared(1, 1, '请看\n第二段'), shared(2, 2, ''), shared(3, 4, '明天用')])
    expect(texts('.message-text')).toStrictEqual([
      '王珂 分享给你：请看 第二段',
      '王珂 重新打开了分享',
      '王珂 更新了分享说明：明天用',
    ])
  })

  test('[AH-17] a message says what happened to an own share', async () => {
    const actions = [
      'share_opened',
      'share_limit',
      'share_expiring',
      'share_waiting',
      'share_approved',
      'share_refused',
    ] as const
    await openWith(
      actions.map((action, at) =>
        makeMessage({
          id: at + 1,
          type: 'share_link_notice',
          most_recent_message: { notice: { action, state: 'finished', count: 1, folder_name: '', reason: '' } },
        }),
      ),
    )
    expect(texts('.message-text')).toStrictEqual([
      '有人第一次打开了你的分享',
      '分享的预览或下载次数已用完',
      '分享将在一天内到期',
      '有一个分享在等你审批',
      '你的分享已通过审批',
      '你的分享没有通过审批',
    ])
    expect(within('.icon-share-2').length).toBe(6)
  })

  test('[AH-17] a message says which uses of an own share are used up, and how many there were', async () => {
    const notice = { action: 'share_limit', state: 'finished', folder_name: '', reason: '' } as const
    const type = 'share_link_notice'
    const limits = [{ used_up: 'previews', count: 5 } as const, { used_up: 'downloads', count: 2 } as const]
    await openWith(
      limits.map((uses, at) =>
        makeMessage({ id: at + 1, type, most_recent_message: { notice: { ...notice, ...uses } } }),
      ),
    )
    expect(texts('.message-text')).toStrictEqual(['分享的预览次数已用完（5 次）', '分享的下载次数已用完（2 次）'])
  })

  test('[AH-17] a message names the receiver who first opened an own share', async () => {
    const notice = { action: 'share_opened', state: 'finished', count: 1, folder_name: '', reason: '' } as const
    const type = 'share_link_notice'
    await openWith([makeMessage({ id: 1, type, sender_name: '陈希', most_recent_message: { notice } })])
    expect(texts('.message-text')).toStrictEqual(['陈希第一次打开了你的分享'])
  })

  test('[MSG-03] each kind says what it is about: comments, mentions, voices, and invitations alone or with others', async () => {
    const user = { id: 7, name: '王珂' }
    const talk = (id: number, content: string, more: { isVoice?: boolean; isMentioned?: boolean } = {}) =>
      makeMessage({
        id,
        type: 'comment',
        sender_name: '王珂',
        include_current_user: more.isMentioned ?? false,
        most_recent_message: {
          notice: null,
          content,
          is_voice: more.isVoice ?? false,
          message_comments: [{ id, content, is_voice: false, user }],
        },
      })
    const invites = (id: number, fields: object) =>
      makeMessage({
        id,
        type: 'collab',
        sender_name: '赵敏',
        most_recent_message: { notice: null, item_type: 'folder', invitation_message: '', ...fields },
      })
    await openWith([
      talk(1, '第 8 页\n要更新'),
      talk(2, '@[5:李蔚] @[0:校长] 看\u202efdp', { isMentioned: true }),
      talk(3, '', { isVoice: true }),
      invites(4, { invitation_message: '请看' }),
      invites(5, { collab_type: 'group', group_name: '教研组' }),
    ])
    expect(texts('.message-text')).toStrictEqual([
      '王珂：第 8 页 要更新',
      '王珂 提到了你：@李蔚 @所有协作者 看\ufffdfdp',
      '王珂：语音',
      '赵敏 邀请你协作：请看',
      '赵敏 邀请了“教研组”，你也在其中',
    ])
  })

  test('an empty list says so', async () => {
    await open()
    expect(mounted.box.textContent).toContain('还没有消息')
  })

  test('a tap on an unread message marks it read', async () => {
    const { server } = await open('资料', '照片')
    await tap(mounted.box, '.message-open', '照片')
    expect(server.callsOf(READ).map(({ request }) => request.message_ids)).toStrictEqual([[2]])
    expect(within('.message-dot')).toHaveLength(1)
  })

  test('[MSG-09] a tap leads to the message’s comments, or to the item shared last', async () => {
    const rig = await openWith([
      makeMessage({ id: 1, type: 'comment', object_typed_id: 'file_3', item_name: '资料' }),
      makeMessage({
        id: 2,
        type: 'share_link',
        item_name: '照片',
        most_recent_message: { notice: null, unique_name: 'n' },
      }),
    ])
    await tap(mounted.box, '.message-open', '资料')
    expect(rig.platform.navigate.top).toStrictEqual({ page: 'comments', typedId: 'file_3', message: 1 })
    await tap(mounted.box, '.message-open', '照片')
    expect(rig.platform.navigate.top).toStrictEqual({ page: 'visit', uniqueName: 'n', message: 2 })
  })

  test('all messages are marked read at once, and then nothing is left to mark', async () => {
    await open('资料', '照片')
    await tap(mounted.box, '.text-button', '全部已读')
    expect(within('.message-dot')).toHaveLength(0)
    expect(mounted.box.textContent).not.toContain('全部已读')
  })

  test('the menu under the title selects another kind', async () => {
    const { server } = await open('资料')
    await tap(mounted.box, '.header-press', '全部消息')
    await tap(mounted.box, '.navigation-place', '评论')
    expect(server.callsOf(LIST).at(-1)?.request.types).toBe('comment')
    expect(mounted.box.textContent).toContain('还没有评论消息')
  })

  test('[MSG-05] a swipe offers to read an unread message and to delete it', async () => {
    const { server } = await open('资料', '照片')
    expect(texts('.swipe-option')).toStrictEqual(['标为已读', '删除', '标为已读', '删除'])
    // 180 px in all, of which deleting takes 72 (2§9).
    expect(widths()).toStrictEqual(['108px', '72px', '108px', '72px'])
    await tap(mounted.box, '.swipe-option', '标为已读')
    expect(server.callsOf(READ).map(({ request }) => request.message_ids)).toStrictEqual([[1]])
    expect(texts('.swipe-option')).toStrictEqual(['删除', '标为已读', '删除'])
    expect(widths()[0]).toBe('72px')
  })

  test('[MSG-05] a swipe deletes a message after a confirmation', async () => {
    const { server } = await open('资料', '照片')
    await tap(mounted.box, '.swipe-danger')
    expect(server.countOf(DELETE)).toBe(0)
    await tap(mounted.box, '.dialog .button-danger')
    expect(texts('.message-name')).toStrictEqual(['照片'])
  })

  test('the menu deletes a message after a confirmation', async () => {
    const { server } = await open('资料', '照片')
    await tap(mounted.box, '.message-more')
    await tap(mounted.box, '.menu-entry', '删除')
    expect(server.countOf(DELETE)).toBe(0)
    await tap(mounted.box, '.dialog .button-danger')
    expect(texts('.message-name')).toStrictEqual(['照片'])
  })

  test('[AH-56] an entry shows the sender’s face with a mark of the kind, the number of messages, and the earlier ones in its menu', async () => {
    const notice = (action: 'collab_role' | 'collab_removed') => ({
      notice: { action, state: 'finished' as const, count: 1, folder_name: '', reason: '' },
    })
    const sender = { id: 7, name: '陈希', avatar: '/face?1' }
    const { server } = await openWith([
      makeMessage({
        id: 9,
        sender_name: '陈希',
        thread: { id: 3, count: 3, sender },
        most_recent_message: notice('collab_removed'),
      }),
      makeMessage({ id: 2, thread: { id: 2, count: 1, sender: null } }),
    ])
    const faces = within('.message').map((row) =>
      ['.avatar', '.avatar-picture', '.message-mark .icon-users', '.message-icon', '.message-count'].map(
        (part) => row.querySelectorAll(part).length,
      ),
    )
    expect([faces, texts('.message-count')]).toStrictEqual([
      [
        [1, 1, 1, 0, 1],
        [0, 0, 0, 1, 0],
      ],
      ['3'],
    ])
    server.on(LIST, () => ({
      messages: [9, 3].map((id) =>
        makeMessage({ id, sender_name: '陈希', most_recent_message: notice('collab_role') }),
      ),
      page_number: 1,
      page_count: 1,
      total_unread_message_count: 0,
    }))
    await tap(mounted.box, '.message-open')
    expect(server.callsOf(READ).map(({ request }) => request)).toStrictEqual([{ message_ids: [9], folded: true }])
    expect(texts('.earlier-text')).toStrictEqual(['陈希 更改了你的角色'])
  })

  describe('[AH-50] a request for access', () => {
    const DECIDE = 'POST /apps/access_requests/decide'
    const request = (item_type: 'file' | 'folder', state: 'open' | 'expired' = 'open') =>
      makeMessage({
        item_name: '教案',
        sender_name: '陈希',
        most_recent_message: {
          notice: { action: 'access_asked', state: 'finished', count: 1, folder_name: '', reason: '' },
          access_request: { id: 7, state, item_type, role: 'viewer', message: '要核对 课表' },
        },
      })
    const entries = () => texts('.menu-entry')

    test('a tap opens the menu, a choice decides, and the message says what holds', async () => {
      const { server } = await openWith([request('folder')])
      server.on(DECIDE, ({ decision }) => ({
        state: decision === 'grant' ? ('granted' as const) : ('declined' as const),
        total_unread_message_count: 0,
      }))
      expect(texts('.message-text')).toStrictEqual(['陈希 申请访问：要核对 课表'])
      await tap(mounted.box, '.message-open')
      expect([entries().slice(0, 4), server.countOf(READ)]).toStrictEqual([
        ['允许查看', '允许查看和下载对方想要的', '允许编辑', '不同意'],
        0,
      ])
      await tap(mounted.box, '.menu-entry', '不同意')
      expect([texts('.message-text'), within('.message-dot').length]).toStrictEqual([['没有同意 陈希 的访问申请'], 0])
      await tap(mounted.box, '.message-open')
      expect(entries()).not.toContain('不同意')
      await tap(mounted.box, '.menu-entry', '允许编辑')
      expect(server.callsOf(DECIDE).map(({ request: asked }) => asked)).toStrictEqual([
        { access_request_id: 7, decision: 'decline' },
        { access_request_id: 7, decision: 'grant', role: 'editor' },
      ])
      expect(texts('.message-text')).toStrictEqual(['已允许 陈希 访问'])
    })

    test('a file is shared with the asker; the asker of a declined request reads no name', async () => {
      const declined = makeMessage({
        id: 2,
        item_name: '',
        most_recent_message: {
          notice: { action: 'access_declined', state: 'finished', count: 1, folder_name: '', reason: '' },
        },
      })
      await openWith([request('file'), declined])
      expect([texts('.message-name')[1], texts('.message-text')[1]]).toStrictEqual(['访问申请', '你的访问申请没有通过'])
      await tap(mounted.box, '.message-open')
      expect(entries().slice(0, 3)).toStrictEqual(['允许查看', '允许查看和下载对方想要的', '不同意'])
    })
  })

  test('[AH-30] the user chooses messages outside of the app, where the server can send them', async () => {
    const { server } = await openWith([], { isPossible: true })
    server.on('POST /apps/messages/choose_outside', {})
    await tap(mounted.box, '.header-press')
    await tap(mounted.box, '.navigation-place', '微信')
    const states = () => within('.switch').map((each) => each.getAttribute('aria-checked'))
    expect(states()).toStrictEqual(['false', 'true', 'true'])
    await tap(mounted.box, '.switch')
    expect(server.callsOf('POST /apps/messages/choose_outside').map(({ request }) => request)).toStrictEqual([
      { kind: 'mention', is_on: true },
    ])
    expect(states()).toStrictEqual(['true', 'true', 'true'])
    mounted.close()
    await openWith([])
    await tap(mounted.box, '.header-press')
    expect(within('.icon-bell')).toHaveLength(0)
  })
})

import { describe, expect, test } from '@jest/globals'
import { createChats, type ChatCalls } from '@/platform/weapp/chats'

const sealed = { encryptedData: 'ZGF0YQ==', iv: 'aXY=' }

function phone(entry: ReturnType<NonNullable<ChatCalls['getEnterOptionsSync']>>, more: ChatCalls = {}) {
  const asked: [string, object][] = []
  const menu =
    (name: string) =>
    ({ success: _s, fail: _f, ...options }: object & { success: unknown; fail: unknown }) =>
      void asked.push([name, options])
  const wx: ChatCalls = {
    showShareMenu: menu('show') as never,
    hideShareMenu: menu('hide') as never,
    updateShareMenu: menu('update') as never,
    getEnterOptionsSync: () => entry,
    ...more,
  }
  return { chats: createChats(wx), asked }
}

describe('[SHARE-12] forwarding a page', () => {
  test('a card carries a share ticket', () => {
    const { chats, asked } = phone({ scene: 1001 })
    chats.offer({ activityId: null })
    expect(asked).toStrictEqual([
      ['update', { withShareTicket: true, isPrivateMessage: false }],
      ['show', { withShareTicket: true, menus: ['shareAppMessage'] }],
    ])
  })

  test('[AH-26] a card that nobody may forward is a private message', () => {
    const { chats, asked } = phone({ scene: 1001 })
    chats.offer({ activityId: 'a1' })
    expect(asked[0]).toStrictEqual(['update', { withShareTicket: true, isPrivateMessage: true, activityId: 'a1' }])
  })

  test('a page without a card is not offered, and a WeChat without these calls works', () => {
    const { chats, asked } = phone({ scene: 1001 })
    chats.offer(null)
    expect(asked).toStrictEqual([['hide', {}]])
    expect(() => createChats({}).offer({ activityId: null })).not.toThrow()
  })
})

describe('[AH-26] the recipient of a private message', () => {
  const entered = { scene: 1007, shareTicket: 't1' }
  const answers = (valid?: boolean): ChatCalls => ({
    authPrivateMessage: ({ shareTicket, success, fail }) =>
      shareTicket === 't1' && valid !== undefined ? success({ valid }) : fail({ errMsg: 'authPrivateMessage:fail' }),
  })

  test('the user is the recipient where WeChat says so', async () => {
    expect(await phone(entered, answers(true)).chats.isReceiver()).toBe(true)
  })

  test('the user is not where WeChat denies it, fails, has no such call, or the entry was no card', async () => {
    for (const more of [answers(false), answers(), {}])
      expect(await phone(entered, more).chats.isReceiver()).toBe(false)
    expect(await phone({ scene: 1001 }, answers(true)).chats.isReceiver()).toBe(false)
  })
})

test('[SHARE-12] the card that WeChat requests names the link and opens it', () => {
  const { chats } = phone({ scene: 1001 })
  const place = { page: 'visit', uniqueName: 'a'.repeat(22) } as const
  const card = { title: '简章.pdf', place, picture: 'https://d.example/p.png', activityId: null }
  expect(chats.written(card)).toStrictEqual({
    title: '简章.pdf',
    path: `/packages/visit/index?unique_name=${'a'.repeat(22)}`,
    imageUrl: 'https://d.example/p.png',
  })
  expect(chats.written({ ...card, picture: '' })).toMatchObject({ imageUrl: '/card.png' })
  expect(chats.written(null)).toStrictEqual({ title: '', path: '', imageUrl: '/card.png' })
})

describe('[AH-26] the group of a card', () => {
  test.each([
    [1001, false],
    [1007, false],
    [1008, true],
    [1044, true],
  ])('scene %i is an entry by a card of a group', (scene, isGroup) => {
    expect(phone({ scene }).chats.entered() !== null).toBe(isGroup)
  })

  test('WeCom has no group', () => {
    expect(phone({ scene: 1044 }, { qy: {} } as ChatCalls).chats.entered()).toBe(null)
  })

  test('newer versions report the group of the entry, older ones that of its ticket', async () => {
    const newer: ChatCalls = { getGroupEnterInfo: ({ success }) => success(sealed) }
    expect(await phone({ scene: 1008 }, newer).chats.group()).toStrictEqual(sealed)
    const older: ChatCalls = {
      getShareInfo: ({ shareTicket, success }) => success({ ...sealed, iv: shareTicket }),
    }
    expect(await phone({ scene: 1044, shareTicket: 't1' }, older).chats.group()).toMatchObject({ iv: 't1' })
    expect(await phone({ scene: 1008 }, older).chats.group()).toBe(null)
  })

  test('a refusal or an empty answer means no group', async () => {
    const refused: ChatCalls = { getGroupEnterInfo: ({ fail }) => fail({ errMsg: 'getGroupEnterInfo:fail' }) }
    expect(await phone({ scene: 1044 }, refused).chats.group()).toBe(null)
    expect(await phone({ scene: 1044 }, { getGroupEnterInfo: ({ success }) => success({}) }).chats.group()).toBe(null)
  })
})

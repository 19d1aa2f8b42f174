import { describe, expect, test } from '@jest/globals'
import { createMessages, type MessageCalls } from '@/platform/weapp/messages'

type Ask = NonNullable<MessageCalls['requestSubscribeMessage']>

const calls = (answer: (callbacks: Parameters<Ask>[0]) => unknown): MessageCalls => ({
  requestSubscribeMessage: answer,
  login: ({ success }) => success({ code: 'code of WeChat' }),
})

describe('[AH-30] messages of WeChat', () => {
  const answers: [string, Parameters<typeof calls>[0], boolean][] = [
    ['accepted', ({ success, tmplIds: [id] }) => success({ [id!]: 'accept' }), true],
    ['rejected', ({ success, tmplIds: [id] }) => success({ [id!]: 'reject' }), false],
    ['banned', ({ success, tmplIds: [id] }) => success({ [id!]: 'ban' }), false],
    ['switched off by the user', ({ fail }) => fail({ errMsg: 'requestSubscribeMessage:fail 20004' }), false],
  ]
  for (const [what, answer, isAccepted] of answers) {
    test(`a message that is ${what}`, async () => {
      expect(await createMessages(calls(answer)).ask('t-1')).toBe(isAccepted)
    })
  }

  test('a WeChat without subscribe messages is not asked', async () => {
    const messages = createMessages({ login: ({ success }) => success({ code: 'c' }) })
    expect(await messages.ask('t-1')).toBe(false)
  })

  test('the code comes from the messenger in which the app runs', async () => {
    const wx = calls(({ success }) => success({}))
    expect(await createMessages(wx).code()).toBe('code of WeChat')
    const qy: MessageCalls['qy'] = { login: ({ success }) => success({ code: 'code of WeCom' }) }
    const messages = createMessages({ ...wx, qy })
    expect([messages.messenger, await messages.code()]).toStrictEqual(['wecom', 'code of WeCom'])
  })

  test('a failed login, or one without a code, gives no code', async () => {
    const wx: MessageCalls = { login: ({ fail }) => fail({ errMsg: 'login:fail' }) }
    expect(await createMessages(wx).code()).toBe(null)
    expect(await createMessages({ login: ({ success }) => success({ code: '' }) }).code()).toBe(null)
  })
})

import type Taro from '@tarojs/taro'
import type { PhoneMessages } from '../Platform'
import { promised, callOf, type Call } from './network/promised'

type Login = Call<object, { code?: string }>

export interface MessageCalls {
  /** From library 2.8.2. */
  requestSubscribeMessage?: Call<
    Pick<Taro.requestSubscribeMessage.Option, 'tmplIds'>,
    { [template: string]: string | undefined }
  >
  login: Login
  /** In WeCom. */
  qy?: { login: Login }
}

/** Messages of WeChat and WeCom. A failed request counts as declined; the app continues without. */
export function createMessages(wx: MessageCalls): PhoneMessages {
  const weCom = callOf(wx, 'qy')
  return {
    messenger: weCom ? 'wecom' : 'wechat',
    async ask(template) {
      const request = callOf(wx, 'requestSubscribeMessage')
      if (!request) return false
      const answers = promised<{ [template: string]: string | undefined }>((callbacks) =>
        request({ ...callbacks, tmplIds: [template] }),
      )
      return answers.then(
        (result) => result[template] === 'accept',
        () => false,
      )
    },
    async code() {
      const { login } = weCom ?? wx
      return promised<{ code?: string }>((callbacks) => login(callbacks)).then(
        ({ code }) => code || null,
        () => null,
      )
    },
  }
}

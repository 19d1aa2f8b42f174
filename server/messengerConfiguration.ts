import { platformId, webAddress, type Problem } from './settingValues'

/** Where WeChat and WeCom are asked, and as whom; what is null is not configured. */
export interface MessengerConfiguration {
  /** Of WeChat's server interface, without a final slash. */
  wechatUrl: string
  /** The official account in whose name pages in WeChat's browser use the JS-SDK. */
  wechatAccount: MessengerApp | null
  /** Of WeCom's server interface, without a final slash. */
  wecomUrl: string
  /** An app of the enterprise in WeCom; its id is that of the enterprise. */
  wecom: MessengerApp | null
}

/** What a messenger knows an app by, and what the app proves itself with. */
export interface MessengerApp {
  id: string
  secret: string
}

type Read = <T>(name: string, fallback: T, parse: (text: string) => T | Problem) => T

/** Settings whose values are not told again. */
export const messengerSecrets = ['WECHAT_ACCOUNT_SECRET', 'WECOM_SECRET']

/** Reads the settings of messengers. @param problems takes what is wrong with several together */
export function readMessengers(read: Read, problems: string[]): MessengerConfiguration {
  const app = (idName: string, secretName: string): MessengerApp | null => {
    const id = read<string | null>(idName, null, platformId)
    const secret = read<string | null>(secretName, null, platformId)
    if (id !== null && secret !== null) return { id, secret }
    if (id !== secret)
      problems.push(`${id === null ? secretName : idName}: ${id === null ? idName : secretName} is needed, too`)
    return null
  }
  return {
    wechatUrl: read('WECHAT_API_URL', 'https://api.weixin.qq.com', webAddress),
    wechatAccount: app('WECHAT_ACCOUNT_ID', 'WECHAT_ACCOUNT_SECRET'),
    wecomUrl: read('WECOM_API_URL', 'https://qyapi.weixin.qq.com', webAddress),
    wecom: app('WECOM_CORP_ID', 'WECOM_SECRET'),
  }
}

import { platformId, Problem, scriptAddress, webAddress, wholeNumber } from './settingValues'

/** Where WeChat and WeCom are asked, and as whom; what is null is not configured. */
export interface MessengerConfiguration {
  /** Of WeChat's server interface, without a final slash. */
  wechatUrl: string
  /** The official account in whose name pages in WeChat's browser use the JS-SDK. */
  wechatAccount: MessengerApp | null
  wechatApplet: MessengerApp | null
  /** Of the subscribe message that tells of the first opening of a link. */
  visitTemplate: MessageTemplate | null
  /** Of those that tell of a mention and of an invitation. */
  mentionTemplate: MessageTemplate | null
  invitationTemplate: MessageTemplate | null
  /** Address of the JS-SDK's script, of both messengers. */
  scriptUrl: string
  /** Of WeCom's server interface, without a final slash. */
  wecomUrl: string
  /** An app of the enterprise in WeCom; its id is that of the enterprise. */
  wecom: MessengerApp | null
  /** By what number the enterprise knows that app; without it nothing is sent. */
  wecomAgent: number | null
  /** ms that a messenger may take to answer */
  patience: number
}

/** A text that WeChat's console lets the server fill. */
export interface MessageTemplate {
  id: string
  /** What stands in which of its fields, by their names: `{item}`, `{time}` and, but of a first opening, `{sender}` are filled. */
  fields: Record<string, string>
}

/** What a messenger knows an app by, and what the app proves itself with. */
export interface MessengerApp {
  id: string
  secret: string
}

type Read = <T>(name: string, fallback: T, parse: (text: string) => T | Problem) => T

/** Settings whose values are not told again. */
export const messengerSecrets = ['WECHAT_ACCOUNT_SECRET', 'WECHAT_APPLET_SECRET', 'WECOM_SECRET']

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
  const template = (kind: string, fallback: MessageTemplate['fields']): MessageTemplate | null => {
    const id = read<string | null>(`WECHAT_${kind}_TEMPLATE`, null, platformId)
    const fields = read(`WECHAT_${kind}_FIELDS`, fallback, templateFields)
    return id === null ? null : { id, fields }
  }
  const fromSomebody = { thing1: '{sender}', thing2: '{item}', time3: '{time}' }
  return {
    wechatUrl: read('WECHAT_API_URL', 'https://api.weixin.qq.com', webAddress),
    wechatAccount: app('WECHAT_ACCOUNT_ID', 'WECHAT_ACCOUNT_SECRET'),
    wechatApplet: app('WECHAT_APPLET_ID', 'WECHAT_APPLET_SECRET'),
    visitTemplate: template('VISIT', { thing1: '{item}', time2: '{time}' }),
    mentionTemplate: template('MENTION', fromSomebody),
    invitationTemplate: template('INVITATION', fromSomebody),
    scriptUrl: read('WECHAT_SCRIPT_URL', 'https://res.wx.qq.com/open/js/jweixin-1.6.0.js', scriptAddress),
    wecomUrl: read('WECOM_API_URL', 'https://qyapi.weixin.qq.com', webAddress),
    wecom: app('WECOM_CORP_ID', 'WECOM_SECRET'),
    wecomAgent: read<number | null>('WECOM_AGENT_ID', null, wholeNumber),
    patience: 5000,
  }
}

/** As the query of an address: `thing1={item}&time2={time}`. */
function templateFields(text: string): Record<string, string> | Problem {
  const fields = [...new URLSearchParams(text)]
  const isRight = fields.length > 0 && fields.every(([name, value]) => /^[a-z_]+\d{1,3}$/.test(name) && value !== '')
  return isRight ? Object.fromEntries(fields) : new Problem('fields such as thing1={item}&time2={time} are needed')
}

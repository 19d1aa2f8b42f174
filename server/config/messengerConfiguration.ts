import { parsePlatformId, Problem, parseScriptAddress, parseWebAddress, parseWholeNumber } from './settingValues'

/** Addresses and apps of WeChat and WeCom; null when not configured. */
export interface MessengerConfiguration {
  /** WeChat's server interface, without a final slash. */
  wechatUrl: string
  /** The official account that signs the JS-SDK for pages in WeChat's browser. */
  wechatAccount: MessengerApp | null
  wechatApplet: MessengerApp | null
  /** The subscribe message about the first opening of a link. */
  visitTemplate: MessageTemplate | null
  /** The subscribe messages about a mention and about an invitation. */
  mentionTemplate: MessageTemplate | null
  invitationTemplate: MessageTemplate | null
  /** Address of the JS-SDK's script, for both messengers. */
  scriptUrl: string
  /** WeCom's server interface, without a final slash. */
  wecomUrl: string
  /** The enterprise's app in WeCom; the id is the enterprise's. */
  wecom: MessengerApp | null
  /** The app's number within the enterprise; without it no messages are sent. */
  wecomAgent: number | null
  /** The pages on which people prove who they are in WeCom: in its own browser, and by a QR code. */
  wecomAuthorizeUrl: string
  wecomQrUrl: string
  /** ms to wait for a messenger's answer */
  patience: number
}

/** A message template of WeChat's console, which the server fills. */
export interface MessageTemplate {
  id: string
  /** The text of each field: `{item}`, `{time}` and, except for a first opening, `{sender}` are replaced. */
  fields: Record<string, string>
}

/** An app's id at a messenger and the secret that proves it. */
export interface MessengerApp {
  id: string
  secret: string
}

type Read = <T>(name: string, fallback: T, parse: (text: string) => T | Problem) => T

/** Settings whose values never appear in messages. */
export const messengerSecrets = ['WECHAT_ACCOUNT_SECRET', 'WECHAT_APPLET_SECRET', 'WECOM_SECRET']

/** Reads the settings of messengers. @param problems receives conflicts between settings */
export function readMessengers(read: Read, problems: string[]): MessengerConfiguration {
  const app = (idName: string, secretName: string): MessengerApp | null => {
    const id = read<string | null>(idName, null, parsePlatformId)
    const secret = read<string | null>(secretName, null, parsePlatformId)
    if (id !== null && secret !== null) return { id, secret }
    if (id !== secret)
      problems.push(`${id === null ? secretName : idName}: ${id === null ? idName : secretName} is needed, too`)
    return null
  }
  const template = (kind: string, fallback: MessageTemplate['fields']): MessageTemplate | null => {
    const id = read<string | null>(`WECHAT_${kind}_TEMPLATE`, null, parsePlatformId)
    const fields = read(`WECHAT_${kind}_FIELDS`, fallback, templateFields)
    return id === null ? null : { id, fields }
  }
  const fromSomebody = { thing1: '{sender}', thing2: '{item}', time3: '{time}' }
  return {
    wechatUrl: read('WECHAT_API_URL', 'https://api.weixin.qq.com', parseWebAddress),
    wechatAccount: app('WECHAT_ACCOUNT_ID', 'WECHAT_ACCOUNT_SECRET'),
    wechatApplet: app('WECHAT_APPLET_ID', 'WECHAT_APPLET_SECRET'),
    visitTemplate: template('VISIT', { thing1: '{item}', time2: '{time}' }),
    mentionTemplate: template('MENTION', fromSomebody),
    invitationTemplate: template('INVITATION', fromSomebody),
    scriptUrl: read('WECHAT_SCRIPT_URL', 'https://res.wx.qq.com/open/js/jweixin-1.6.0.js', parseScriptAddress),
    wecomUrl: read('WECOM_API_URL', 'https://qyapi.weixin.qq.com', parseWebAddress),
    wecom: app('WECOM_CORP_ID', 'WECOM_SECRET'),
    wecomAgent: read<number | null>('WECOM_AGENT_ID', null, parseWholeNumber),
    wecomAuthorizeUrl: read(
      'WECOM_AUTHORIZE_URL',
      'https://open.weixin.qq.com/connect/oauth2/authorize',
      parseScriptAddress,
    ),
    wecomQrUrl: read('WECOM_QR_URL', 'https://login.work.weixin.qq.com/wwlogin/sso/login', parseScriptAddress),
    patience: 5000,
  }
}

/** Reads a query such as `thing1={item}&time2={time}`. */
function templateFields(text: string): Record<string, string> | Problem {
  const fields = [...new URLSearchParams(text)]
  const isRight = fields.length > 0 && fields.every(([name, value]) => /^[a-z_]+\d{1,3}$/.test(name) && value !== '')
  return isRight ? Object.fromEntries(fields) : new Problem('fields such as thing1={item}&time2={time} are needed')
}

import type { Clock } from '../time/clock'
import type { Configuration } from '../config/configuration'
import type { Db } from '../database/connect'
import type { Encrypter } from '../crypto/encryption'
import { MessengerHost } from './MessengerHost'
import { SharedTokens } from './SharedTokens'
import { WeChat } from './WeChat'
import { WeCom } from './WeCom'
import { WeComOrganisation, type WeComAccess } from './WeComOrganisation'

/** The server's apps at WeChat and WeCom; null when not configured. */
export interface Messengers {
  /** The official account. */
  wechat: WeChat | null
  applet: WeChat | null
  wecom: WeCom | null
  /** Another organisation in WeCom, with the secrets of its administrators. Only the operator decides which server is asked. */
  weComOf(access: WeComAccess): WeComOrganisation
}

interface Ports {
  db: Db
  encrypter: Encrypter
  clock: Clock
  config: Pick<Configuration, 'messengers'>
}

/** Sends no request yet. */
export function openMessengers(ports: Ports): Messengers {
  const tokens = new SharedTokens(ports)
  const { wechatUrl, wechatAccount, wechatApplet, wecomUrl, wecom } = ports.config.messengers
  const hostAt = (url: string) => new MessengerHost(url, ports)
  const wechatHost = hostAt(wechatUrl)
  const wecomHost = hostAt(wecomUrl)
  return {
    wechat: wechatAccount && new WeChat(wechatHost, wechatAccount, tokens),
    applet: wechatApplet && new WeChat(wechatHost, wechatApplet, tokens),
    wecom: wecom && new WeCom(wecomHost, wecom, tokens),
    weComOf: (access) => new WeComOrganisation(wecomHost, tokens, access),
  }
}

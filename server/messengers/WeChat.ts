import type { MessengerApp } from '../config/messengerConfiguration'
import { identityOf, requireDone, textOf, tokenOf, type MessengerIdentity } from './answers'
import type { MessengerHost } from './MessengerHost'
import type { SharedTokens } from './SharedTokens'
import { withToken, type TokenSource } from './withToken'

export interface SubscribeMessage {
  touser: string
  template_id: string
  /** The page of the mini-program that the message opens, with its query. */
  page: string
  data: Record<string, { value: string }>
  lang: 'zh_CN' | 'zh_TW' | 'en_US'
}

/** An official account or a mini-program at WeChat (developers.weixin.qq.com). */
export class WeChat {
  private readonly access: TokenSource

  constructor(
    private readonly host: MessengerHost,
    private readonly app: MessengerApp,
    private readonly tokens: SharedTokens,
  ) {
    this.access = { tokens, name: `${host.url} ${app.id} access`, fetch: () => this.fetchAccess() }
  }

  get id(): string {
    return this.app.id
  }

  /** The ticket for signatures of the JS-SDK. @throws MessengerFailure */
  pageTicket(): Promise<string> {
    const path = '/cgi-bin/ticket/getticket'
    return this.tokens.get(`${this.host.url} ${this.app.id} ticket`, () =>
      withToken(this.access, async (access_token) =>
        tokenOf(path, await this.host.ask(path, { query: { access_token, type: 'jsapi' } }), 'ticket'),
      ),
    )
  }

  /** The user of a code of `wx.login`. @throws MessengerFailure */
  async identify(code: string): Promise<MessengerIdentity> {
    const path = '/sns/jscode2session'
    const query = { appid: this.app.id, secret: this.app.secret, js_code: code, grant_type: 'authorization_code' }
    return identityOf(path, await this.host.ask(path, { query }), 'openid')
  }

  /** The id that marks a message to a chat as private: recipients cannot forward it. @throws MessengerFailure */
  async activityId(): Promise<string> {
    const path = '/cgi-bin/message/wxopen/activityid/create'
    return withToken(this.access, async (access_token) =>
      textOf(path, await this.host.ask(path, { query: { access_token } }), 'activity_id'),
    )
  }

  /** Sends a subscribe message, as the call's documentation describes it. @throws MessengerFailure */
  async send(message: SubscribeMessage): Promise<void> {
    const path = '/cgi-bin/message/subscribe/send'
    const answer = await withToken(this.access, (access_token) =>
      this.host.ask(path, { query: { access_token }, body: message }),
    )
    requireDone(path, answer)
  }

  /** Uses the stable token: it stays the same until it expires, and the secret is in no address. */
  private async fetchAccess() {
    const path = '/cgi-bin/stable_token'
    const { id: appid, secret } = this.app
    return tokenOf(
      path,
      await this.host.ask(path, { body: { grant_type: 'client_credential', appid, secret } }),
      'access_token',
    )
  }
}

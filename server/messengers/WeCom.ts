import type { MessengerApp } from '../config/messengerConfiguration'
import { identityOf, requireDone, tokenOf, type MessengerIdentity } from './answers'
import { MessengerFailure } from './MessengerFailure'
import type { MessengerHost } from './MessengerHost'
import type { SharedTokens } from './SharedTokens'
import { withToken, type TokenSource } from './withToken'

/** `errcode` of a userid that the enterprise does not know */
const UNKNOWN = 60111
/** seconds within which WeCom drops a repeated text, the most that WeCom allows */
const AGAIN = 14_400

/** An app of an enterprise in WeCom (developer.work.weixin.qq.com). */
export class WeCom {
  private readonly access: TokenSource

  constructor(
    private readonly host: MessengerHost,
    private readonly app: MessengerApp,
    private readonly tokens: SharedTokens,
  ) {
    this.access = { tokens, name: `${host.url} ${app.id} access`, fetch: () => this.fetchAccess() }
  }

  /** The id of the enterprise. */
  get id(): string {
    return this.app.id
  }

  /** The ticket for signatures of the JS-SDK. @throws MessengerFailure */
  pageTicket(): Promise<string> {
    const path = '/cgi-bin/get_jsapi_ticket'
    return this.tokens.get(`${this.host.url} ${this.app.id} ticket`, () =>
      withToken(this.access, async (access_token) =>
        tokenOf(path, await this.host.ask(path, { query: { access_token } }), 'ticket'),
      ),
    )
  }

  /** The user of a code of `wx.qy.login`. @throws MessengerFailure */
  async identify(code: string): Promise<MessengerIdentity> {
    const path = '/cgi-bin/miniprogram/jscode2session'
    const query = { js_code: code, grant_type: 'authorization_code' }
    return withToken(this.access, async (access_token) => {
      const answer = await this.host.ask(path, { query: { access_token, ...query } })
      // A partner enterprise that shares the app may use the same userid for somebody else.
      if (answer.corpid !== undefined && answer.corpid !== this.app.id) throw new MessengerFailure(path, UNKNOWN)
      return identityOf(path, answer, 'userid')
    })
  }

  /** Sends a text of the app. WeCom drops the same text to the same person within four hours. @throws MessengerFailure */
  async send({ to, agent, text }: { to: string; agent: number; text: string }): Promise<void> {
    const path = '/cgi-bin/message/send'
    const body = {
      touser: to,
      msgtype: 'text',
      agentid: agent,
      text: { content: text },
      enable_duplicate_check: 1,
      duplicate_check_interval: AGAIN,
    }
    const answer = await withToken(this.access, (access_token) =>
      this.host.ask(path, { query: { access_token }, body }),
    )
    requireDone(path, answer)
  }

  private async fetchAccess() {
    const path = '/cgi-bin/gettoken'
    const { id: corpid, secret: corpsecret } = this.app
    return tokenOf(path, await this.host.ask(path, { query: { corpid, corpsecret } }), 'access_token')
  }
}

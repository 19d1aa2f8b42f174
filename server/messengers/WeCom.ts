import type { MessengerApp } from '../messengerConfiguration'
import { ask, tokenOf } from './ask'
import type { SharedTokens } from './SharedTokens'
import { withToken, type TokenSource } from './withToken'

/** An app of an enterprise in WeCom (developer.work.weixin.qq.com). */
export class WeCom {
  private readonly access: TokenSource

  constructor(
    private readonly url: string,
    private readonly app: MessengerApp,
    private readonly tokens: SharedTokens,
  ) {
    this.access = { tokens, name: `${url} ${app.id} access`, fetch: () => this.fetchAccess() }
  }

  /** Of the enterprise. */
  get id(): string {
    return this.app.id
  }

  /** What signatures for the JS-SDK are made with. @throws MessengerFailure */
  pageTicket(): Promise<string> {
    const path = '/cgi-bin/get_jsapi_ticket'
    return this.tokens.take(`${this.url} ${this.app.id} ticket`, () =>
      withToken(this.access, async (access_token) =>
        tokenOf(path, await ask(this.url, path, { query: { access_token } }), 'ticket'),
      ),
    )
  }

  private async fetchAccess() {
    const path = '/cgi-bin/gettoken'
    const { id: corpid, secret: corpsecret } = this.app
    return tokenOf(path, await ask(this.url, path, { query: { corpid, corpsecret } }), 'access_token')
  }
}

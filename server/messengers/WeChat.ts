import type { MessengerApp } from '../messengerConfiguration'
import { ask, tokenOf } from './ask'
import type { SharedTokens } from './SharedTokens'
import { withToken, type TokenSource } from './withToken'

/** An official account or a mini-program at WeChat (developers.weixin.qq.com). */
export class WeChat {
  private readonly access: TokenSource

  constructor(
    private readonly url: string,
    private readonly app: MessengerApp,
    private readonly tokens: SharedTokens,
  ) {
    this.access = { tokens, name: `${url} ${app.id} access`, fetch: () => this.fetchAccess() }
  }

  get id(): string {
    return this.app.id
  }

  /** What signatures for the JS-SDK are made with. @throws MessengerFailure */
  pageTicket(): Promise<string> {
    const path = '/cgi-bin/ticket/getticket'
    return this.tokens.take(`${this.url} ${this.app.id} ticket`, () =>
      withToken(this.access, async (access_token) =>
        tokenOf(path, await ask(this.url, path, { query: { access_token, type: 'jsapi' } }), 'ticket'),
      ),
    )
  }

  /** The stable token: asked again it is the same while it lasts, and the secret is in no address. */
  private async fetchAccess() {
    const path = '/cgi-bin/stable_token'
    const { id: appid, secret } = this.app
    return tokenOf(
      path,
      await ask(this.url, path, { body: { grant_type: 'client_credential', appid, secret } }),
      'access_token',
    )
  }
}

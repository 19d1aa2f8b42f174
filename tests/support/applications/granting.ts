import assert from 'node:assert/strict'
import { TokenReply, type AskedConsent } from '@/contract/grants'
import type { ClientCredentials } from '../../../server/queries/applications/tokens'
import { checked, type Client } from '../client'
import { OpenClient } from './applications'

export const REDIRECT = 'https://app.example/back?of=drive'

/** Plays the server of an application that asks for tokens, with its own id and secret. */
export class Granting {
  constructor(
    readonly url: string,
    readonly credentials: ClientCredentials,
  ) {}

  /** @param query sends the fields there, without a body */
  ask(fields: Record<string, string>, { path = '/oauth/token', query = false } = {}): Promise<Response> {
    const { clientId, secret } = this.credentials
    const given = new URLSearchParams(fields)
    return fetch(`${this.url}${path}${query ? `?${given}` : ''}`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
      ...(!query && { body: given }),
    })
  }

  async tokens(fields: Record<string, string>): Promise<TokenReply & { refresh_token: string }> {
    const answer = await this.ask(fields)
    const body: unknown = await answer.json()
    assert.equal(answer.status, 200, JSON.stringify(body))
    const reply = checked(TokenReply, body, 'POST /oauth/token')
    return { ...reply, refresh_token: reply.refresh_token ?? '' }
  }

  /** The tokens of a user who allows everything. */
  async allowedBy(user: Client): Promise<TokenReply & { refresh_token: string }> {
    return this.redeem((await codeOf(user, this.asking())).code)
  }

  redeem(code: string, fields: Record<string, string> = {}) {
    return this.tokens({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT, ...fields })
  }

  refresh(refreshToken: string, fields: Record<string, string> = {}) {
    return this.tokens({ grant_type: 'refresh_token', refresh_token: refreshToken, ...fields })
  }

  revoke(token: string): Promise<Response> {
    return this.ask({ token }, { path: '/oauth/token/revoke' })
  }

  /** What the application asks for at the page. */
  asking(changes: Partial<AskedConsent> = {}): AskedConsent {
    const { clientId: client_id } = this.credentials
    return { client_id, response_type: 'code', redirect_uri: REDIRECT, state: 'st&a=te', ...changes }
  }

  client(token: string): OpenClient {
    return new OpenClient(this.url, token)
  }
}

/** A user allows what an application asks for. @returns what the redirection carries */
export async function codeOf(
  user: Client,
  asking: AskedConsent,
): Promise<{ code: string; state: string | null; iss: string }> {
  const { redirect } = await user.call('POST /apps/applications/answer', { ...asking, allows: true })
  assert.ok(redirect !== null && redirect.startsWith(asking.redirect_uri ?? ''), String(redirect))
  const { searchParams } = new URL(redirect)
  const code = searchParams.get('code')
  assert.ok(code, redirect)
  return { code, state: searchParams.get('state'), iss: searchParams.get('iss') ?? '' }
}

import { randomBytes } from 'node:crypto'
import { safeRedirect } from '@/domain/session/redirect'
import { hashOf } from '../../crypto/secretHash'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { MessengerFailure } from '../../messengers/MessengerFailure'
import { findWeCom, personOfDirectory, type WeComRow } from '../../queries/directories/weCom'
import { insertAttemptToSignOn } from '../../queries/session/signOn'
import { organisationOf } from './weComAccess'
import type { NewSession } from './sessions'
import { openSignedOn, SIGN_ON_LIFE, takeAttempt, type Return, type SignOnPorts } from './signOn'

type Ports = SignOnPorts & Pick<Dependencies, 'config' | 'messengers'>

interface Beginning {
  enterpriseId: number
  /** Where the browser goes afterwards; another origin is ignored. */
  redirect: string
  redirectUri: string
  /** WeCom's own browser signs in without a question. Every other browser shows a QR code. */
  isWeComBrowser: boolean
}

/**
 * Begins signing in with WeCom.
 * @returns the page of WeCom, and a secret that binds the sign-on to the browser @throws Refused sign_on_missing
 */
export async function beginWeComSignOn(
  ports: Ports,
  { enterpriseId, redirect, redirectUri, isWeComBrowser }: Beginning,
): Promise<{ address: string; browser: string }> {
  const { db, clock, config } = ports
  const row = await requireWay(ports, enterpriseId)
  // WeCom accepts letters and digits only.
  const state = randomBytes(32).toString('hex')
  const browser = randomBytes(32).toString('base64url')
  const attempt = {
    kind: 'wecom',
    state_hash: hashOf(state),
    browser_hash: hashOf(browser),
    enterprise_id: enterpriseId,
    nonce: '',
    verifier: '',
    redirect: safeRedirect(redirect),
    begun_at: clock(),
  } as const
  await insertAttemptToSignOn(db, attempt, new Date(clock().getTime() - SIGN_ON_LIFE))
  const { wecomAuthorizeUrl, wecomQrUrl } = config.messengers
  const common = { appid: row.corp_id, redirect_uri: redirectUri, state, agentid: String(row.agent_id) }
  const query = new URLSearchParams(
    isWeComBrowser ? { ...common, response_type: 'code', scope: 'snsapi_base' } : { ...common, login_type: 'CorpApp' },
  ).toString()
  const address = isWeComBrowser ? `${wecomAuthorizeUrl}?${query}#wechat_redirect` : `${wecomQrUrl}?${query}`
  return { address, browser }
}

/**
 * Completes a sign-on that the same browser began. Only people whom the directory links are signed in: nothing in the answer of WeCom but the userid
 * chooses the account.
 * @returns the new session, and where to go @throws Refused sign_on_failed, sign_on_unreachable, sign_on_unknown
 */
export async function completeWeComSignOn(
  ports: Ports,
  { address, browser, ...from }: Return,
): Promise<NewSession & { redirect: string }> {
  const attempt = await takeAttempt(ports, 'wecom', { address, browser })
  const code = address.searchParams.get('code') ?? ''
  if (!attempt || code === '') throw new Refused('sign_on_failed')
  const row = await requireWay(ports, attempt.enterprise_id)
  const userId = await personOfCode(ports, row, code)
  const admitted = { userId, deed: 'signed_on', signsOut: false } as const
  const made = await openSignedOn(ports, admitted, from)
  return { ...made, redirect: attempt.redirect }
}

async function personOfCode(ports: Ports, row: WeComRow, code: string): Promise<number> {
  const member = await organisationOf(ports, row)
    .memberOfCode(code)
    .catch((error: unknown) => {
      if (!(error instanceof MessengerFailure)) throw error
      ports.log.warn({ enterprise: row.enterprise_id, failure: error.message }, 'a sign-on with WeCom failed')
      throw new Refused(error.isLasting ? 'sign_on_failed' : 'sign_on_unreachable')
    })
  const userId = member === null ? null : await personOfDirectory(ports.db, row.id, member)
  if (userId === null) throw new Refused('sign_on_unknown')
  return userId
}

/** @throws Refused sign_on_missing */
async function requireWay({ db }: Pick<Ports, 'db'>, enterpriseId: number): Promise<WeComRow> {
  const row = await findWeCom(db, enterpriseId)
  if (!row?.is_on || !row.offers_sign_in) throw new Refused('sign_on_missing')
  return row
}

import { randomBytes } from 'node:crypto'
import type { Reply } from '@/contract/api'
import type { AuditDetail, AuditEvent } from '@/contract/audit'
import { safeRedirect } from '@/domain/session/redirect'
import { hashOf } from '../../crypto/secretHash'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { OpenIdFailure } from '../../remote/OpenIdClients'
import { weComInUse } from '../../queries/directories/weCom'
import {
  findProvider,
  insertAttemptToSignOn,
  providersInUse,
  takeAttemptToSignOn,
  type SignOnAttempt,
} from '../../queries/session/signOn'
import { findUser, markSignedOn } from '../../queries/session/sessions'
import { tokenOfDevice } from './devices'
import { providerOf } from './signOnProvider'
import { requireSignedOn } from './signOnPeople'
import { deviceFor, openSessionFor, type NewSession, type SignedIn } from './sessions'

export type SignOnPorts = Pick<Dependencies, 'db' | 'clock' | 'sign' | 'log' | 'encrypter'>
type Ports = SignOnPorts & Pick<Dependencies, 'openIdClients'>

type WayToSignOn = Reply<'GET /apps/users/sign_on_ways'>['ways'][number]

/** ms to sign in at the provider */
export const SIGN_ON_LIFE = 600_000
/** most providers on the sign-in page */
const MOST_SHOWN = 20

interface Browser {
  /** WeCom is for its own browser, and for computers, whose QR code a phone scans. */
  hasWeCom: boolean
  isAutomatic: boolean
}

/** The providers that the sign-in page offers, and WeCom. */
export async function waysToSignOn(
  { db }: Pick<Ports, 'db'>,
  { hasWeCom, isAutomatic }: Browser,
): Promise<WayToSignOn[]> {
  const providers = await providersInUse(db, MOST_SHOWN)
  const weCom = hasWeCom ? await weComInUse(db, MOST_SHOWN) : []
  return [
    ...providers.map((each) => ({ ...each, kind: 'oidc' as const, is_automatic: false })),
    ...weCom.map((each) => ({ ...each, kind: 'wecom' as const, is_automatic: isAutomatic && weCom.length === 1 })),
  ]
}

/** Whether any organisation lets its people sign in with WeCom. */
export async function offersWeCom({ db }: Pick<Ports, 'db'>): Promise<boolean> {
  return (await weComInUse(db, 1)).length > 0
}

/**
 * Begins a sign-on.
 * @param redirect where the browser goes afterwards; another origin is ignored
 * @returns the page of the provider, and a secret that binds the sign-on to the browser @throws Refused sign_on_missing, sign_on_unreachable
 */
export async function beginSignOn(
  ports: Ports,
  { enterpriseId, redirect, redirectUri }: { enterpriseId: number; redirect: string; redirectUri: string },
): Promise<{ address: string; browser: string }> {
  const { db, clock, openIdClients } = ports
  const row = await findProvider(db, enterpriseId)
  if (!row?.is_on) throw new Refused('sign_on_missing')
  const scope = ['openid', 'profile', 'email', ...row.scopes.split(' ').filter(Boolean)].join(' ')
  const begun = await openIdClients
    .begin(providerOf(ports, row), redirectUri, scope)
    .catch((error: unknown) => refuse(ports, enterpriseId, error))
  const browser = randomBytes(32).toString('base64url')
  const attempt = {
    kind: 'oidc',
    state_hash: hashOf(begun.state),
    browser_hash: hashOf(browser),
    enterprise_id: enterpriseId,
    nonce: begun.nonce,
    verifier: begun.verifier,
    redirect: safeRedirect(redirect),
    begun_at: clock(),
  } as const
  await insertAttemptToSignOn(db, attempt, new Date(clock().getTime() - SIGN_ON_LIFE))
  return { address: begun.address, browser }
}

/** A browser that comes back. */
export interface Return {
  /** The address to which the provider sent the browser back, with its parameters. */
  address: URL
  /** The secret of the browser; '' = none */
  browser: string
  /** network address of the client */
  network: string
  userAgent: string
  deviceToken: string | undefined
  /** The session to replace. */
  before: SignedIn | null
}

/**
 * Completes a sign-on that the same browser began, and signs in.
 * @returns the new session, and where to go @throws Refused sign_on_failed, sign_on_unreachable, sign_on_unknown, sign_on_email, login_taken
 */
export async function completeSignOn(
  ports: Ports,
  { address, browser, ...from }: Return,
): Promise<NewSession & { redirect: string }> {
  const { db, clock } = ports
  const attempt = await takeAttempt(ports, 'oidc', { address, browser })
  const provider = attempt && (await findProvider(db, attempt.enterprise_id))
  if (!attempt || !provider?.is_on) throw new Refused('sign_on_failed')
  const { nonce, verifier } = attempt
  const claims = await ports.openIdClients
    .complete(providerOf(ports, provider), address, { nonce, verifier })
    .catch((error: unknown) => refuse(ports, provider.enterprise_id, error))
  const userId = await requireSignedOn({ db, clock }, provider, claims, from.network)
  const admitted = { userId, deed: 'signed_on', signsOut: provider.signs_out } as const
  const made = await openSignedOn(ports, admitted, from)
  return { ...made, redirect: attempt.redirect }
}

/** Uses up the sign-on that a browser began; undefined if it began none of this kind with this state. */
export function takeAttempt(
  { db, clock }: Pick<SignOnPorts, 'db' | 'clock'>,
  kind: SignOnAttempt['kind'],
  { address, browser }: Pick<Return, 'address' | 'browser'>,
): Promise<SignOnAttempt | undefined> {
  return takeAttemptToSignOn(db, {
    kind,
    state: hashOf(address.searchParams.get('state') ?? ''),
    browser: hashOf(browser),
    since: new Date(clock().getTime() - SIGN_ON_LIFE),
  })
}

/** A person for whom somebody outside vouches. */
interface Admitted {
  userId: number
  deed: AuditEvent
  detail?: AuditDetail
  /** Whether signing out also leads to the provider. */
  signsOut: boolean
}

/** Opens the session of a person. @throws Refused sign_on_unknown if the person is not active */
export function openSignedOn(
  { db, clock, sign }: Pick<SignOnPorts, 'db' | 'clock' | 'sign'>,
  { userId, deed, detail, signsOut }: Admitted,
  { network, userAgent, deviceToken, before }: Omit<Return, 'address' | 'browser'>,
): Promise<NewSession> {
  return inTransaction(
    db,
    async (transaction) => {
      const actor = await findUser(transaction, userId)
      if (!actor) throw new Refused('sign_on_unknown')
      const { user } = actor
      const { device } = await deviceFor({ db: transaction, sign }, user.login, deviceToken)
      const from = { device, userAgent, address: network }
      const admission = { user, kind: 'cookie', before, from } as const
      const token = await openSessionFor({ db: transaction, clock }, admission, deed, detail)
      if (signsOut) await markSignedOn(transaction, hashOf(token))
      return { token, hash: hashOf(token), deviceToken: tokenOfDevice(sign, user.login, device) }
    },
    { actor: { user: { id: userId }, address: network } },
  )
}

/** Where a browser signs out at the provider of an organisation, too; null: nowhere. */
export async function signOutAtProvider(ports: Ports, enterpriseId: number, back: string): Promise<string | null> {
  const row = await findProvider(ports.db, enterpriseId)
  return row?.is_on && row.signs_out ? ports.openIdClients.signOutAddress(providerOf(ports, row), back) : null
}

/** The browser learns no details: they may describe machines behind the server. */
function refuse({ log }: Ports, enterpriseId: number, error: unknown): never {
  if (!(error instanceof OpenIdFailure)) throw error
  log.warn({ enterprise: enterpriseId, failure: error.message }, 'a sign-on failed')
  throw new Refused(error.isUnreachable ? 'sign_on_unreachable' : 'sign_on_failed')
}

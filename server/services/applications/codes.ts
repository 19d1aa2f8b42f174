import { createHash } from 'node:crypto'
import type { TokenRequest } from '@/contract/grants'
import { hashOf } from '../../crypto/secretHash'
import { sameText } from '../../crypto/signing'
import type { ApplicationRow, CodeRow } from '../../database/applicationTables'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { grantInvalid } from '../../errors'
import { deleteGrant, lockCode, spendCode } from '../../queries/applications/grants'
import { issueLasting, type IssuedTokens } from './issuing'
import { actingFor } from './tokens'

type Ports = Pick<Dependencies, 'db' | 'clock'>

/**
 * Exchanges a code for tokens. A code works once: a second use ends what the first one got, because somebody copied it. Also a request with another
 * address or a wrong secret of PKCE uses it up, so that nobody tries several.
 * @throws Refused grant_invalid
 */
export async function redeemCode(
  { db, clock }: Ports,
  application: ApplicationRow,
  {
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  }: Pick<TokenRequest, 'redirect_uri' | 'code_verifier'> & {
    code: string
  },
  address: string,
): Promise<IssuedTokens> {
  const hash = hashOf(code)
  const issued = await inTransaction(db, async (transaction) => {
    const now = clock()
    const row = await lockCode(transaction, application.id, hash, now)
    if (!row) return null
    if (row.used_at !== null) {
      if (row.grant_id !== null) await deleteGrant(transaction, row.grant_id)
      return null
    }
    const isRight =
      isSameAddress(application, row, redirectUri) &&
      isVerifier(row.challenge, verifier) &&
      (await actingFor(transaction, application.id, row.user_id, now)) !== null
    if (!isRight) {
      await spendCode(transaction, hash, now, null)
      return null
    }
    const { user_id: userId, scopes } = row
    const grant = { userId, scopes, kind: 'authorization_code', keyName: null } as const
    const tokens = await issueLasting({ db: transaction, now, application, address }, grant)
    await spendCode(transaction, hash, now, tokens.grantId)
    return tokens
  })
  if (issued === null) throw grantInvalid()
  return issued
}

/** The address must be named as before, and must still be registered. Clients may leave out the only one that they could have meant. */
function isSameAddress(
  { redirect_uris: registered }: ApplicationRow,
  { redirect_uri: before }: CodeRow,
  now: string | undefined,
): boolean {
  if (before === null) return now === undefined || now === ''
  return now === before && registered.includes(before)
}

/** Whether a secret of PKCE (RFC 7636, S256) matches its challenge. A secret without a challenge matches nothing. */
function isVerifier(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null) return verifier === undefined || verifier === ''
  if (verifier === undefined || !/^[\w.~-]{43,128}$/.test(verifier)) return false
  return sameText(createHash('sha256').update(verifier).digest('base64url'), challenge)
}

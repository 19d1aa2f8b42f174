import { sameText, type Signer } from './signing'

/** Who may edit a file in the office service by a token. */
export interface OfficeHolder {
  fileId: number
  userId: number
  /** The session that the token ends with. */
  sessionId: number
  /** ms since 1970 */
  expiresAt: number
}

/** ms; the protocol recommends ten hours, because a service cannot ask for a newer token */
export const OFFICE_TOKEN_LIFETIME = 10 * 3_600_000

const PURPOSE = 'office'

/** Letters, digits, `_`, `-` and `.`, so that the token is spelt alike in every address. */
export function officeToken(sign: Signer, { fileId, userId, sessionId, expiresAt }: OfficeHolder): string {
  const facts = [fileId, userId, sessionId, expiresAt].join('.')
  return `${facts}.${sign.token(PURPOSE, facts)}`
}

/** @returns null for a token that is not ours, was altered, or has expired */
export function readOfficeToken(sign: Signer, token: string, now: Date): OfficeHolder | null {
  const [, facts, signature] = /^(\d{1,15}\.\d{1,15}\.\d{1,15}\.\d{1,15})\.([\w-]{1,100})$/.exec(token) ?? []
  if (facts === undefined || !sameText(signature!, sign.token(PURPOSE, facts))) return null
  const [fileId, userId, sessionId, expiresAt] = facts.split('.').map(Number) as [number, number, number, number]
  return expiresAt <= now.getTime() ? null : { fileId, userId, sessionId, expiresAt }
}

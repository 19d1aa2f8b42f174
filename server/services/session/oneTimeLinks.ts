import { randomBytes } from 'node:crypto'
import { hashOf } from '../../crypto/secretHash'
import type { Db } from '../../database/connect'
import { putSignInLink, type Addresses, type LinkPurpose } from '../../queries/session/signInLinks'
import { endForgotten } from './forgottenPasswords'

/** hours until a one-time link expires */
const LIFE_HOURS = { invitation: 72, forgotten: 1 }

/** A one-time link, and where its person gets messages. The token is known only to its holder. */
export interface SignInLink extends Addresses {
  token: string
  expiresAt: Date
}

/** When a link that is made now expires. */
export function linkExpiry(at: Date, purpose: LinkPurpose = 'invitation'): Date {
  return new Date(at.getTime() + LIFE_HOURS[purpose] * 3_600_000)
}

/**
 * Makes the one-time link of a person, which replaces an earlier one. A link that an administrator makes also answers the person's request for a new
 * password.
 */
export async function makeSignInLink(
  db: Db,
  userId: number,
  at: Date,
  purpose: LinkPurpose = 'invitation',
): Promise<SignInLink> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = linkExpiry(at, purpose)
  if (purpose === 'invitation') await endForgotten(db, userId)
  const link = { user_id: userId, purpose, token_hash: hashOf(token), created_at: at, expires_at: expiresAt }
  return { token, expiresAt, ...(await putSignInLink(db, link)) }
}

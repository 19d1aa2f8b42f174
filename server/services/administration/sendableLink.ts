import { hashOf } from '../../crypto/secretHash'
import { Refused } from '../../errors'
import { countUpTo } from '../../queries/session/loginAttempts'
import { findSignInLink } from '../../queries/session/signInLinks'
import { calendar } from '../../time/calendar'
import { requirePerson, type Act } from './acts'

/** A one-time link to send. Only the administrator who made it knows the token, so they send it back. */
export interface SendableLink {
  userId: number
  token: string
}

/** messages with links that administrators send to one person per day, by each way */
export const LINKS_TO_PERSON = 20

/** The person of an open link that an administrator made. @throws Refused as requirePerson, sign_in_link_invalid */
export async function requireLinkOf(given: Act, { userId, token }: SendableLink) {
  const person = await requirePerson(given, 'resetPassword', userId)
  const link = await findSignInLink(given.db, hashOf(token), given.at)
  if (link?.user_id !== userId || link.purpose !== 'invitation') throw new Refused('sign_in_link_invalid')
  return person
}

/** Counts a message under each of its subjects for a day. @returns false if one of them has its most already */
export async function countMessage({ db, at }: Act, limits: readonly (readonly [string, number])[]): Promise<boolean> {
  const since = calendar(at).subtract(1, 'day').toDate()
  for (const [subject, most] of limits) if (!(await countUpTo(db, { subject, most, now: at, since }))) return false
  return true
}

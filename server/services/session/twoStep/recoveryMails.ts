import { calendar } from '../../../time/calendar'
import type { Dependencies } from '../../../dependencies'
import { recoveryLetter } from '../../../mail/letters'
import { countUpTo } from '../../../queries/session/loginAttempts'
import { findUser } from '../../../queries/session/sessions'

export const MAIL_RECOVERY = 'mail_recovery_code_used'

/** A mail that a recovery code was used. */
export interface MailedRecovery {
  userId: number
  /** The network address of the sign-in; '' if unknown. */
  address: string
  /** The codes that are left. */
  left: number
}

/** mails per day: to one person, who makes new codes as often as they like, and to all people of an organisation */
const MAILS_PER_DAY = { person: 20, organisation: 500 }

/**
 * Mails a user that a recovery code of theirs was used, where the server sends mails and knows the address.
 * @throws MailFailure if the mail could not be sent and will be tried again
 */
export async function mailRecovery(
  { db, clock, config, mailer }: Pick<Dependencies, 'db' | 'clock' | 'config' | 'mailer'>,
  { userId, address, left }: MailedRecovery,
  attempt: number,
): Promise<void> {
  const actor = await findUser(db, userId)
  if (mailer === null || config.baseUrl === null || !actor || actor.user.email === '') return
  const { user, enterprise } = actor
  const now = clock()
  const since = calendar(now).subtract(1, 'day').toDate()
  const isWithin = (subject: string, most: number) => countUpTo(db, { subject: `mails:${subject}`, most, now, since })
  // A repeated attempt has been counted.
  if (attempt === 1 && !(await isWithin(`recovery:${user.id}`, MAILS_PER_DAY.person))) return
  if (attempt === 1 && !(await isWithin(`recovery-of:${enterprise.id}`, MAILS_PER_DAY.organisation))) return
  const url = `${config.baseUrl}/settings/security`
  await mailer.send(recoveryLetter({ person: user, organisation: enterprise, url, address, left }), enterprise.id)
}

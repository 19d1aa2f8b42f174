import type { UserActor } from '../../actors/actor'
import { hashOf } from '../../crypto/secretHash'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { linkLetter } from '../../mail/letters'
import { MailFailure } from '../../mail/Mailer'
import { findSignInLink } from '../../queries/session/signInLinks'
import { countUpTo } from '../../queries/session/loginAttempts'
import { calendar } from '../../time/calendar'
import { recordAuditEvent } from '../audit'
import { act, requirePerson, type Ports } from './acts'

type Needs = Ports & Pick<Dependencies, 'mailer' | 'config'> & Partial<Pick<Dependencies, 'log'>>

/** mails with links that administrators send to one person per day */
const MAILS_PER_DAY = 20

/**
 * Mails a one-time link that an administrator has just made to the person. Only the administrator knows the token, so they send it back.
 * @returns the address @throws Refused as requirePerson, sign_in_link_invalid, mail_missing, person_without_email, mail_too_often, mail_not_sent
 */
export async function mailSignInLink(
  ports: Needs,
  actor: UserActor,
  { userId, token }: { userId: number; token: string },
): Promise<string> {
  const { mailer, config, db, clock, log } = ports
  const person = await act(ports, actor, async (given) => {
    const subject = await requirePerson(given, 'resetPassword', userId)
    const link = await findSignInLink(given.db, hashOf(token), given.at)
    if (link?.user_id !== userId || link.purpose !== 'invitation') throw new Refused('sign_in_link_invalid')
    if (!mailer || config.baseUrl === null) throw new Refused('mail_missing')
    if (subject.email === '') throw new Refused('person_without_email')
    const since = calendar(given.at).subtract(1, 'day').toDate()
    const count = { subject: `mails:link:${userId}`, most: MAILS_PER_DAY, now: given.at, since }
    if (!(await countUpTo(given.db, count))) throw new Refused('mail_too_often')
    return subject
  })
  const letter = linkLetter({
    reason: person.last_sign_in_at === null ? 'invited' : 'reset',
    person,
    organisation: actor.enterprise,
    url: `${config.baseUrl!}/welcome#${token}`,
  })
  try {
    await mailer!.send(letter, actor.enterprise.id)
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    log?.warn({ err: error, user: userId }, 'cannot mail a one-time link')
    throw new Refused('mail_not_sent')
  }
  await recordAuditEvent(db, clock(), actor, 'sign_in_link_mailed', { detail: { user_id: userId } })
  return person.email
}

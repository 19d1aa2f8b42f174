import type { UserActor } from '../../actors/actor'
import { hashOf } from '../../crypto/secretHash'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { linkLetter } from '../../mail/letters'
import { mailboxKey } from '../../mail/mailbox'
import { MailFailure } from '../../mail/Mailer'
import { findSignInLink } from '../../queries/session/signInLinks'
import { countUpTo } from '../../queries/session/loginAttempts'
import { calendar } from '../../time/calendar'
import { recordAuditEvent } from '../audit'
import { act, requirePerson, type Ports } from './acts'

type Needs = Ports & Pick<Dependencies, 'mailer' | 'config'> & Partial<Pick<Dependencies, 'log'>>

/**
 * Mails with links that administrators send per day: to one person, to one mailbox, because an administrator chooses the addresses of any number of
 * people, and to all people of an organisation.
 */
const MAILS_PER_DAY = { person: 20, mailbox: 20, organisation: 2000 }

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
  const receiver = await act(ports, actor, async (given) => {
    const person = await requirePerson(given, 'resetPassword', userId)
    const link = await findSignInLink(given.db, hashOf(token), given.at)
    if (link?.user_id !== userId || link.purpose !== 'invitation') throw new Refused('sign_in_link_invalid')
    if (!mailer || config.baseUrl === null) throw new Refused('mail_missing')
    if (person.email === '') throw new Refused('person_without_email')
    const since = calendar(given.at).subtract(1, 'day').toDate()
    for (const [subject, most] of [
      [`link:${userId}`, MAILS_PER_DAY.person],
      [`links-to:${actor.enterprise.id}:${mailboxKey(person.email)}`, MAILS_PER_DAY.mailbox],
      [`links-of:${actor.enterprise.id}`, MAILS_PER_DAY.organisation],
    ] as const)
      if (!(await countUpTo(given.db, { subject: `mails:${subject}`, most, now: given.at, since })))
        throw new Refused('mail_too_often')
    return person
  })
  const letter = linkLetter({
    reason: receiver.last_sign_in_at === null ? 'invited' : 'reset',
    person: receiver,
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
  return receiver.email
}

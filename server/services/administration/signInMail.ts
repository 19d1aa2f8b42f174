import type { UserActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { linkLetter } from '../../mail/letters'
import { mailboxKey } from '../../mail/mailbox'
import { MailFailure } from '../../mail/Mailer'
import { recordAuditEvent } from '../audit'
import { act, type Ports } from './acts'
import { countMessage, LINKS_TO_PERSON, requireLinkOf, type SendableLink } from './sendableLink'

type Needs = Ports & Pick<Dependencies, 'mailer' | 'config'> & Partial<Pick<Dependencies, 'log'>>

/** Mails with links per day to one mailbox, because an administrator chooses the addresses of any number of people. */
const TO_MAILBOX = 20
/** Mails with links per day to all people of an organisation. */
const TO_ORGANISATION = 2000

/**
 * Mails a one-time link that an administrator has just made to the person.
 * @returns the address @throws Refused as requirePerson, sign_in_link_invalid, mail_missing, person_without_email, mail_too_often, mail_not_sent
 */
export async function mailSignInLink(ports: Needs, actor: UserActor, { userId, token }: SendableLink): Promise<string> {
  const { mailer, config, db, clock, log } = ports
  const receiver = await act(ports, actor, async (given) => {
    const person = await requireLinkOf(given, { userId, token })
    if (!mailer || config.baseUrl === null) throw new Refused('mail_missing')
    if (person.email === '') throw new Refused('person_without_email')
    const isWithin = await countMessage(given, [
      [`mails:link:${userId}`, LINKS_TO_PERSON],
      [`mails:links-to:${actor.enterprise.id}:${mailboxKey(person.email)}`, TO_MAILBOX],
      [`mails:links-of:${actor.enterprise.id}`, TO_ORGANISATION],
    ])
    if (!isWithin) throw new Refused('mail_too_often')
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

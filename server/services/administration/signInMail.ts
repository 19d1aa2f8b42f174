import type { UserActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { linkLetter } from '../../mail/letters'
import { MailFailure } from '../../mail/Mailer'
import { recordAuditEvent } from '../audit'
import { act, type Ports } from './acts'
import { countMessage, requireLinkOf, type SendableLink } from './sendableLink'

type Needs = Ports & Pick<Dependencies, 'mailer' | 'config'> & Partial<Pick<Dependencies, 'log'>>

/**
 * Mails a one-time link that an administrator has just made to the person.
 * @returns the address @throws Refused as requirePerson, sign_in_link_invalid, mail_missing, person_without_email, mail_too_often, mail_not_sent
 */
export async function mailSignInLink(ports: Needs, actor: UserActor, { userId, token }: SendableLink): Promise<string> {
  const { mailer, config, db, clock, log } = ports
  const person = await act(ports, actor, async (given) => {
    const subject = await requireLinkOf(given, { userId, token })
    if (!mailer || config.baseUrl === null) throw new Refused('mail_missing')
    if (subject.email === '') throw new Refused('person_without_email')
    if (!(await countMessage(given, 'mails', userId))) throw new Refused('mail_too_often')
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

import type { UserActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { linkLetter } from '../../mail/letters'
import { MessengerFailure } from '../../messengers/MessengerFailure'
import { findWeCom, weComIdOf } from '../../queries/directories/weCom'
import { recordAuditEvent } from '../audit'
import { organisationOf } from '../session/weComAccess'
import { act, type Ports } from './acts'
import { countMessage, LINKS_TO_PERSON, requireLinkOf, type SendableLink } from './sendableLink'

type Needs = Ports & Pick<Dependencies, 'messengers' | 'encrypter'> & Partial<Pick<Dependencies, 'log'>>

/**
 * Sends a one-time link that an administrator has just made to the person, as a message of the organisation's app in WeCom.
 * @param address of the server, as the link begins with it
 * @returns the id of the person in WeCom
 * @throws Refused as requirePerson, sign_in_link_invalid, wecom_missing, person_without_wecom, message_too_often, message_not_sent
 */
export async function messageSignInLink(
  ports: Needs,
  actor: UserActor,
  { address, ...given }: SendableLink & { address: string },
): Promise<string> {
  const { userId, token } = given
  const { person, weCom, to } = await act(ports, actor, async (asked) => {
    const subject = await requireLinkOf(asked, given)
    const row = await findWeCom(asked.db, actor.enterprise.id)
    if (!row?.is_on) throw new Refused('wecom_missing')
    const id = await weComIdOf(asked.db, row.id, userId)
    if (id === null) throw new Refused('person_without_wecom')
    if (!(await countMessage(asked, [[`messages:link:${userId}`, LINKS_TO_PERSON]])))
      throw new Refused('message_too_often')
    return { person: subject, weCom: row, to: id }
  })
  const { text } = linkLetter({
    reason: person.last_sign_in_at === null ? 'invited' : 'reset',
    person,
    organisation: actor.enterprise,
    url: `${address}/welcome#${token}`,
  })
  try {
    await organisationOf(ports, weCom).send({ to, agentId: weCom.agent_id, text: withoutLinks(text) })
  } catch (error) {
    if (!(error instanceof MessengerFailure)) throw error
    ports.log?.warn({ failure: error.message, user: userId }, 'cannot send a one-time link in WeCom')
    throw new Refused('message_not_sent')
  }
  await recordAuditEvent(ports.db, ports.clock(), actor, 'sign_in_link_messaged', { detail: { user_id: userId } })
  return to
}

/** WeCom shows `<a href>` as a link, and names may hold anything. */
const withoutLinks = (text: string) => text.replace(/</g, '‹').replace(/>/g, '›')

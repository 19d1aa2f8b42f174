import { isMaker, type VisitorActor } from '../../actors/actor'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { invalidRequest, messengerNotConfigured } from '../../errors'
import { openSealed } from '../../messengers/openSealed'
import { recordArrival } from '../../queries/shares/groups'
import { identityOfCode } from '../messengers/identities'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'log' | 'messengers' | 'sign'>

/** ms of a visit, as of links */
const VISIT = 7_200_000
/** groups of a link that are told apart */
const MOST_GROUPS = 1000

/**
 * Notes in which group of WeChat a visitor opened a link (AH-26). WeChat itself says so, to whoever holds the key of the person's session there,
 * which the phone never has; people count by who they are in WeChat, so that many visits of one are not many people.
 * @param told `code` of `wx.login`; the others of `wx.getGroupEnterInfo`
 * @throws Refused messenger_not_configured, messenger_unavailable, invalid_request
 */
export async function arrive(
  ports: Ports,
  visitor: VisitorActor,
  told: { code: string; encryptedData: string; iv: string },
): Promise<void> {
  const { db, clock, messengers, sign } = ports
  const { applet } = messengers
  if (applet === null) throw messengerNotConfigured()
  const { id, sessionKey } = await identityOfCode(ports, { messenger: 'wechat', app: applet, code: told.code })
  const now = clock()
  const { openGId: groupId } = openSealed(told, { sessionKey, appId: applet.id, now }) ?? {}
  if (typeof groupId !== 'string' || groupId === '' || groupId.length > 128) throw invalidRequest('encrypted_data')
  if (isMaker(visitor)) return
  const linkId = visitor.link.id
  const keyOf = (text: string) => sign.token('share-group', `${linkId} ${applet.id} ${text}`)
  await inTransaction(db, (transaction) =>
    recordArrival(transaction, {
      linkId,
      groupKey: keyOf(`group ${groupId}`),
      personKey: keyOf(`person ${id}`),
      now,
      since: new Date(now.getTime() - VISIT),
      mostGroups: MOST_GROUPS,
    }),
  )
}

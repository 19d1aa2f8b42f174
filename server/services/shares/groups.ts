import { isMaker, type VisitorActor } from '../../actors/actor'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { invalidRequest, messengerNotConfigured } from '../../errors'
import { decryptWeChatData } from '../../messengers/decryptWeChatData'
import { recordArrival } from '../../queries/shares/groups'
import { identityOfCode } from '../messengers/identities'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'log' | 'messengers' | 'sign'>

/** ms within which repeated openings count as one visit, as for links */
const VISIT_LENGTH = 7_200_000
/** most groups counted separately per link */
const MAX_GROUPS = 1000

/**
 * Records in which WeChat group a visitor opened a link (AH-26). WeChat encrypts the group id with the person's session key, which the phone never
 * has. People are counted by their WeChat identity, so that several visits of one person count as one.
 * @param proof `code` of `wx.login`; the other fields of `wx.getGroupEnterInfo`
 * @throws Refused messenger_not_configured, messenger_unavailable, invalid_request
 */
export async function recordJoin(
  ports: Ports,
  visitor: VisitorActor,
  proof: { code: string; encryptedData: string; iv: string },
): Promise<void> {
  const { db, clock, messengers, sign } = ports
  const { applet } = messengers
  if (applet === null) throw messengerNotConfigured()
  const { id, sessionKey } = await identityOfCode(ports, { messenger: 'wechat', app: applet, code: proof.code })
  const now = clock()
  const { openGId: groupId } = decryptWeChatData(proof, { sessionKey, appId: applet.id, now }) ?? {}
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
      since: new Date(now.getTime() - VISIT_LENGTH),
      mostGroups: MAX_GROUPS,
    }),
  )
}

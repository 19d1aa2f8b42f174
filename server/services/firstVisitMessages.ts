import { userKey } from '../actor'
import type { Dependencies } from '../dependencies'
import { MessengerFailure } from '../messengers/MessengerFailure'
import { presentVisitMessage, presentVisitText } from '../presenters/presentFirstVisit'
import { identitiesOf, identityIn, type MessengerIdentityRow } from '../queries/messengerIdentities'
import { loadLinks, type LinkDetail } from '../queries/shareLinks'
import { TRIES } from './messengerTries'
import { singleOnes } from './outsideMessages'

export const TELL_FIRST_VISIT = 'tell_first_visit'

/** One message to one person. */
export interface FirstVisitPayload {
  linkId: number
  /** In which they said who they are. */
  sessionId: number
  /** ms since 1970 of the opening */
  at: number
}

type Ports = Pick<Dependencies, 'db' | 'config' | 'log' | 'messengers'>

/** Has the maker of a link told in WeChat and WeCom, where they are known there, that it was opened (AH-30); in the transaction of the opening. */
export async function queueFirstVisit(
  { db, jobs }: Pick<Dependencies, 'db' | 'jobs'>,
  { id: linkId, maker_id: makerId, enterprise_id: enterprise }: Pick<LinkDetail, 'id' | 'maker_id' | 'enterprise_id'>,
  at: Date,
): Promise<void> {
  const told = await singleOnes({ db, jobs }, 'first_visit', { userIds: [makerId], enterprise, at })
  if (told.length === 0) return
  const owner = { enterprise, actor: userKey(makerId) }
  for (const { session_id: sessionId } of await identitiesOf(db, makerId)) {
    const payload: FirstVisitPayload = { linkId, sessionId, at: at.getTime() }
    await jobs.add(TELL_FIRST_VISIT, payload, { dedupeKey: `${linkId}:${sessionId}`, maxAttempts: TRIES, owner }, db)
  }
}

/**
 * Sends one message. What the messenger will never take is told in the log and done with; what it may take later throws.
 * @throws MessengerFailure
 */
export async function sendFirstVisit(ports: Ports, { linkId, sessionId, at }: FirstVisitPayload): Promise<void> {
  const { db, log } = ports
  const [link] = await loadLinks(db, [linkId])
  const identity = link && (await identityIn(db, { sessionId, userId: link.maker_id }))
  if (!link || !identity) return log.info({ link: linkId }, 'nobody is there any more to be told of a first opening')
  const { messenger } = identity
  try {
    const isSent = await send(ports, link, identity, new Date(at))
    if (!isSent) log.warn({ link: linkId, messenger }, 'a first opening is not told: the app at the messenger is gone')
  } catch (error) {
    if (!(error instanceof MessengerFailure) || !error.isLasting) throw error
    log.warn({ link: linkId, messenger, failure: error.message }, 'a messenger refuses to tell of a first opening')
  }
}

/** @returns false where the app that knows them is not configured any more */
async function send(
  { config, messengers }: Ports,
  link: LinkDetail,
  { messenger, app_id: appId, external_id: to, language }: MessengerIdentityRow,
  at: Date,
): Promise<boolean> {
  const { visitTemplate, wecomAgent } = config.messengers
  const facts = { link, language, at, baseUrl: config.baseUrl }
  if (messenger === 'wechat') {
    if (messengers.applet?.id !== appId || visitTemplate === null) return false
    await messengers.applet.send({ touser: to, ...presentVisitMessage(facts, visitTemplate) })
    return true
  }
  if (messengers.wecom?.id !== appId || wecomAgent === null) return false
  await messengers.wecom.send({ to, agent: wecomAgent, text: presentVisitText(facts) })
  return true
}

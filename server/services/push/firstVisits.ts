import type { Language } from '@/contract/entities'
import { userKey } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import type { MessageTemplate } from '../../config/messengerConfiguration'
import { presentVisitMessage, presentVisitText } from './firstVisitTexts'
import { identitiesOf, identityIn } from '../../queries/messengers/identities'
import { loadLinks, type LinkDetail } from '../../queries/shares/links'
import { deliver, MAX_ATTEMPTS } from './delivery'
import { countForPush } from './messages'

export const NOTIFY_FIRST_VISIT = 'tell_first_visit'

/** One message to one person. */
export interface FirstVisitPayload {
  linkId: number
  /** The session in which the user was identified. */
  sessionId: number
  /** ms since 1970, when the link was opened */
  at: number
}

type Ports = Pick<Dependencies, 'db' | 'config' | 'log' | 'messengers'>

/** Queues WeChat and WeCom messages to a link's maker about the link's first opening (AH-30). Call in the transaction of the opening. */
export async function queueFirstVisit(
  { db, jobs }: Pick<Dependencies, 'db' | 'jobs'>,
  { id: linkId, maker_id: makerId, enterprise_id: enterprise }: Pick<LinkDetail, 'id' | 'maker_id' | 'enterprise_id'>,
  at: Date,
): Promise<void> {
  const push = await countForPush({ db, jobs }, 'first_visit', { userIds: [makerId], enterprise, at })
  if (push.length === 0) return
  const owner = { enterprise, actor: userKey(makerId) }
  for (const { session_id: sessionId } of await identitiesOf(db, makerId)) {
    const payload: FirstVisitPayload = { linkId, sessionId, at: at.getTime() }
    await jobs.add(
      NOTIFY_FIRST_VISIT,
      payload,
      { dedupeKey: `${linkId}:${sessionId}`, maxAttempts: MAX_ATTEMPTS, owner },
      db,
    )
  }
}

/** Sends one message. @throws as deliver */
export async function sendFirstVisit(ports: Ports, { linkId, sessionId, at }: FirstVisitPayload): Promise<void> {
  const { config, db, log } = ports
  const [link] = await loadLinks(db, [linkId])
  const identity = link && (await identityIn(db, { sessionId, userId: link.maker_id }))
  if (!link || !identity)
    return log.info(
      { link: linkId },
      'the maker of a link no longer exists, so nobody is notified of its first opening',
    )
  const factsIn = (language: Language) => ({ link, language, at: new Date(at), baseUrl: config.baseUrl })
  const push = {
    kind: 'first_visit',
    message: (language: Language, template: MessageTemplate) => presentVisitMessage(factsIn(language), template),
    text: (language: Language) => presentVisitText(factsIn(language)),
  } as const
  await deliver(ports, identity, push, { link: linkId })
}

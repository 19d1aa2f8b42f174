import type { PushKind } from '@/contract/push'
import { userKey, type UserActor } from '../../actors/actor'
import { CHINA_HOURS, calendar } from '../../time/calendar'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import type { Access } from '../../policies/access/facts'
import { mayReadComments } from '../../policies/comments'
import { presentPushMessage, presentPushText, type PushFacts } from './messageTexts'
import { identitiesOf, identityIn } from '../../queries/messengers/identities'
import {
  countFirstVisits,
  countOutside,
  invitedBy,
  mentionedIn,
  outsideChoices,
  unreadInvitations,
  unreadMentions,
} from '../../queries/push'
import { accessOf } from '../access/itemAccess'
import { actorOfKey } from '../access/actorOfKey'
import { deliver, MAX_ATTEMPTS } from './delivery'

/** Job: finds the users to notify of an event. */
export const FAN_OUT_PUSH = 'spread_outside'
/** Job: sends a message to one user at one messenger. */
export const SEND_PUSH = 'tell_outside'

/** Individual messages per user, kind and day; the rest is summed up the next morning. */
const INDIVIDUAL_PER_DAY = 3
/** hour of the day */
const MORNING = 9
/** most events counted in a summary */
const MAX_COUNTED = 100

export type PushEvent = { kind: 'mention'; commentId: number } | { kind: 'invitation'; collabId: number }

export interface SpreadPayload {
  happening: PushEvent
  enterprise: number
  /** ms since 1970 */
  at: number
}

export interface PushPayload {
  userId: number
  /** The session in which the user was identified. */
  sessionId: number
  /** ms since 1970: the time of the event, or the start of the summed up period */
  at: number
  about: PushEvent | { kind: PushKind; isMany: true }
}

type Queues = Pick<Dependencies, 'jobs' | 'messengers'>
/**
 * Reads the access to an invitation's folder; null if the user can no longer accept the invitation. The function is a parameter, because `members`
 * uses `push`.
 */
type ReadInvitation = (
  ports: Pick<Dependencies, 'db' | 'clock'>,
  actor: UserActor,
  collabId: number,
) => Promise<Access | null>

interface Ports extends Pick<Dependencies, 'db' | 'clock' | 'config' | 'log' | 'messengers'> {
  readInvitation: ReadInvitation
}
type FactPorts = Pick<Ports, 'db' | 'clock' | 'readInvitation'>

/**
 * Queues push messages about events for users who want such messages (AH-30), in the transaction of the events. The request does not wait for
 * delivery.
 */
export async function queuePush(
  { jobs, messengers }: Queues,
  transaction: Db,
  happenings: readonly PushEvent[],
  { actor, at }: { actor: UserActor; at: Date },
): Promise<void> {
  if (messengers.applet === null && messengers.wecom === null) return
  const enterprise = actor.enterprise.id
  for (const happening of happenings) {
    const payload: SpreadPayload = { happening, enterprise, at: at.getTime() }
    await jobs.add(FAN_OUT_PUSH, payload, { owner: { enterprise, actor: userKey(actor.user.id) } }, transaction)
  }
}

/** Counts an event for every user concerned, and queues messages to these users. */
export async function fanOutPush(
  { db, jobs }: Pick<Dependencies, 'db' | 'jobs'>,
  { happening, enterprise, at }: SpreadPayload,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const userIds =
      happening.kind === 'mention'
        ? await mentionedIn(transaction, happening.commentId)
        : await invitedBy(transaction, happening.collabId)
    const source = { userIds, enterprise, at: new Date(at) }
    for (const userId of await countForPush({ db: transaction, jobs }, happening.kind, source))
      await add({ db: transaction, jobs }, { userId, enterprise, at, about: happening })
  })
}

/**
 * Counts an event for the users who want to hear of it, and queues a summary for the events beyond the daily number.
 * @returns the users who get an individual message
 */
export async function countForPush(
  ports: Pick<Dependencies, 'db' | 'jobs'>,
  kind: PushKind,
  { userIds, enterprise, at }: { userIds: readonly number[]; enterprise: number; at: Date },
): Promise<number[]> {
  const { day, begin, morning } = dayOf(at)
  const counts = [...(await countOutside(ports.db, { kind, userIds, day }))]
  for (const [userId, count] of counts)
    if (count === INDIVIDUAL_PER_DAY + 1)
      await add(ports, { userId, enterprise, at: begin.getTime(), about: { kind, isMany: true } }, morning)
  return counts.flatMap(([userId, count]) => (count <= INDIVIDUAL_PER_DAY ? userId : []))
}

/** Queues a message to one user at each messenger that knows the user. */
async function add(
  { db, jobs }: Pick<Dependencies, 'db' | 'jobs'>,
  { enterprise, ...message }: Omit<PushPayload, 'sessionId'> & { enterprise: number },
  runAt?: Date,
): Promise<void> {
  const options = { maxAttempts: MAX_ATTEMPTS, owner: { enterprise, actor: userKey(message.userId) }, runAt }
  for (const { session_id: sessionId } of await identitiesOf(db, message.userId)) {
    const payload: PushPayload = { ...message, sessionId }
    await jobs.add(SEND_PUSH, payload, options, db)
  }
}

/**
 * Sends one message, if the user still wants such messages, may still see the item concerned, and has not read the message in the app.
 * @throws as deliver
 */
export async function sendPush(ports: Ports, payload: PushPayload): Promise<void> {
  const { db } = ports
  const { userId, sessionId, about } = payload
  const { kind } = about
  const identity = await identityIn(db, { sessionId, userId })
  const actor = await actorOfKey(db, userKey(userId))
  if (!identity || !actor || !(await outsideChoices(db, userId))[kind]) return
  const facts = await factsOf(ports, actor, payload)
  if (facts === null) return
  await deliver(ports, identity, {
    kind,
    message: (language, template) => presentPushMessage(facts, language, template),
    text: (language) => presentPushText(facts, language, ports.config.baseUrl),
  })
}

/** The facts to send now; null if there is nothing to send. */
async function factsOf(
  { db, clock, readInvitation }: FactPorts,
  actor: UserActor,
  { about, at }: PushPayload,
): Promise<PushFacts | null> {
  const when = new Date(at)
  const userId = actor.user.id
  if ('isMany' in about) {
    const count = await countOf({ db, clock, readInvitation }, actor, about.kind, when)
    return count === 0 ? null : { kind: about.kind, count, at: clock() }
  }
  if (about.kind === 'mention') {
    const [mention] = await unreadMentions(db, userId, { commentId: about.commentId }, 1)
    const access = mention && (await accessOf(db, actor, [mention.item_id])).get(mention.item_id)
    if (!mention || !mayReadComments(access)) return null
    const [{ id, name: item, isFolder }] = access.chain
    const typedId = `${isFolder ? 'folder' : 'file'}_${id}`
    return { kind: 'mention', sender: mention.sender, item, typedId, messageId: mention.message_id, at: when }
  }
  const [invitation] = await unreadInvitations(db, userId, { collabId: about.collabId }, 1)
  const access = invitation && (await readInvitation({ db, clock }, actor, about.collabId))
  if (!invitation || !access) return null
  const [{ name: item }] = access.chain
  return { kind: 'invitation', sender: invitation.sender, item, collabId: about.collabId, at: when }
}

/** Counts the events of a kind since a time: first openings, or unread mentions or invitations that the user may still see. */
async function countOf(
  { db, clock, readInvitation }: FactPorts,
  actor: UserActor,
  kind: PushKind,
  since: Date,
): Promise<number> {
  const userId = actor.user.id
  if (kind === 'first_visit') return countFirstVisits(db, userId, since)
  if (kind === 'invitation') {
    const invitations = await unreadInvitations(db, userId, { since }, MAX_COUNTED)
    const accesses = await Promise.all(invitations.map(({ collab_id: id }) => readInvitation({ db, clock }, actor, id)))
    return accesses.filter((access) => access !== null).length
  }
  const mentions = await unreadMentions(db, userId, { since }, MAX_COUNTED)
  const access = await accessOf(
    db,
    actor,
    mentions.map(({ item_id: id }) => id),
  )
  return mentions.filter(({ item_id: id }) => mayReadComments(access.get(id))).length
}

/** The day in the time zone of WeChat's users, and the next morning. */
function dayOf(at: Date): { day: string; begin: Date; morning: Date } {
  const begin = calendar(at)
    .utcOffset(CHINA_HOURS * 60)
    .startOf('day')
  return { day: begin.format('YYYY-MM-DD'), begin: begin.toDate(), morning: begin.add(1, 'day').hour(MORNING).toDate() }
}

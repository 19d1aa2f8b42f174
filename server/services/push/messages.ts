import type { OutsideKind } from '@/contract/push'
import { userKey, type UserActor } from '../../actors/actor'
import { calendar } from '../../time/calendar'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import type { Access } from '../../policies/access/facts'
import { mayReadComments } from '../../policies/comments'
import { ZONE } from './words'
import { presentOutsideMessage, presentOutsideText, type OutsideFacts } from './messageTexts'
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
import { deliver, TRIES } from './delivery'

/** Finds whom something that happened is told. */
export const SPREAD_OUTSIDE = 'spread_outside'
/** Tells one person at one messenger. */
export const TELL_OUTSIDE = 'tell_outside'

/** Messages of a kind that somebody has one by one on a day; the others come together on the next morning. */
const SINGLE = 3
/** o'clock */
const MORNING = 9
/** What is counted of what comes together. */
const MOST = 100

export type Happening = { kind: 'mention'; commentId: number } | { kind: 'invitation'; collabId: number }

export interface SpreadPayload {
  happening: Happening
  enterprise: number
  /** ms since 1970 */
  at: number
}

export interface OutsidePayload {
  userId: number
  /** In which they said who they are. */
  sessionId: number
  /** ms since 1970: when it happened, or since when is counted */
  at: number
  about: Happening | { kind: OutsideKind; isMany: true }
}

type Queues = Pick<Dependencies, 'jobs' | 'messengers'>
/** Reads the access to the folder of an invitation, null where the user can no longer accept it. Passed in, because `members` uses `push`. */
type ReadInvitation = (
  ports: Pick<Dependencies, 'db' | 'clock'>,
  actor: UserActor,
  collabId: number,
) => Promise<Access | null>

interface Ports extends Pick<Dependencies, 'db' | 'clock' | 'config' | 'log' | 'messengers'> {
  readInvitation: ReadInvitation
}
type FactPorts = Pick<Ports, 'db' | 'clock' | 'readInvitation'>

/** Has those told outside of the app whom something concerns and who want that (AH-30); in its transaction. Nobody waits for it. */
export async function queueOutside(
  { jobs, messengers }: Queues,
  transaction: Db,
  happenings: readonly Happening[],
  { actor, at }: { actor: UserActor; at: Date },
): Promise<void> {
  if (messengers.applet === null && messengers.wecom === null) return
  const enterprise = actor.enterprise.id
  for (const happening of happenings) {
    const payload: SpreadPayload = { happening, enterprise, at: at.getTime() }
    await jobs.add(SPREAD_OUTSIDE, payload, { owner: { enterprise, actor: userKey(actor.user.id) } }, transaction)
  }
}

/** Counts it for everybody whom it concerns, and has each of them told. */
export async function spreadOutside(
  { db, jobs }: Pick<Dependencies, 'db' | 'jobs'>,
  { happening, enterprise, at }: SpreadPayload,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const userIds =
      happening.kind === 'mention'
        ? await mentionedIn(transaction, happening.commentId)
        : await invitedBy(transaction, happening.collabId)
    const source = { userIds, enterprise, at: new Date(at) }
    for (const userId of await singleOnes({ db: transaction, jobs }, happening.kind, source))
      await add({ db: transaction, jobs }, { userId, enterprise, at, about: happening })
  })
}

/**
 * Counts that something happened to users who want to hear of it, and has the rest of a day told together.
 * @returns those who are told of it by itself
 */
export async function singleOnes(
  ports: Pick<Dependencies, 'db' | 'jobs'>,
  kind: OutsideKind,
  { userIds, enterprise, at }: { userIds: readonly number[]; enterprise: number; at: Date },
): Promise<number[]> {
  const { day, begin, morning } = dayOf(at)
  const happened = [...(await countOutside(ports.db, { kind, userIds, day }))]
  for (const [userId, count] of happened)
    if (count === SINGLE + 1)
      await add(ports, { userId, enterprise, at: begin.getTime(), about: { kind, isMany: true } }, morning)
  return happened.flatMap(([userId, count]) => (count <= SINGLE ? userId : []))
}

/** What tells one person, at each messenger that knows them. */
async function add(
  { db, jobs }: Pick<Dependencies, 'db' | 'jobs'>,
  { enterprise, ...told }: Omit<OutsidePayload, 'sessionId'> & { enterprise: number },
  runAt?: Date,
): Promise<void> {
  const options = { maxAttempts: TRIES, owner: { enterprise, actor: userKey(told.userId) }, runAt }
  for (const { session_id: sessionId } of await identitiesOf(db, told.userId)) {
    const payload: OutsidePayload = { ...told, sessionId }
    await jobs.add(TELL_OUTSIDE, payload, options, db)
  }
}

/**
 * Tells one person, if they still want to hear of it, may still see what it is about, and have not read it.
 * @throws as deliver
 */
export async function sendOutside(ports: Ports, payload: OutsidePayload): Promise<void> {
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
    message: (language, template) => presentOutsideMessage(facts, language, template),
    text: (language) => presentOutsideText(facts, language, ports.config.baseUrl),
  })
}

/** What there is to tell now; null where nothing is. */
async function factsOf(
  { db, clock, readInvitation }: FactPorts,
  actor: UserActor,
  { about, at }: OutsidePayload,
): Promise<OutsideFacts | null> {
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

/** How much of a kind somebody has not read since a moment, of what they may still see. */
async function countOf(
  { db, clock, readInvitation }: FactPorts,
  actor: UserActor,
  kind: OutsideKind,
  since: Date,
): Promise<number> {
  const userId = actor.user.id
  if (kind === 'first_visit') return countFirstVisits(db, userId, since)
  if (kind === 'invitation') {
    const invitations = await unreadInvitations(db, userId, { since }, MOST)
    const accesses = await Promise.all(invitations.map(({ collab_id: id }) => readInvitation({ db, clock }, actor, id)))
    return accesses.filter((access) => access !== null).length
  }
  const mentions = await unreadMentions(db, userId, { since }, MOST)
  const access = await accessOf(
    db,
    actor,
    mentions.map(({ item_id: id }) => id),
  )
  return mentions.filter(({ item_id: id }) => mayReadComments(access.get(id))).length
}

/** A day where WeChat's users are, and the morning after it. */
function dayOf(at: Date): { day: string; begin: Date; morning: Date } {
  const begin = calendar(at)
    .utcOffset(ZONE * 60)
    .startOf('day')
  return { day: begin.format('YYYY-MM-DD'), begin: begin.toDate(), morning: begin.add(1, 'day').hour(MORNING).toDate() }
}

import type { AskedRole } from '@/contract/members/accessRequests'
import { jobOwner, type UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { askedTooOften } from '../../errors'
import { SharedMinuteLimit } from '../../limits/SharedMinuteLimit'
import type { Access } from '../../policies/access/facts'
import { mayAskFor } from '../../policies/members/accessRequests'
import { departmentRoot } from '../../queries/items/spaces'
import {
  insertRequestMessages,
  nearestManagers,
  openRequest,
  requestsExpiredBefore,
  withRoomFor,
} from '../../queries/members/accessRequests'
import { notFlooded } from '../../queries/messages'
import { findUser } from '../../queries/session/sessions'
import { findLinkByName } from '../../queries/shares/links'
import { accessOf } from '../access/itemAccess'
import { isOfType, parseTypedId } from '../access/places'

export const ASK_FOR_ACCESS = 'ask_for_access'

/** requests that a user may make per minute, whatever they name */
const PER_MINUTE = 10
/** undecided requests of one asker that another user may have */
const MOST_OPEN = 10

export interface WantedAccess {
  typedId?: string
  /** The share link that did not open. */
  uniqueName?: string
}

/** A wish for an item, with a word to those who decide. */
export interface AccessWish extends WantedAccess {
  role: AskedRole
  message: string
}

export interface AskPayload extends AccessWish {
  userId: number
}

/** Takes requests for access (AH-50). Looks nothing up, so that neither the answer nor its time says whether an item exists. */
export class AccessRequests {
  private readonly asks: SharedMinuteLimit<number>

  constructor(private readonly ports: Pick<Dependencies, 'db' | 'clock' | 'jobs' | 'contentCheck'>) {
    this.asks = new SharedMinuteLimit(ports, 'access requests', PER_MINUTE)
  }

  /** Queues a request. @throws Refused asked_too_often, counting every request; content_refused, content_unchecked */
  async ask(actor: UserActor, wish: AccessWish): Promise<void> {
    if (!(await this.asks.tryCount(actor.user.id))) throw askedTooOften()
    const message = wish.message.trim()
    await this.ports.contentCheck.requireTexts([{ kind: 'comment', text: message, field: 'message' }], actor.user.id)
    const payload: AskPayload = { ...wish, message, userId: actor.user.id }
    await this.ports.jobs.add(ASK_FOR_ACCESS, payload, { owner: jobOwner(actor) })
  }
}

type Placing = Pick<Dependencies, 'db' | 'clock'>

/** Notifies those responsible for the wanted item. Does nothing if the request may reach nobody, or reached them recently. */
export async function placeRequest(ports: Placing, { userId, ...wish }: AskPayload): Promise<void> {
  const { db } = ports
  const actor = await findUser(db, userId)
  const named = await findWanted(db, wish)
  if (!actor || !named) return
  const access = (await accessOf(db, actor, [named.id])).get(named.id)
  const isNamed = access !== undefined && (named.type === null || isOfType(access, named.type))
  if (isNamed && mayAskFor(actor, access))
    await inTransaction(db, (transaction) => open(transaction, ports, actor, access, wish))
}

/** The id that a request names, with the type of the item if it says one. The item may be missing. */
async function findWanted(
  db: Db,
  { typedId, uniqueName }: WantedAccess,
): Promise<{ id: number; type: string | null } | null> {
  if (uniqueName !== undefined) {
    const id = (await findLinkByName(db, uniqueName))?.items[0]?.id
    return id ? { id, type: null } : null
  }
  const { type, id } = parseTypedId(typedId ?? '')
  if (type !== 'department') return { id, type }
  const root = await departmentRoot(db, id)
  return root === undefined ? null : { id: root, type: 'folder' }
}

async function open(
  db: Db,
  { clock }: Placing,
  actor: UserActor,
  access: Access,
  { role: wished, message }: AccessWish,
): Promise<void> {
  const [item] = access.chain
  // A file is shared by a link, which gives at most `viewer`. Users who ask by a link do not know its item.
  const role = wished === 'editor' && !item.isFolder ? 'viewer' : wished
  const at = clock()
  const askerId = actor.user.id
  const renewedBefore = requestsExpiredBefore(at)
  const reached = await notFlooded(db, { senderId: askerId, userIds: await responsibleFor(db, access), at })
  const userIds = await withRoomFor(db, { askerId, userIds: reached, since: renewedBefore, most: MOST_OPEN })
  if (userIds.length === 0) return
  const requestId = await openRequest(db, { askerId, itemId: item.id, role, message, at, renewedBefore })
  if (requestId !== undefined) await insertRequestMessages(db, { requestId, askerId, userIds, item, at })
}

/** The managers of the nearest department that has any; otherwise the owner of the space. */
async function responsibleFor(db: Db, { chain, space }: Access): Promise<number[]> {
  const departmentIds = chain.flatMap(({ departmentId }) => departmentId ?? [])
  const managers = await nearestManagers(db, departmentIds)
  return managers.length > 0 ? managers : [space.owner.id]
}

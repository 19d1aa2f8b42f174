import { randomUUID } from 'node:crypto'
import { jobOwner, type UserActor, type VisitorActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { insertNotice, type StoredNotice } from '../../queries/messages'
import { finishSave, forgetSave } from '../../queries/shares/saves'
import { findUser } from '../../queries/session/sessions'
import { relocate, type Order, type Relocation, type Task } from './relocation'
import type { Grant } from '../shares/grants'
import { olderVersions, shownName } from '../shares/source'
import { requireVisitorAgain } from '../shares/visitors'

export const RELOCATION = 'relocation'

export interface RelocationPayload extends Order {
  userId: number
  /** network address of the client */
  address?: string
  /** The link to copy from. */
  link?: Grant
  /** Identifies the message about the result. If the message exists, the job is already done. */
  ticket: string
  /** The facts of the message when the job was ordered; a failed job cannot load them any more. */
  about?: About
}

type Ports = Pick<Dependencies, 'db' | 'clock'>
type About = Pick<StoredNotice, 'count' | 'name' | 'folder'>
type End = Omit<StoredNotice, 'action'>

/** Queues a copy or move as a job, because it may take long (decisions 4.37). */
export async function orderRelocation(
  { db, jobs }: Pick<Dependencies, 'db' | 'jobs'>,
  actor: UserActor,
  { from, ...order }: Task,
  relocation: Relocation,
  transaction?: Db,
): Promise<void> {
  const ticket = randomUUID()
  const payload: RelocationPayload = {
    ...order,
    userId: actor.user.id,
    address: actor.address,
    ticket,
    about: await aboutOf(transaction ?? db, relocation, from),
    link: from && { linkId: from.link.id, passwordVersion: from.link.passwordVersion, visitor: from.visitor },
  }
  await jobs.add(RELOCATION, payload, { owner: jobOwner(actor) }, transaction)
}

/** Copies or moves, all or nothing, and sends a message about the result (decisions 3.15). */
export async function runRelocation(ports: Ports, payload: RelocationPayload): Promise<void> {
  const user = await findUser(ports.db, payload.userId)
  if (!user) return
  const actor = { ...user, address: payload.address }
  const { link, ...order } = payload
  try {
    const from = link && (await requireVisitorAgain(ports, link, actor))
    await relocate(ports, actor, { ...order, from }, async (transaction, done) => {
      if (link) await finishSave(transaction, { linkId: link.linkId, userId: actor.user.id })
      const about = await aboutOf(transaction, done, from)
      return notify(ports, payload, { state: 'finished', ...about }, transaction)
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await notifyFailure(ports, payload, error)
  }
}

/** Sends the message that the last attempt failed. */
export async function reportFailedRelocation(ports: Ports, payload: RelocationPayload): Promise<void> {
  await notifyFailure(ports, payload, new Refused('server_error'))
}

async function notifyFailure(ports: Ports, payload: RelocationPayload, refused: Refused): Promise<void> {
  if (payload.link) await forgetSave(ports.db, { linkId: payload.link.linkId, userId: payload.userId })
  await notify(ports, payload, failure(payload, refused))
}

function failure({ about, typedIds }: RelocationPayload, { code, detail: { params } }: Refused): End {
  return { state: 'failed', count: typedIds.length, name: '', folder: '', ...about, code, ...(params && { params }) }
}

async function aboutOf(db: Db, { folder, targets }: Relocation, from?: VisitorActor): Promise<About> {
  const pinned = await olderVersions(db, from)
  const name = targets[0] ? shownName(pinned, targets[0]) : ''
  return { count: targets.length, name, folder: folder.chain[0].name }
}

/** @returns false if the message exists already */
function notify(
  { db, clock }: Ports,
  { userId, ticket, action }: RelocationPayload,
  end: End,
  transaction: Db = db,
): Promise<boolean> {
  return insertNotice(transaction, { userId, ticket, notice: { action, ...end }, at: clock() })
}

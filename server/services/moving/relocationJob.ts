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

/** The kind of job that copies or moves. */
export const RELOCATION = 'relocation'

export interface RelocationPayload extends Order {
  userId: number
  /** From where it was ordered. */
  address?: string
  /** Out of which link it is copied. */
  link?: Grant
  /** Of the message that tells the end: a job that finds it there has nothing left to do. */
  ticket: string
  /** As they were when it was ordered: a failure cannot ask for them any more. */
  about?: About
}

type Ports = Pick<Dependencies, 'db' | 'clock'>
type About = Pick<StoredNotice, 'count' | 'name' | 'folder'>
type End = Omit<StoredNotice, 'action'>

/** Lets a job copy or move, however long it takes (decisions 4.37). */
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

/** Copies or moves wholly or not at all, and leaves a message at the end (decisions 3.15). */
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
      return tell(ports, payload, { state: 'finished', ...about }, transaction)
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await fail(ports, payload, error)
  }
}

/** Leaves the message that the last try has failed. */
export async function giveUpRelocation(ports: Ports, payload: RelocationPayload): Promise<void> {
  await fail(ports, payload, new Refused('server_error'))
}

async function fail(ports: Ports, payload: RelocationPayload, refused: Refused): Promise<void> {
  if (payload.link) await forgetSave(ports.db, { linkId: payload.link.linkId, userId: payload.userId })
  await tell(ports, payload, failure(payload, refused))
}

function failure({ about, typedIds }: RelocationPayload, { code, detail: { params } }: Refused): End {
  return { state: 'failed', count: typedIds.length, name: '', folder: '', ...about, code, ...(params && { params }) }
}

async function aboutOf(db: Db, { folder, targets }: Relocation, from?: VisitorActor): Promise<About> {
  const older = await olderVersions(db, from)
  const name = targets[0] ? shownName(older, targets[0]) : ''
  return { count: targets.length, name, folder: folder.chain[0].name }
}

/** @returns false when it was told before */
function tell(
  { db, clock }: Ports,
  { userId, ticket, action }: RelocationPayload,
  end: End,
  transaction: Db = db,
): Promise<boolean> {
  return insertNotice(transaction, { userId, ticket, notice: { action, ...end }, at: clock() })
}

import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '@/contract/errors'
import type { Db } from '../database/connect'
import type { Dependencies } from '../dependencies'
import { Refused } from '../errors'
import type { Access } from '../queries/access'
import { findMember, type Member } from '../queries/sessions'
import { relocate, type Order } from '../routes/relocation'

interface Payload extends Order {
  userId: number
  /** Of the message that tells the end: who finds it there has nothing left to do. */
  ticket: string
}

type End = { state: 'finished', count: number, name: string, folder: string } | { state: 'failed', code: ErrorCode }

const KIND = 'relocation'
/** at once in one process */
const CONCURRENCY = 2

/** Lets a job copy or move, however long it takes (decisions 4.37). */
export async function orderRelocation({ jobs }: Pick<Dependencies, 'jobs'>, { user }: Member, order: Order): Promise<void> {
  await jobs.add(KIND, { ...order, userId: user.id, ticket: randomUUID() } satisfies Payload)
}

/** Copies and moves of jobs, each wholly or not at all, and a message at the end of each (decisions 3.15). */
export function handleRelocations(deps: Dependencies): void {
  const { db, jobs } = deps
  jobs.handle<Payload>(KIND, {
    async run({ payload }) {
      const member = await findMember(db, payload.userId)
      if (!member) return
      try {
        await relocate(deps, member, payload, (transaction, { folder, targets }) =>
          tell(transaction, deps, payload, { state: 'finished', count: targets.length, name: nameOf(targets[0]), folder: nameOf(folder) }))
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        await tell(db, deps, payload, { state: 'failed', code: error.code })
      }
    },
    async givenUp(payload) {
      await tell(db, deps, payload, { state: 'failed', code: 'server_error' })
    },
  }, CONCURRENCY)
}

function nameOf(access: Access | undefined) {
  return access?.chain[0].name ?? ''
}

/** @returns false when it was told before */
async function tell(db: Db, { clock }: Dependencies, { userId, ticket, action }: Payload, end: End): Promise<boolean> {
  const now = clock()
  const { numInsertedOrUpdatedRows } = await db.insertInto('messages').values({
    user_id: userId,
    type: 'collab_notice',
    object_typed_id: null,
    item_name: end.state === 'finished' ? end.name : '',
    sender_id: null,
    unread_count: 1,
    most_recent: JSON.stringify({ notice: { action, ...end } }),
    job_ticket: ticket,
    created_at: now,
    modified_at: now,
  }).onConflict((conflict) => conflict.column('job_ticket').doNothing()).executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) > 0
}

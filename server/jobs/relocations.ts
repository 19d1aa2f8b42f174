import { randomUUID } from 'node:crypto'
import type { UserActor } from '../actor'
import type { Db } from '../database/connect'
import type { Dependencies } from '../dependencies'
import { Refused } from '../errors'
import type { Access } from '../policies/facts'
import type { StoredNotice } from '../queries/messages'
import { findUser } from '../queries/sessions'
import { relocate, type Order, type Relocation } from '../services/relocation'

interface Payload extends Order {
  userId: number
  /** Of the message that tells the end: who finds it there has nothing left to do. */
  ticket: string
  /** As they were when it was ordered: a failure cannot ask for them any more. */
  about?: About
}

type About = Pick<StoredNotice, 'count' | 'name' | 'folder'>
type End = Omit<StoredNotice, 'action'>

const KIND = 'relocation'
/** at once in one process */
const CONCURRENCY = 2

/** Lets a job copy or move, however long it takes (decisions 4.37). */
export async function orderRelocation(
  { jobs }: Pick<Dependencies, 'jobs'>,
  { user }: UserActor,
  order: Order,
  relocation: Relocation,
): Promise<void> {
  await jobs.add(KIND, {
    ...order,
    userId: user.id,
    ticket: randomUUID(),
    about: aboutOf(relocation),
  } satisfies Payload)
}

/** Copies and moves of jobs, each wholly or not at all, and a message at the end of each (decisions 3.15). */
export function handleRelocations(deps: Dependencies): void {
  const { db, jobs } = deps
  jobs.handle<Payload>(
    KIND,
    {
      async run({ payload }) {
        const actor = await findUser(db, payload.userId)
        if (!actor) return
        try {
          await relocate(deps, actor, payload, (transaction, done) =>
            tell(transaction, deps, payload, { state: 'finished', ...aboutOf(done) }),
          )
        } catch (error) {
          if (!(error instanceof Refused)) throw error
          await tell(db, deps, payload, failure(payload, error))
        }
      },
      async givenUp(payload) {
        await tell(db, deps, payload, failure(payload, new Refused('server_error')))
      },
    },
    CONCURRENCY,
  )
}

function failure({ about, typedIds }: Payload, { code, detail: { params } }: Refused): End {
  return { state: 'failed', count: typedIds.length, name: '', folder: '', ...about, code, ...(params && { params }) }
}

function aboutOf({ folder, targets }: Relocation): About {
  return { count: targets.length, name: nameOf(targets[0]), folder: nameOf(folder) }
}

function nameOf(access: Access | undefined) {
  return access?.chain[0].name ?? ''
}

/** @returns false when it was told before */
async function tell(db: Db, { clock }: Dependencies, { userId, ticket, action }: Payload, end: End): Promise<boolean> {
  const now = clock()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('messages')
    .values({
      user_id: userId,
      type: 'collab_notice',
      object_typed_id: null,
      item_name: end.name,
      sender_id: null,
      unread_count: 1,
      most_recent: JSON.stringify({ notice: { action, ...end } }),
      job_ticket: ticket,
      deleted_at: null,
      created_at: now,
      modified_at: now,
    })
    .onConflict((conflict) => conflict.column('job_ticket').doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) > 0
}

import { actorKey, jobOwner, type ApplicationActor } from '../../actors/actor'
import type { ActorKey } from '../../actors/actorKey'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { recordsIn } from '../../queries/trash/records'
import { emptyTrash, restoreFromTrash } from '../trash/changes'
import { trashOf } from '../trash/list'
import { applicationOfAddress } from './tokens'

/** Job: goes on with a recycle bin that is too large for one call. */
export const WHOLE_TRASH = 'whole_trash'

export interface WholeTrash {
  action: 'clear' | 'restore'
  kind: 'file' | 'folder' | 'all'
  /** seconds; items that are deleted later stay */
  until: number
}

export interface WholeTrashPayload extends WholeTrash {
  actor: ActorKey
  address?: string
}

type Ports = Pick<Dependencies, 'db' | 'clock' | 'jobs'>

/** records that a call handles itself */
const AT_ONCE = 200

/**
 * Deletes for ever, or restores, everything in the user's recycle bin that the user may. A job does what is more than a call should.
 * @returns whether a job goes on
 */
export async function openWholeTrash(
  ports: Ports,
  actor: ApplicationActor,
  order: Omit<WholeTrash, 'until'>,
): Promise<boolean> {
  const whole = { ...order, until: Math.ceil(ports.clock().getTime() / 1000) }
  const isDone = await handleTrash(ports, actor, whole, AT_ONCE)
  if (isDone) return false
  const payload: WholeTrashPayload = { ...whole, actor: actorKey(actor), address: actor.address }
  await ports.jobs.add(WHOLE_TRASH, payload, { owner: jobOwner(actor) })
  return true
}

/** Goes on as long as the application may act for the user. */
export async function runWholeTrash(ports: Ports, { actor: key, address, ...whole }: WholeTrashPayload): Promise<void> {
  const actor = await applicationOfAddress(ports, key)
  if (actor) await handleTrash(ports, { ...actor, address }, whole, Infinity)
}

/** @param most records at which to stop, after a part @returns whether nothing is left to do */
function handleTrash(ports: Ports, actor: ApplicationActor, whole: WholeTrash, most: number): Promise<boolean> {
  return whole.action === 'clear' ? clear(ports, actor, whole, most) : restore(ports, actor, whole, most)
}

async function clear(ports: Ports, actor: ApplicationActor, { kind, until }: WholeTrash, most: number) {
  let from: { after: number; until: number } | null = { after: 0, until }
  for (let removed = 0; from && removed < most;) {
    const part: Awaited<ReturnType<typeof emptyTrash>> = await emptyTrash(ports, actor, undefined, from, kind)
    removed += part.removed + part.kept
    from = part.next
  }
  return from === null
}

/** Passes over the records until one restores nothing: a folder comes back before what was deleted in it. */
async function restore(ports: Ports, actor: ApplicationActor, whole: WholeTrash, most: number): Promise<boolean> {
  let tried = 0
  for (let restored = 1; restored > 0;) {
    restored = 0
    for (let after: number | null = 0; after !== null;) {
      if (tried >= most) return false
      const trash = await trashOf(ports.db, actor)
      const records = await recordsIn(ports.db, trash, { after, until: whole.until }, AT_ONCE, whole.kind)
      for (const { id, isFolder } of records)
        if (await tryRestore(ports, actor, `${isFolder ? 'folder' : 'file'}_${id}`)) restored += 1
      tried += records.length
      after = records.length < AT_ONCE ? null : records.at(-1)!.id
    }
  }
  return true
}

/** @returns false for an item that stays, such as one whose folder is in the trash, too */
async function tryRestore(ports: Ports, actor: ApplicationActor, typedId: string): Promise<boolean> {
  try {
    await restoreFromTrash(ports, actor, [typedId])
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}

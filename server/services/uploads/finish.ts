import { actorKey, type UploadingActor } from '../../actors/actor'
import type { UploadRow } from '../../database/tables'
import type { Dependencies } from '../../dependencies'
import { itemNotFound, Refused } from '../../errors'
import { findUpload } from '../../queries/uploads/uploads'
import { requireHandInContent } from '../fileRequests/handInContent'
import { beginParts, receivedOf } from './parts'
import { recordUpload, type RecordPorts } from './record'
import { requireTarget } from './target'

/** ms that a call waits while another process finishes the same upload; a large one takes seconds */
const PATIENCE = 20_000

type FinishPorts = RecordPorts & Pick<Dependencies, 'storage' | 'uploadLocks'>

/** Returns a function that finishes uploads; concurrent calls for one upload share one result. */
export function createFinisher(ports: FinishPorts): (actor: UploadingActor, id: string) => Promise<number> {
  const running = new Map<string, Promise<number>>()
  return (actor, id) => {
    const key = `${actorKey(actor)} ${id}`
    const finishing = running.get(key) ?? finishUpload(ports, actor, id).finally(() => running.delete(key))
    running.set(key, finishing)
    return finishing
  }
}

/**
 * Makes a file from the parts of an upload. A repeated call, also after a crash, returns the same file. A refusal keeps the parts.
 * @returns the id of the item
 * @throws Refused upload_address, upload_length if bytes are missing, collect_kind, and as `recordUpload`
 */
async function finishUpload(ports: FinishPorts, actor: UploadingActor, id: string): Promise<number> {
  const { db, storage, clock } = ports
  const find = async () => (await findUpload(db, actorKey(actor), id)) ?? refuseAddress()
  await find()
  const lock = await ports.uploadLocks.acquire(id, { patience: PATIENCE })
  if (!lock) throw new Refused('upload_length')
  try {
    const upload = await find()
    if (upload.state === 'done') return itemOf(upload)
    if ((upload.state !== 'partial' && upload.state !== 'open') || upload.expires_at <= clock()) refuseAddress()
    if ((await receivedOf(storage, upload)) < upload.size) throw new Refused('upload_length')
    const access = await requireTarget(db, clock(), actor, upload)
    const key = (await beginParts(ports, access, upload)) ?? refuseAddress()
    const blob = await storage.complete(key, upload.size)
    if (actor.kind === 'contributor') await requireHandInContent(ports, actor, upload, blob.key)
    const item = await recordUpload(ports, actor, { ...upload, state: 'partial' }, blob, upload.name ?? '')
    return item.id
  } finally {
    await lock.release()
  }
}

function itemOf({ item_id: id }: UploadRow): number {
  if (id === null) throw itemNotFound()
  return id
}

function refuseAddress(): never {
  throw new Refused('upload_address')
}

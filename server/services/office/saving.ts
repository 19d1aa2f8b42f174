import type { Readable } from 'node:stream'
import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { ItemRow } from '../../database/tables'
import type { Dependencies } from '../../dependencies'
import { lockItems } from '../../queries/items/locks'
import { currentOfficeLock } from '../../queries/office'
import { announceUpload, type AnnouncedUpload } from '../uploads/announce'
import { receiveUpload } from '../uploads/receive'
import type { RecordPorts } from '../uploads/record'
import { OfficeRefusal } from './OfficeRefusal'
import { requireWritable, type OfficeFile } from './opening'

export type SavePorts = RecordPorts & Pick<Dependencies, 'storage'>

export interface SentContents {
  source: Readable
  /** bytes */
  size: number
}

/**
 * Adds what the service sends as a new version, with the checks of every upload. The rights and the lock are asked for before the bytes and, in the
 * transaction that adds the version, after them.
 * @param lock the service's lock; undefined: none, which only an empty file accepts
 * @param seenAt the change that the service knows as the last one, if it says so
 * @throws OfficeRefusal 404, 409; Refused as announceUpload and receiveUpload
 */
export async function saveContents(
  ports: SavePorts,
  actor: UserActor,
  fileId: number,
  { source, size }: SentContents,
  { lock, seenAt }: { lock: string | undefined; seenAt: string | undefined },
): Promise<ItemRow> {
  const { db, clock } = ports
  const check = async (asked: Db) => {
    const opened = await requireWritable({ db: asked, clock }, actor, fileId)
    requireMatching(opened, lock)
    if (seenAt !== undefined) requireUnchanged(opened, seenAt)
  }
  await check(db)
  return store(ports, actor, { file_size: size, target_file_id: fileId }, source, async (transaction) => {
    await lockItems(transaction, [fileId])
    await check(transaction)
  })
}

/**
 * Replaces the contents of another file, which the service must not have locked, or adds a file.
 * @throws OfficeRefusal 404, 409; Refused as announceUpload and receiveUpload
 */
export async function saveBeside(
  ports: SavePorts,
  actor: UserActor,
  target: { fileId: number } | { folderId: number; name: string },
  { source, size }: SentContents,
): Promise<ItemRow> {
  if (!('fileId' in target)) {
    const { folderId, name } = target
    return store(ports, actor, { file_size: size, folder_id: folderId, name }, source)
  }
  const { fileId } = target
  const check = async (db: Db) => {
    await requireWritable({ db, clock: ports.clock }, actor, fileId)
    const lock = await currentOfficeLock(db, fileId, ports.clock())
    if (lock) throw OfficeRefusal.otherLock(lock.lock)
  }
  await check(ports.db)
  return store(ports, actor, { file_size: size, target_file_id: fileId }, source, async (transaction) => {
    await lockItems(transaction, [fileId])
    await check(transaction)
  })
}

async function store(
  ports: SavePorts,
  actor: UserActor,
  announced: AnnouncedUpload,
  source: Readable,
  requireStill?: (transaction: Db) => Promise<void>,
): Promise<ItemRow> {
  const id = await announceUpload(ports, actor, announced)
  const receive = async (size: number) => ({ blob: await ports.storage.write(source, { size }) })
  return receiveUpload(ports, actor, id, receive, { requireStill })
}

/** @throws OfficeRefusal 409 */
function requireMatching({ file, lock: present }: OfficeFile, lock: string | undefined): void {
  const isMatching = present === undefined ? file.size === 0 : present.lock === lock
  if (!isMatching) throw OfficeRefusal.otherLock(present?.lock)
}

/** @throws OfficeRefusal 409, as Collabora expects it: the service then asks its user */
function requireUnchanged({ changedAt }: OfficeFile, seenAt: string): void {
  if (changedAt.toISOString() !== seenAt) throw new OfficeRefusal(409, {}, { COOLStatusCode: 1010 })
}

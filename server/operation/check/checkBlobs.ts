import type { Db } from '../../database/connect'
import {
  isStillKnown,
  knownBlobs,
  textsOfPicture,
  versionsOfBlob,
  versionsOfOtherSize,
  type KnownBlob,
} from '../../queries/operation/blobs'
import { forgetPreview, setBlobSize, setVersionSize } from '../../queries/operation/repairs'
import { blobsWithoutVersion, unknownKeys } from '../../queries/uploads/blobs'
import { removeBlobs } from '../../services/trash/blobs'
import type { BlobStorage, ListedBlob } from '../../storage/BlobStorage'
import type { BlobShelf, ShelvedBlob } from '../backup/BlobShelf'
import { inParallel } from '../backup/inParallel'
import { writeBlob } from '../backup/restoreBackup'
import { hashOfBlob } from '../../storage/hashOfBlob'
import type { Findings } from './Fault'

/** questions to the storage at once */
const AT_ONCE = 8
/** ms for which a blob may be unknown or unused: its upload may still be in progress */
const GRACE = 24 * 3600_000
const BATCH = 1000

export interface BlobPorts {
  db: Db
  storage: BlobStorage
  /** A backup that has good copies; null: none. */
  backup: BlobShelf | null
  now: Date
}

/** Compares the blobs that the database knows with those in the storage, and both with a backup. */
export async function checkBlobs(ports: BlobPorts, findings: Findings): Promise<void> {
  for await (const batch of knownBlobs(ports.db)) {
    const copies = await copiesOf(ports.backup, batch)
    await inParallel(AT_ONCE, batch, (blob) => checkBlob(ports, blob, copies.get(blob.key), findings))
  }
  await checkVersionSizes(ports, findings)
  await checkOrphans(ports, findings)
  await checkUnknown(ports, findings)
}

/** The shelves of a backup are opened one after another. */
async function copiesOf(backup: BlobShelf | null, blobs: readonly KnownBlob[]): Promise<Map<string, ShelvedBlob>> {
  const found = new Map<string, ShelvedBlob>()
  if (backup === null) return found
  for (const key of blobs.map((blob) => blob.key).sort()) {
    const copy = await backup.find(key)
    if (copy) found.set(key, copy)
  }
  return found
}

async function checkBlob(
  ports: BlobPorts,
  blob: KnownBlob,
  copy: ShelvedBlob | undefined,
  findings: Findings,
): Promise<void> {
  const { db, storage } = ports
  const stored = await storage.stat(blob.key)
  if (!stored?.isComplete) {
    // The server may have removed it meanwhile.
    if (!(await isStillKnown(db, blob))) return
    return reportLost(ports, blob, copy, findings)
  }
  if (blob.size !== null && stored.size !== blob.size) return reportSize(ports, blob, stored.size, copy, findings)
  if (
    copy !== undefined &&
    (copy.size !== stored.size || (await hashOfBlob(storage, blob.key, 'sha256')) !== copy.sha256)
  )
    await findings.add(
      'wrong_bytes',
      `${await describe(db, blob)} has other bytes than the backup`,
      fromBackup(ports, blob, copy),
    )
}

async function reportLost(ports: BlobPorts, blob: KnownBlob, copy: ShelvedBlob | undefined, findings: Findings) {
  const { db, storage } = ports
  if (blob.kind === 'preview')
    return findings.add('missing_preview', `${await describe(db, blob)} is missing`, () =>
      forgetPreview(db, blob.id, blob.key),
    )
  if (blob.kind === 'entry')
    return findings.add('missing_preview', `${await describe(db, blob)} is missing`, () =>
      removeBlobs({ db, storage }, [blob.id]),
    )
  return findings.add('missing_blob', `${await describe(db, blob)} is missing`, copy && fromBackup(ports, blob, copy))
}

async function reportSize(
  ports: BlobPorts,
  blob: KnownBlob,
  size: number,
  copy: ShelvedBlob | undefined,
  findings: Findings,
) {
  const { db, storage } = ports
  const text = `${await describe(db, blob)} has ${size} bytes, not ${blob.size}`
  if (blob.kind === 'preview')
    return findings.add('wrong_preview', text, async () => {
      await forgetPreview(db, blob.id, blob.key)
      await storage.delete(blob.key)
    })
  if (blob.kind === 'entry') return findings.add('wrong_preview', text, () => removeBlobs({ db, storage }, [blob.id]))
  const versions = await versionsOfBlob(db, blob.id)
  if (versions.length > 0 && versions.every((version) => version.size === size))
    return findings.add('wrong_record', text, () => setBlobSize(db, blob.id, size))
  return findings.add('wrong_size', text, copy && copy.size === blob.size ? fromBackup(ports, blob, copy) : undefined)
}

/** Versions with another size than their blob, where the storage confirms the size of the blob. */
async function checkVersionSizes({ db, storage }: BlobPorts, findings: Findings): Promise<void> {
  for (const { id, itemId, name, size, bodySize, key } of await versionsOfOtherSize(db)) {
    const stored = await storage.stat(key)
    if (stored?.size !== bodySize) continue
    await findings.add(
      'wrong_record',
      `a version of file ${itemId} (${name}) counts ${size} bytes, not ${bodySize}`,
      () => setVersionSize(db, id, bodySize),
    )
  }
}

async function checkOrphans({ db, storage, now }: BlobPorts, findings: Findings): Promise<void> {
  for (const id of await blobsWithoutVersion(db, new Date(now.getTime() - GRACE)))
    await findings.add('orphaned_blob', `no version uses the stored file of row ${id}`, () =>
      removeBlobs({ db, storage }, [id]),
    )
}

async function checkUnknown({ db, storage, now }: BlobPorts, findings: Findings): Promise<void> {
  const compare = async (blobs: readonly ListedBlob[]) => {
    const isComplete = new Map(blobs.map((blob) => [blob.key, blob.isComplete]))
    for (const key of await unknownKeys(db, [...isComplete.keys()])) {
      const isWhole = isComplete.get(key)!
      await findings.add(
        'unknown_blob',
        `the database does not know the ${isWhole ? '' : 'unfinished '}file ${key}`,
        () => (isWhole ? storage.delete(key) : storage.abort(key)),
      )
    }
  }
  const batch: ListedBlob[] = []
  for await (const blob of storage.writtenBefore(new Date(now.getTime() - GRACE))) {
    batch.push(blob)
    if (batch.length === BATCH) await compare(batch.splice(0))
  }
  await compare(batch)
}

/** Replaces a blob by its copy in the backup. */
function fromBackup({ storage, backup }: BlobPorts, { key }: KnownBlob, copy: ShelvedBlob): () => Promise<void> {
  return async () => {
    await storage.delete(key)
    await writeBlob(storage, backup!, { key, ...copy })
  }
}

async function describe(db: Db, { kind, key, id, rendition }: KnownBlob): Promise<string> {
  if (kind === 'preview') return `the preview ${rendition} of blob ${id} (${key})`
  if (kind === 'entry') return `a file unpacked from an archive (${key})`
  if (kind === 'voice') return `the recording of comment ${id} (${key})`
  const items = kind === 'picture' ? await textsOfPicture(db, id) : await versionsOfBlob(db, id)
  const names = [...new Set(items.map(({ itemId, name }) => `${itemId} (${name})`))].join(', ')
  return kind === 'picture' ? `the picture ${key} in ${names}` : `the stored file ${key} of ${names}`
}

import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type pg from 'pg'
import { fingerprintOf, keyOf, readSealingKey, SEALING_KEY } from '../../crypto/secrets'
import type { BlobStorage } from '../../storage/BlobStorage'
import { BlobShelf } from './BlobShelf'
import { inParallel } from './inParallel'
import { blobsIn, type ListedBlob } from './lists'
import { loadDatabase, requireEmpty, requireKnownMigrations } from './loadDatabase'
import { BackupFault, keyFile, openSnapshot, type Manifest } from './manifest'
import { storeText } from './storeFile'
import { Meter } from './tables'

/** blobs written at once */
const AT_ONCE = 8
/** stored blobs that are compared with the backup, to recognise the storage of another server */
const SAMPLE = 1000

export interface RestorePorts {
  /** A connection to the database of the server. */
  client: pg.Client
  /** Opens the storage of the server. Called once nobody else uses it. */
  openStorage(): Promise<BlobStorage>
  /** The key of the environment; null: a file of the data folder */
  configuredKey: Buffer | null
  dataFolder: string
  notify(text: string): void
}

export interface RestoreOptions {
  /** The name of a snapshot; default: the newest. */
  snapshot?: string
  /** Restores although the sealing key of the backup is lost. */
  withoutKey?: boolean
}

export interface RestoreResult {
  name: string
  manifest: Manifest
  /** blobs that the storage did not have yet */
  written: number
}

/**
 * Restores a snapshot into an empty server that does not run. Writes the blobs first, each compared with its hash, then the sealing key, then the
 * database in one transaction: an interrupted restore leaves a server without data, and the next run continues with the blobs.
 * @throws BackupFault if the server is not empty, the backup is damaged, or the sealing key is not the one of the backup
 */
export async function restoreBackup(
  ports: RestorePorts,
  folder: string,
  { snapshot, withoutKey = false }: RestoreOptions,
): Promise<RestoreResult> {
  const { path, manifest } = await openSnapshot(folder, snapshot)
  requireKnownMigrations(manifest)
  await requireEmpty(ports.client)
  const storage = await ports.openStorage()
  await requireOwnStorage(storage, folder)
  const key = withoutKey ? null : await findKey(ports, path, manifest)
  const written = await writeBlobs(storage, folder, path, manifest)
  ports.notify(`Files: ${manifest.blobs.count}, ${written} of them written now`)
  if (key !== null) await storeText(join(ports.dataFolder, SEALING_KEY), `${key.toString('base64')}\n`)
  for (const name of await loadDatabase(ports.client, path, manifest))
    ports.notify(`Left out the table ${name}, which is none of Satchel's`)
  return { name: basename(path), manifest, written }
}

/** @throws BackupFault if the storage holds blobs that the backup does not know: the server would remove them as unknown */
async function requireOwnStorage(storage: BlobStorage, folder: string): Promise<void> {
  const shelf = new BlobShelf(folder)
  let seen = 0
  for await (const { key, isComplete } of storage.writtenBefore(new Date(8.64e15))) {
    if (isComplete && (await shelf.find(key)) === undefined)
      throw new BackupFault('The storage holds files that are not in the backup. Restore into an empty storage.')
    if (++seen === SAMPLE) return
  }
}

/** The key to store in the data folder; null if the environment or the folder has it. @throws BackupFault */
async function findKey(
  { configuredKey, dataFolder }: RestorePorts,
  snapshot: string,
  { sealingKey: { fingerprint, isIncluded } }: Manifest,
): Promise<Buffer | null> {
  if (fingerprint === '') return null
  const isRight = (key: Buffer | null | undefined) => key != null && fingerprintOf(key) === fingerprint
  if (configuredKey !== null) {
    if (isRight(configuredKey)) return null
    throw new BackupFault('SEALING_KEY is not the key of the backup. Set the key of that time, or add --without-key.')
  }
  if (isIncluded) {
    const key = keyOf(await readFile(keyFile(snapshot), 'utf8').catch(() => ''))
    if (isRight(key)) return key!
    throw new BackupFault(`${keyFile(snapshot)} is damaged. Put it right, or add --without-key.`)
  }
  if (isRight(await readSealingKey(dataFolder))) return null
  throw new BackupFault(
    `The backup does not contain the sealing key. Put ${SEALING_KEY} into ${dataFolder} or set SEALING_KEY, or add --without-key.`,
  )
}

async function writeBlobs(storage: BlobStorage, folder: string, snapshot: string, manifest: Manifest): Promise<number> {
  const shelf = new BlobShelf(folder)
  let written = 0
  await inParallel(AT_ONCE, blobsIn(snapshot, manifest), async (blob) => {
    if (await writeBlob(storage, shelf, blob)) written += 1
  })
  return written
}

/**
 * Stores a blob under the key that it had.
 * @returns false if the storage has it already
 * @throws BackupFault if the bytes in the backup are not those of the list
 */
export async function writeBlob(
  storage: BlobStorage,
  shelf: Pick<BlobShelf, 'read'>,
  { key, size, sha256 }: ListedBlob,
): Promise<boolean> {
  const stored = await storage.stat(key)
  if (stored?.isComplete && stored.size === size) return false
  if (stored?.isComplete) await storage.delete(key)
  else if (stored) await storage.abort(key)
  const [source, meter] = [shelf.read(key), new Meter()]
  source.once('error', (error) => meter.destroy(error))
  try {
    // Not with the checksum of `append`: an S3 storage would collect the whole blob on this machine first.
    await storage.append(key, source.pipe(meter), { at: 0, limit: size, acknowledge: async () => undefined })
    if (meter.result.sha256 !== sha256) throw new Error('it has other bytes than when it was backed up')
    await storage.complete(key, size)
  } catch (error) {
    await storage.abort(key)
    throw new BackupFault(`The file ${key} of the backup cannot be restored: ${(error as Error).message}`)
  } finally {
    source.destroy()
  }
  return true
}

/** Owns the temporary files of a restore, which runs alone. */
export function soleOwner(): { holder: string; living(): Promise<ReadonlySet<string>> } {
  const holder = randomBytes(12).toString('hex')
  return { holder, living: async () => new Set([holder]) }
}

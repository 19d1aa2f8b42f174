import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { VERSION } from '../../config/version'
import { fingerprintOf } from '../../crypto/secrets'
import type { Connection } from '../../database/embedded'
import { BlobMissing, type BlobStorage } from '../../storage/BlobStorage'
import { syncFolder } from '../../storage/syncFolder'
import { BlobShelf, byShelf, type ShelvedBlob } from './BlobShelf'
import { inParallel } from './inParallel'
import { linesOf, ListWriter } from './lists'
import { BackupFault, blobList, FORMAT, keyFile, manifestFile, snapshotsOf, tableFile, type Manifest } from './manifest'
import { pruneBackup } from './pruneBackup'
import { storeStream, storeText } from './storeFile'
import { beginSnapshot, copyBlobKeys, copyTable, readMigrations, readSequences, readTables } from './tables'

/** Any number, the same in every release. One backup of a database runs at a time. */
const BACKUP_LOCK = 7_283_226
/** blobs copied at once */
const AT_ONCE = 8
/** Dumps of the database. Another one follows if the server has removed blobs that the last one names. */
const PASSES = 4

export interface BackupPorts {
  target: string | Connection
  storage: Pick<BlobStorage, 'read'>
  /** null if nobody has made a key yet */
  sealingKey: Buffer | null
  /** Tells what happens. */
  notify(text: string): void
}

export interface BackupResult {
  name: string
  manifest: Manifest
  /** blobs that the folder did not have yet */
  copied: number
  /** Older snapshots that were removed. */
  removed: string[]
}

export interface BackupOptions {
  /** Whether the backup contains the sealing key. */
  includesKey: boolean
  /** Snapshots that stay in the folder; undefined: all. */
  keep?: number
}

/**
 * Adds a snapshot to a backup, while the server runs or not. Dumps the database as of one moment, then copies those blobs that the folder lacks, then
 * the sealing key. After an interruption, the next run copies only the rest.
 * @throws BackupFault if another backup runs
 */
export async function makeBackup(
  ports: BackupPorts,
  folder: string,
  { includesKey, keep }: BackupOptions,
): Promise<BackupResult> {
  const snapshots = snapshotsOf(folder)
  await mkdir(snapshots, { recursive: true, mode: 0o700 })
  const client = await connect(ports.target)
  try {
    await takeLock(client)
    // What an interrupted backup has left. Its blobs stay.
    for (const name of await readdir(snapshots))
      if (name.startsWith('unfinished-')) await rm(join(snapshots, name), { recursive: true })
    const draft = join(snapshots, `unfinished-${randomBytes(6).toString('hex')}`)
    await mkdir(join(draft, 'tables'), { recursive: true, mode: 0o700 })
    const { dumped, blobs, copied } = await dumpAndCopy(ports, client, folder, draft)
    const { sealingKey } = ports
    if (includesKey && sealingKey) await storeText(keyFile(draft), `${sealingKey.toString('base64')}\n`)
    const manifest: Manifest = {
      format: FORMAT,
      release: VERSION,
      at: dumped.at.toISOString(),
      migrations: dumped.migrations,
      tables: dumped.tables,
      sequences: dumped.sequences,
      blobs,
      sealingKey: {
        fingerprint: sealingKey ? fingerprintOf(sealingKey) : '',
        isIncluded: includesKey && sealingKey !== null,
      },
    }
    await storeText(manifestFile(draft), `${JSON.stringify(manifest, null, 2)}\n`)
    // With milliseconds, because names order the snapshots.
    const name = `${manifest.at.replace(/[:.]/g, '-')}-${randomBytes(2).toString('hex')}`
    await rename(draft, join(snapshots, name))
    await syncFolder(snapshots)
    return { name, manifest, copied, removed: keep === undefined ? [] : await pruneBackup(folder, keep) }
  } finally {
    await client.end()
  }
}

async function dumpAndCopy(ports: BackupPorts, client: pg.Client, folder: string, draft: string) {
  let copied = 0
  for (let pass = 1; ; pass += 1) {
    const dumped = await dump(ports, client, draft)
    const found = await copyBlobs(ports, folder, draft)
    copied += found.copied
    if (found.blobs.missing.length === 0 || pass === PASSES) return { dumped, blobs: found.blobs, copied }
    if (!(await isAnyGone(client, found.blobs.missing))) return { dumped, blobs: found.blobs, copied }
    ports.notify('The server has removed files meanwhile: dumping the database once more')
  }
}

/** Whether the database no longer knows one of these blobs. A backup then needs a later moment of the database. */
async function isAnyGone(client: pg.Client, keys: readonly string[]): Promise<boolean> {
  const missing = new Set(keys)
  for await (const line of linesOf(copyBlobKeys(client))) missing.delete(line.split('\t')[0]!)
  return missing.size > 0
}

async function dump({ notify }: BackupPorts, client: pg.Client, draft: string) {
  const at = await beginSnapshot(client)
  const tables: Manifest['tables'] = []
  for (const table of await readTables(client)) {
    const gzip = createGzip()
    const stored = storeStream(tableFile(draft, table.name), gzip)
    const [entry] = await Promise.all([copyTable(client, table, gzip), stored])
    tables.push(entry)
  }
  const [migrations, sequences] = [await readMigrations(client), await readSequences(client)]
  await storeStream(join(draft, 'keys'), copyBlobKeys(client))
  // After an error the connection is closed, which ends the transaction, too: a COPY that nobody reads would block a rollback.
  await client.query('rollback')
  notify(`Database: ${tables.length} tables, ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows`)
  return { at, tables, migrations, sequences }
}

/** Copies what the folder lacks, and lists all blobs of the snapshot. */
async function copyBlobs({ storage, notify }: BackupPorts, folder: string, draft: string) {
  const shelf = new BlobShelf(folder)
  const list = new ListWriter(blobList(draft))
  const missing: string[] = []
  let [copied, bytes] = [0, 0]
  const lines = linesOf(createReadStream(join(draft, 'keys')))
  for await (const { keys } of byShelf(lines, (line) => line.split('\t')[0]!)) {
    const found = new Map<string, ShelvedBlob>()
    const lacking: string[] = []
    for (const key of keys) {
      const blob = await shelf.find(key)
      if (blob) found.set(key, blob)
      else lacking.push(key)
    }
    await inParallel(AT_ONCE, lacking, async (key) => {
      try {
        found.set(key, await shelf.add(key, await storage.read(key)))
        copied += 1
      } catch (error) {
        if (!(error instanceof BlobMissing)) throw error
        missing.push(key)
      }
    }).finally(() => shelf.flush())
    for (const key of keys) {
      const blob = found.get(key)
      if (blob === undefined) continue
      bytes += blob.size
      await list.write(`${key}\t${blob.size}\t${blob.sha256}`)
    }
  }
  await shelf.flush()
  const { rows: count, sha256 } = await list.end()
  await rm(join(draft, 'keys'))
  if (count === 0 && missing.length > 0)
    throw new BackupFault('The storage has none of the files that the database knows. Check DATA_DIR.')
  notify(`Files: ${count}, ${copied} of them new`)
  return { blobs: { count, bytes, sha256, missing: missing.sort() }, copied }
}

async function connect(target: string | Connection): Promise<pg.Client> {
  const client = new pg.Client(typeof target === 'string' ? { connectionString: target } : target)
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function takeLock(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${BACKUP_LOCK}) as taken`)
  if (!rows[0]!.taken) throw new BackupFault('Another backup of this server is running.')
}

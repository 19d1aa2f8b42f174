import { basename } from 'node:path'
import { PassThrough } from 'node:stream'
import type pg from 'pg'
import { BlobMissing, type BlobStorage } from '../../storage/BlobStorage'
import { inParallel } from './inParallel'
import { blobsIn, linesOf, type ListedBlob } from './lists'
import { hashOfBlob } from '../../storage/hashOfBlob'
import { openSnapshot, type Manifest } from './manifest'
import { beginSnapshot, copyBlobKeys, copyTable, readTables } from './tables'

/** blobs read at once */
const AT_ONCE = 4

export interface Difference {
  /** The name of a table, or the key of a blob. */
  what: string
  how: string
}

/** Compares a server with a snapshot: each table, and each blob byte by byte. Close the connection after an error. @returns the differences */
export async function compareBackup(
  { client, storage }: { client: pg.Client; storage: Pick<BlobStorage, 'read'> },
  folder: string,
  snapshot?: string,
): Promise<{ name: string; manifest: Manifest; differences: Difference[] }> {
  const { path, manifest } = await openSnapshot(folder, snapshot)
  await beginSnapshot(client)
  const differences = [...(await compareTables(client, manifest)), ...(await compareKeys(client, path, manifest))]
  await client.query('rollback')
  await inParallel(AT_ONCE, blobsIn(path, manifest), async (blob) => {
    const how = await compareBytes(storage, blob)
    if (how !== null) differences.push({ what: `file ${blob.key}`, how })
  })
  return { name: basename(path), manifest, differences }
}

async function compareTables(client: pg.Client, { tables }: Manifest): Promise<Difference[]> {
  const expected = new Map(tables.map((table) => [table.name, table]))
  const found: Difference[] = []
  for (const table of await readTables(client)) {
    const entry = expected.get(table.name)
    expected.delete(table.name)
    const what = `table ${table.name}`
    if (entry === undefined) {
      found.push({ what, how: 'not in the backup' })
      continue
    }
    const { rows, sha256, columns } = await copyTable(client, table, new PassThrough().resume())
    if (columns.join() !== entry.columns.join()) found.push({ what, how: 'other columns' })
    else if (sha256 !== entry.sha256)
      found.push({ what, how: rows === entry.rows ? 'other contents' : `${rows} rows instead of ${entry.rows}` })
  }
  return [...found, ...[...expected.keys()].map((name) => ({ what: `table ${name}`, how: 'not on the server' }))]
}

/** Compares which blobs the database knows. Both lists have the order of keys. */
async function compareKeys(client: pg.Client, snapshot: string, manifest: Manifest): Promise<Difference[]> {
  const found: Difference[] = []
  const missing = new Set(manifest.blobs.missing)
  const listed = blobsIn(snapshot, manifest)
  let next = await listed.next()
  for await (const line of linesOf(copyBlobKeys(client))) {
    const key = line.split('\t')[0]!
    for (; !next.done && next.value.key < key; next = await listed.next())
      found.push({ what: `file ${next.value.key}`, how: 'the database of the server does not know it' })
    if (!next.done && next.value.key === key) next = await listed.next()
    else if (!missing.has(key)) found.push({ what: `file ${key}`, how: 'not in the backup' })
  }
  for (; !next.done; next = await listed.next())
    found.push({ what: `file ${next.value.key}`, how: 'the database of the server does not know it' })
  return found
}

/** @returns null if the bytes are the same */
async function compareBytes(storage: Pick<BlobStorage, 'read'>, { key, sha256 }: ListedBlob): Promise<string | null> {
  try {
    return (await hashOfBlob(storage, key, 'sha256')) === sha256 ? null : 'other bytes'
  } catch (error) {
    if (error instanceof BlobMissing) return 'not in the storage'
    throw error
  }
}

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The version of the form of a backup. */
export const FORMAT = 1

/** A table as the backup has it. */
export interface TableEntry {
  name: string
  columns: string[]
  rows: number
  /** bytes of the text that COPY writes, before it is compressed */
  bytes: number
  /** of that text */
  sha256: string
}

/**
 * What one snapshot contains. The file is written last, and the folder gets its name after that, so that a partial backup never counts as a whole one.
 */
export interface Manifest {
  format: typeof FORMAT
  /** The release of Satchel that wrote the backup. */
  release: string
  /** When the snapshot of the database was taken, ISO 8601 */
  at: string
  migrations: string[]
  tables: TableEntry[]
  sequences: { name: string; value: string; isCalled: boolean }[]
  blobs: {
    count: number
    bytes: number
    /** of the list of blobs, before it is compressed */
    sha256: string
    /** Keys that the database knows and the storage did not have. */
    missing: string[]
  }
  /** The key that encrypts passwords of links. */
  sealingKey: { fingerprint: string; isIncluded: boolean }
}

/** A backup is missing, partial or damaged. The message tells the operator which, and where. */
export class BackupFault extends Error {}

export const snapshotsOf = (folder: string) => join(folder, 'snapshots')
export const blobsOf = (folder: string) => join(folder, 'blobs')
export const tableFile = (snapshot: string, name: string) => join(snapshot, 'tables', `${name}.gz`)
export const blobList = (snapshot: string) => join(snapshot, 'blobs.tsv.gz')
export const keyFile = (snapshot: string) => join(snapshot, 'sealing.key')
export const manifestFile = (snapshot: string) => join(snapshot, 'manifest.json')

/** Names of whole snapshots begin with a year; others are unfinished. */
const NAME = /^\d{4}-/

/** Names of the whole snapshots of a backup, oldest first. */
export async function snapshotNames(folder: string): Promise<string[]> {
  const names = await readdir(snapshotsOf(folder)).catch(() => [])
  return names.filter((name) => NAME.test(name)).sort()
}

/**
 * Reads the manifest of a snapshot.
 * @param name default: the newest
 * @throws BackupFault if there is no such whole snapshot, or this release cannot read it
 */
export async function openSnapshot(folder: string, name?: string): Promise<{ path: string; manifest: Manifest }> {
  const names = await snapshotNames(folder)
  const chosen = name ?? names.at(-1)
  if (chosen === undefined || !names.includes(chosen))
    throw new BackupFault(
      name === undefined
        ? `${folder} holds no whole backup. Run the backup again: it continues where it ended.`
        : `${folder} holds no backup ${name}. There are: ${names.join(', ') || 'none'}.`,
    )
  const path = join(snapshotsOf(folder), chosen)
  return { path, manifest: await readManifest(path) }
}

async function readManifest(path: string): Promise<Manifest> {
  let manifest: Manifest
  try {
    manifest = JSON.parse(await readFile(manifestFile(path), 'utf8')) as Manifest
  } catch (error) {
    throw new BackupFault(`${manifestFile(path)} cannot be read: ${(error as Error).message}`)
  }
  if (manifest.format !== FORMAT)
    throw new BackupFault(`${path} has the form ${String(manifest.format)}, which this release does not read.`)
  return manifest
}

import { resolve } from 'node:path'
import type { Command } from 'commander'
import pg from 'pg'
import { readConfiguration } from '../../config/configuration'
import { resolveDataFolder } from '../../config/dataFolder'
import { readSealingKey } from '../../crypto/secrets'
import { connectionOf, startEmbedded } from '../../database/embedded'
import { SYSTEM_FOLDER } from '../../database/unprivileged'
import { compareBackup } from '../../operation/backup/compareBackup'
import { makeBackup } from '../../operation/backup/makeBackup'
import type { Manifest } from '../../operation/backup/manifest'
import { restoreBackup, soleOwner } from '../../operation/backup/restoreBackup'
import { openBucket, openStorage } from '../../storage/openStorage'
import { withStorage } from '../openStorage'
import { rowCount } from '../optionValues'
import { failWith, printer, withSession, type Session } from '../session'
import { UsageError } from '../usageError'

interface BackupCommandOptions {
  keep?: number
  /** False with --without-key. */
  key: boolean
}

interface SnapshotOptions {
  snapshot?: string
}

/** Backing up a server, restoring and comparing it. */
export function addBackupCommands(program: Command): void {
  program
    .command('backup <folder>')
    .description(
      'backs up database, files and sealing key while the server runs; copies only files that the folder lacks',
    )
    .option('--keep <n>', 'backups that stay in the folder, with the new one; default: all', rowCount)
    .option('--no-key', 'leaves the sealing key out, for a folder that others can read')
    .action(withSession(backup))

  program
    .command('restore <folder>')
    .description(
      'restores the newest backup of a folder into an empty server that is stopped; DATA_DIR names its data folder',
    )
    .option('--snapshot <name>', 'another backup of the folder')
    .option('--without-key', 'restores although the sealing key is lost: passwords of links cannot be shown any more')
    .action(restore)

  program
    .command('compare <folder>')
    .description('compares the server with the newest backup of a folder: each row, and each byte of each file')
    .option('--snapshot <name>', 'another backup of the folder')
    .action(withSession(compare))
}

async function backup(session: Session, folder: string, { keep, key }: BackupCommandOptions): Promise<void> {
  const { config, target, notify } = session
  const sealingKey = config.sealingKey ?? (await readSealingKey(config.dataFolder))
  if (sealingKey === null)
    throw new UsageError(
      `${config.dataFolder} has no sealing.key, so it is not the data folder of this server: set DATA_DIR.`,
    )
  // A key of the environment is kept by whoever set it.
  const includesKey = key && config.sealingKey === null
  const { name, manifest, copied, removed } = await withStorage(session, (storage) =>
    makeBackup({ target, storage, sealingKey, notify }, resolve(folder), { includesKey, keep }),
  )
  const { missing } = manifest.blobs
  session.print(
    { ...summaryOf(name, manifest), copied, removed, missing },
    [
      `Backed up ${describe(manifest)} as ${name}.`,
      ...(removed.length > 0 ? [`Removed older backups: ${removed.join(', ')}`] : []),
      ...missing.map((each) => `Missing on the server: ${each}`),
    ].join('\n'),
  )
  if (missing.length > 0) failWith(1)
}

async function restore(
  folder: string,
  { snapshot, withoutKey }: SnapshotOptions & { withoutKey?: boolean },
  command: Command,
): Promise<void> {
  const { print, notify } = printer(command)
  const settings = readConfiguration(process.env, process.cwd())
  if (!process.env.DATA_DIR?.trim())
    throw new UsageError('Name the data folder of the empty server: DATA_DIR=data npm run admin -- restore FOLDER')
  const config = { ...settings, dataFolder: resolveDataFolder(settings, notify) }
  const { databaseUrl, dataFolder, sealingKey: configuredKey } = config
  if (databaseUrl === null && (await connectionOf(dataFolder)) !== null)
    throw new Error('The server runs. Stop it, and restore afterwards.')
  const bucket = await openBucket(config)
  const engine = databaseUrl === null ? await startEmbedded({ folder: dataFolder, cache: SYSTEM_FOLDER }) : undefined
  const client = new pg.Client(engine?.connection ?? { connectionString: databaseUrl! })
  try {
    await client.connect()
    const ports = {
      client,
      openStorage: () => openStorage(bucket, config, soleOwner()),
      configuredKey,
      dataFolder,
      notify,
    }
    const { name, manifest, written } = await restoreBackup(ports, resolve(folder), { snapshot, withoutKey })
    const { missing } = manifest.blobs
    print(
      { ...summaryOf(name, manifest), written, missing },
      [
        `Restored ${describe(manifest)} from ${name}. The server can start now.`,
        ...missing.map((each) => `Missing already when the backup was made: ${each}`),
      ].join('\n'),
    )
  } finally {
    await client.end()
    bucket?.close()
    await engine?.stop()
  }
}

async function compare(session: Session, folder: string, { snapshot }: SnapshotOptions): Promise<void> {
  const client = new pg.Client(
    typeof session.target === 'string' ? { connectionString: session.target } : session.target,
  )
  await client.connect()
  try {
    const { name, manifest, differences } = await withStorage(session, (storage) =>
      compareBackup({ client, storage }, resolve(folder), snapshot),
    )
    session.print(
      { ...summaryOf(name, manifest), differences },
      differences.length === 0
        ? `The server equals ${name}: ${describe(manifest)}.`
        : differences.map(({ what, how }) => `${what}: ${how}`).join('\n'),
    )
    if (differences.length > 0) failWith(1)
  } finally {
    await client.end()
  }
}

function rowsIn({ tables }: Manifest): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0)
}

function summaryOf(name: string, manifest: Manifest) {
  const { at, release, blobs } = manifest
  return { name, at, release, rows: rowsIn(manifest), files: blobs.count, bytes: blobs.bytes }
}

function describe(manifest: Manifest): string {
  const { count, bytes } = manifest.blobs
  return `${rowsIn(manifest)} rows and ${count} files (${bytes} bytes)`
}

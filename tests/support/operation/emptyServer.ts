import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { settingsBeside } from '../administration/runAdminHere'
import { createTestDatabase, type TestDatabase } from '../cluster'
import type { TestServer } from '../testServer'

/** The database and the data folder of a server that has started once and has no data. */
export interface EmptyServer {
  database: TestDatabase
  folder: string
  /** The settings of commands for it. */
  settings: Record<string, string>
  remove(): Promise<void>
}

export async function makeEmptyServer(): Promise<EmptyServer> {
  const database = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'satchel-empty-'))
  await chmod(folder, 0o711)
  return {
    database,
    folder,
    settings: settingsBeside({ connection: database.connection, folder, url: '' } as TestServer),
    async remove() {
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

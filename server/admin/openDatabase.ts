import type { Configuration } from '../config/configuration'
import { connect, type Db } from '../database/connect'
import { connectionOf, startEmbedded, type Connection } from '../database/embedded'
import { migrate } from '../database/migrate'
import { SYSTEM_FOLDER } from '../database/unprivileged'

/** Opens the database of a server, running or not. @returns the database, how to reach it, and a function that closes it */
export async function openDatabase({
  databaseUrl,
  databaseDirectUrl,
  dataFolder,
}: Pick<Configuration, 'databaseUrl' | 'databaseDirectUrl' | 'dataFolder'>): Promise<{
  db: Db
  target: string | Connection
  close(): Promise<void>
}> {
  const running = databaseDirectUrl ?? databaseUrl ?? (await connectionOf(dataFolder))
  const engine = running === null ? await startEmbedded({ folder: dataFolder, cache: SYSTEM_FOLDER }) : undefined
  const target = running ?? engine!.connection
  const db = connect(target, 2, (error) => console.error(error.message))
  // A running server has migrated the database itself, perhaps to a newer release.
  if (engine) await migrate(db)
  return {
    db,
    target,
    async close() {
      await db.destroy()
      await engine?.stop()
    },
  }
}

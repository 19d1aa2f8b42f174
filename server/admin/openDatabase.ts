import type { Configuration } from '../config/configuration'
import { connect, type Db } from '../database/connect'
import { connectionOf, startEmbedded } from '../database/embedded'
import { migrate } from '../database/migrate'
import { SYSTEM_FOLDER } from '../database/unprivileged'

/** The database of a server, whether that runs or not. @returns it, and what ends its use */
export async function openDatabase({
  databaseUrl,
  dataFolder,
}: Pick<Configuration, 'databaseUrl' | 'dataFolder'>): Promise<{ db: Db; close(): Promise<void> }> {
  const running = databaseUrl ?? (await connectionOf(dataFolder))
  const engine = running === null ? await startEmbedded({ folder: dataFolder, cache: SYSTEM_FOLDER }) : undefined
  const db = connect(running ?? engine!.connection, 2, (error) => console.error(error.message))
  // A server that runs has done so itself, perhaps a newer one than this.
  if (engine) await migrate(db)
  return {
    db,
    async close() {
      await db.destroy()
      await engine?.stop()
    },
  }
}

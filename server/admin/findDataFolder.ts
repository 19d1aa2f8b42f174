import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Configuration } from '../config/configuration'
import { resolveDataFolder, usualFolders } from '../config/dataFolder'
import { connectionOf } from '../database/embedded'
import { UsageError } from './usage'

/**
 * The data folder that a command works on. Without DATA_DIR it is that of the running server, or else the only one that exists.
 * @throws UsageError if several fit
 */
export async function findDataFolder({
  databaseUrl,
  dataFolder,
}: Pick<Configuration, 'databaseUrl' | 'dataFolder'>): Promise<string> {
  if (databaseUrl !== null || process.env.DATA_DIR)
    return resolveDataFolder({ databaseUrl, dataFolder }, (text) => console.error(text))
  const folders = usualFolders.map((name) =>
    resolveDataFolder({ databaseUrl, dataFolder: join(dirname(dataFolder), name) }, () => undefined),
  )
  const present = folders.filter((folder) => existsSync(join(folder, 'postgresql')))
  const connections = await Promise.all(present.map(connectionOf))
  const running = present.filter((_, at) => connections[at] !== null)
  const fitting = running.length > 0 ? running : present
  if (fitting.length > 1)
    throw new UsageError(
      `There are several data folders: ${fitting.join(', ')}. Name one: DATA_DIR=FOLDER npm run admin -- …`,
    )
  return fitting[0] ?? folders[0]!
}

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Configuration } from '../config/configuration'
import { DEFAULT_FOLDERS, resolveDataFolder } from '../config/dataFolder'
import { connectionOf } from '../database/embedded'
import { UsageError } from './usageError'

type Settings = Pick<Configuration, 'databaseUrl' | 'dataFolder'>

/**
 * The data folder of the server that a command administers: `DATA_DIR` if it is set, otherwise the default folder with data. If both default folders
 * have data, the folder whose server runs.
 * @param notify receives the name of the folder if `DATA_DIR` did not name it
 * @throws UsageError if no folder or more than one comes into question
 */
export async function findDataFolder(
  settings: Settings,
  environment: NodeJS.ProcessEnv,
  notify: (text: string) => void,
): Promise<string> {
  if (environment.DATA_DIR?.trim()) return resolveDataFolder(settings, notify)
  const all = DEFAULT_FOLDERS.map((name) =>
    resolveDataFolder({ ...settings, dataFolder: resolve(name) }, () => undefined),
  )
  // With a database of its own, the server keeps only files in its folder.
  const content = settings.databaseUrl === null ? 'postgresql' : 'files'
  const filled = all.filter((folder) => existsSync(join(folder, content)))
  if (settings.databaseUrl !== null) return filled.length === 1 ? filled[0]! : settings.dataFolder
  const found = filled.length > 1 ? await running(filled) : filled
  if (found.length === 0)
    throw new UsageError(
      `There is no data yet, neither in ${all.join(' nor in ')}. Start the server first, with npm start -- --empty, or name the data folder: ${example}`,
    )
  if (found.length > 1)
    throw new UsageError(`Several folders have data: ${found.join(' and ')}. Name the data folder: ${example}`)
  notify(`Data folder: ${found[0]}`)
  return found[0]!
}

const example = 'DATA_DIR=data-own npm run admin -- …'

/** Those folders whose server runs; all folders if none does. */
async function running(folders: readonly string[]): Promise<readonly string[]> {
  const connections = await Promise.all(folders.map((folder) => connectionOf(folder)))
  const found = folders.filter((_, at) => connections[at] !== null)
  return found.length > 0 ? found : folders
}

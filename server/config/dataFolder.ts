import { basename, join, resolve } from 'node:path'
import type { Configuration } from './configuration'
import { canReach, SYSTEM_FOLDER, unprivilegedAccount } from '../database/unprivileged'

/** The data folders of `npm start` and of `npm start -- --empty`, below the folder of the project. */
export const DEFAULT_FOLDERS = ['data', 'data-own'] as const

/**
 * The folder for the data. Started by root below a private folder, the engine's account could not reach the configured one.
 * @param notify receives a notice when another folder than the configured one is used
 * @throws Error when DATA_DIR names an unreachable folder that is none of the default folders
 */
export function resolveDataFolder(
  { databaseUrl, dataFolder }: Pick<Configuration, 'databaseUrl' | 'dataFolder'>,
  notify: (text: string) => void,
): string {
  const account = databaseUrl === null ? unprivilegedAccount() : undefined
  if (!account || canReach(account, join(dataFolder, 'postgresql'))) return dataFolder
  if (!DEFAULT_FOLDERS.some((name) => resolve(name) === dataFolder)) {
    throw new Error(
      `DATA_DIR=${dataFolder}: the account ${account.uid}, which runs PostgreSQL, cannot access a folder above it`,
    )
  }
  const folder = join(SYSTEM_FOLDER, basename(dataFolder))
  notify(`${dataFolder} is out of reach of the account that runs PostgreSQL: the data lie in ${folder}`)
  return folder
}

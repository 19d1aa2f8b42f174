import { join } from 'node:path'
import type { Configuration } from './configuration'
import { canReach, SYSTEM_FOLDER, unprivilegedAccount } from '../database/unprivileged'

/**
 * Where the data lie: started by root in a private folder, the engine's account could not reach them there.
 * @param told hears of a folder that is another one than was configured
 * @throws Error where the folder was named by DATA_DIR and is out of reach
 */
export function usableFolder(
  { databaseUrl, dataFolder }: Pick<Configuration, 'databaseUrl' | 'dataFolder'>,
  told: (text: string) => void,
): string {
  const account = databaseUrl === null ? unprivilegedAccount() : undefined
  if (!account || canReach(account, join(dataFolder, 'postgresql'))) return dataFolder
  if (process.env.DATA_DIR) {
    throw new Error(
      `DATA_DIR=${dataFolder}: the account ${account.uid} that runs PostgreSQL cannot pass through the folders above it`,
    )
  }
  const folder = join(SYSTEM_FOLDER, 'data')
  told(`${dataFolder} is out of reach of the account that runs PostgreSQL: the data lie in ${folder}`)
  return folder
}

import { foundation } from './001_foundation'

/** Forward only: a migration that was published is never changed, the next one mends it. */
export const migrations = [
  { number: 1, name: 'foundation', sql: foundation },
]

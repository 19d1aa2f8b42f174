import { foundation } from './001_foundation'
import { search } from './004_search'
import { twoStep } from './002_twoStep'

/** Forward only: a migration that was published is never changed, the next one mends it. */
export const migrations = [
  { number: 1, name: 'foundation', sql: foundation },
  { number: 2, name: 'two-step', sql: twoStep },
  { number: 4, name: 'search', sql: search },
]

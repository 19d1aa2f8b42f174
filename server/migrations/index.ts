import { foundation } from './001_foundation'
import { twoStep } from './002_twoStep'
import { copyMove } from './005_copyMove'

/** Forward only: a migration that was published is never changed, the next one mends it. */
export const migrations = [
  { number: 1, name: 'foundation', sql: foundation },
  { number: 2, name: 'two-step', sql: twoStep },
  { number: 5, name: 'copy and move', sql: copyMove },
]

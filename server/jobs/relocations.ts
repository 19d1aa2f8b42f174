import type { Dependencies } from '../dependencies'
import { giveUpRelocation, RELOCATION, runRelocation, type RelocationPayload } from '../services/relocationJob'

/** at once in one process */
const CONCURRENCY = 2

/** Takes the jobs that copy and move; before the jobs start. */
export function handleRelocations(ports: Pick<Dependencies, 'db' | 'clock' | 'jobs'>): void {
  ports.jobs.handle<RelocationPayload>(
    RELOCATION,
    {
      run: ({ payload }) => runRelocation(ports, payload),
      givenUp: (payload) => giveUpRelocation(ports, payload),
    },
    CONCURRENCY,
  )
}

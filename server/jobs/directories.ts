import type { Dependencies } from '../dependencies'
import { giveUpRun, performRun, queueDueRuns, SYNC_DIRECTORY, type SyncPayload } from '../services/directories/runs'
import { followChanges, FOLLOW_WECOM, type FollowPayload } from '../services/directories/weCom/events'
import { handleRecurring } from './recurring'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'log' | 'jobs' | 'openDirectory'>

/** syncs at once in one process: each holds a whole directory in memory */
const SLOTS = 2
/** ms between two looks at the schedules */
const LOOK = 600_000

/** Handles syncs of directories and queues them by their schedules; call before the jobs start. */
export async function handleDirectories(ports: Ports): Promise<void> {
  ports.jobs.handle<SyncPayload>(
    SYNC_DIRECTORY,
    {
      run: ({ payload: { runId }, signal }) => performRun(ports, runId, signal),
      onGiveUp: ({ runId }) => giveUpRun(ports, runId),
    },
    SLOTS,
  )
  ports.jobs.handle<FollowPayload>(FOLLOW_WECOM, { run: ({ payload }) => followChanges(ports, payload) })
  const schedule = { kind: 'sync_directories', period: LOOK, run: () => queueDueRuns(ports) }
  await handleRecurring(ports.jobs, ports.clock, [schedule])
}

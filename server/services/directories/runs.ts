import type { DirectoryReport } from '@/contract/administration/directories'
import type { UserActor } from '../../actors/actor'
import { calendar } from '../../time/calendar'
import { inTransaction } from '../../database/transaction'
import type { DirectoryRow, DirectoryRunRow } from '../../database/directoryTables'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { lockDepartments } from '../../queries/administration/departments'
import { lockSync } from '../../queries/directories/changes'
import { directoryById, linksOfLeavers, setOwnedFields } from '../../queries/directories/facts'
import { dueDirectories, endRun, findRun, insertRun, startRun, type RunWithName } from '../../queries/directories/runs'
import { DirectoryFailure } from '../../remote/DirectoryFailure'
import { act, requireRight } from '../administration/acts'
import { applyPlan } from './apply'
import { planDirectory, type DirectoryPlan, type Losses } from './plan'
import { readPresent } from './present'
import type { DirectorySource } from './snapshot'

/** The job that carries a run out. */
export const SYNC_DIRECTORY = 'sync_directory'
export interface SyncPayload {
  runId: number
}

/** ms for reading a directory and for changing the organisation */
const PATIENCE = 30 * 60_000
/** hours in which a stopped run can be confirmed */
const CONFIRMABLE = 24

/** Where faults go that administrators are not shown. */
type Log = Record<'warn' | 'error', (details: object, message: string) => void>
type Ports = Pick<Dependencies, 'db' | 'clock' | 'openDirectory'> & { log: Log }

interface Asked {
  directoryId: number
  isDry: boolean
  /** A stopped run whose losses are confirmed. */
  confirms: number | null
}

/**
 * Queues a run. A job carries it out.
 * @throws Refused permission_denied, directory_missing, directory_off, directory_running, directory_run_gone
 */
export async function requestRun(
  ports: Ports & Pick<Dependencies, 'jobs'>,
  actor: UserActor,
  asked: Asked,
): Promise<RunWithName> {
  const run = await addRun(ports, actor, asked)
  await addJob(ports, run.id)
  return run
}

/** Carries a run out at once, for commands. @throws Refused as requestRun */
export async function runNow(ports: Ports, actor: UserActor, asked: Asked): Promise<RunWithName> {
  const { id } = await addRun(ports, actor, asked)
  await performRun(ports, id, new AbortController().signal)
  return (await findRun(ports.db, id))!
}

function addRun(ports: Ports, actor: UserActor, { directoryId, isDry, confirms }: Asked): Promise<RunWithName> {
  return act(ports, actor, async ({ db, at, actor: present }) => {
    requireRight(present, 'configureDirectories')
    const directory = await directoryById(db, directoryId)
    if (directory?.enterprise_id !== actor.enterprise.id) throw new Refused('directory_missing')
    if (!directory.is_on && !isDry) throw new Refused('directory_off')
    if (confirms !== null) {
      const stopped = await findRun(db, confirms)
      const since = calendar(at).subtract(CONFIRMABLE, 'hours').toDate()
      const isStopped = stopped?.directory_id === directoryId && stopped.reason === 'directory_losses'
      if (!isStopped || stopped.at < since) throw new Refused('directory_run_gone')
    }
    const id = await insertRun(db, { directory_id: directoryId, at, user_id: actor.user.id, is_dry: isDry, confirms })
    if (id === null) throw new Refused('directory_running')
    return (await findRun(db, id))!
  })
}

function addJob({ jobs }: Pick<Dependencies, 'jobs'>, runId: number): Promise<void> {
  return jobs.add(SYNC_DIRECTORY, { runId } satisfies SyncPayload, { dedupeKey: String(runId), maxAttempts: 2 })
}

/** Queues a run of every directory whose schedule wants one. */
export async function queueDueRuns(ports: Ports & Pick<Dependencies, 'jobs'>): Promise<void> {
  const { db, clock } = ports
  for (const directoryId of await dueDirectories(db, clock())) await queueRun(ports, directoryId)
}

/** Queues a run that no administrator asked for. @returns false while another run of the directory waits or runs */
export async function queueRun(ports: Ports & Pick<Dependencies, 'jobs'>, directoryId: number): Promise<boolean> {
  const { db, clock } = ports
  const run = { directory_id: directoryId, at: clock(), user_id: null, is_dry: false, confirms: null }
  const id = await inTransaction(db, (transaction) => insertRun(transaction, run))
  if (id !== null) await addJob(ports, id)
  return id !== null
}

/** Reads the directory, compares, and changes the organisation in one transaction. A run that stops changes nothing and says why. */
export async function performRun(ports: Ports, runId: number, signal: AbortSignal): Promise<void> {
  const { db, clock } = ports
  const run = await startRun(db, runId)
  const directory = run && (await directoryById(db, run.directory_id))
  if (!directory) return
  const limited = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)])
  const { reason, report } = await carryOut(ports, directory, run, limited)
  // An interrupted run goes on with the next try of its job.
  signal.throwIfAborted()
  await endRun(db, runId, { at: clock(), reason, report })
}

interface Outcome {
  reason: string | null
  report: DirectoryReport | null
}

async function carryOut(
  ports: Ports,
  directory: DirectoryRow,
  run: DirectoryRunRow,
  signal: AbortSignal,
): Promise<Outcome> {
  const { db, log } = ports
  try {
    const source = await ports.openDirectory(directory)
    const snapshot = await source.read(signal)
    signal.throwIfAborted()
    const confirmed = await confirmedBy(ports, run)
    if (run.is_dry) {
      const present = await readPresent(db, directory, snapshot)
      return outcomeOf(planDirectory(snapshot, present, source.fields, confirmed))
    }
    return await inTransaction(db, async (transaction) => {
      if (!(await lockSync(transaction, directory.enterprise_id))) throw new Refused('directory_running')
      const nodes = await lockDepartments(transaction, directory.enterprise_id)
      const present = await readPresent(transaction, directory, snapshot, nodes)
      const plan = planDirectory(snapshot, present, source.fields, confirmed)
      if (plan.stop === null) {
        const links = await linksOfLeavers(transaction, directory.enterprise_id)
        const sync = { db: transaction, at: ports.clock(), directory, userId: run.user_id, links }
        await applyPlan(sync, plan, present)
        await setFields(transaction, directory, source)
      }
      return outcomeOf(plan)
    })
  } catch (error) {
    if (error instanceof Refused) return { reason: error.code, report: null }
    if (!(error instanceof DirectoryFailure)) {
      log.error({ err: error, directory: directory.id }, 'a sync failed')
      return { reason: 'directory_failed', report: null }
    }
    log.warn({ directory: directory.id, reason: error.reason, failure: error.message }, 'a directory gave no answer')
    return { reason: error.reason, report: null }
  }
}

const outcomeOf = ({ stop, report }: DirectoryPlan): Outcome => ({ reason: stop, report })

async function confirmedBy({ db }: Ports, { confirms }: DirectoryRunRow): Promise<Losses | undefined> {
  const stopped = confirms === null ? undefined : await findRun(db, confirms)
  return (stopped?.report as DirectoryReport | null | undefined) ?? undefined
}

async function setFields(db: Ports['db'], directory: DirectoryRow, { fields }: DirectorySource): Promise<void> {
  const isSame =
    fields.length === directory.owned_fields.length && fields.every((each) => directory.owned_fields.includes(each))
  if (!isSame) await setOwnedFields(db, directory.id, fields)
}

/** Ends a run whose job failed for the last time, because the process died. */
export async function giveUpRun({ db, clock }: Pick<Ports, 'db' | 'clock'>, runId: number): Promise<void> {
  await endRun(db, runId, { at: clock(), reason: 'directory_failed', report: null })
}

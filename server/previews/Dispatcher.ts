import type { PreviewReason } from '@/contract/errors'
import type { PreviewStatus } from '@/contract/previews/previews'
import type { Job } from '../jobs/Jobs'
import { TookTooLong } from './converters/task'
import type { Maker, MakerJob } from './makers/Maker'
import { isTooLarge, planOf, type Plan } from './plans'
import type { PreviewPorts } from './ports'
import { lackOf, type Program } from './programs'
import type { PreviewState, Renditions } from './Renditions'
import { targetOf, type AskedKind, type PreviewTarget, type Watermark } from './target'
import type { WatermarkOver } from './makers/WatermarkOver'
import { renditionFor } from './watermarks'

/** Finds the maker of a rendition. Also decides which rendition is sent to an actor who must see a watermark. */
export class Dispatcher {
  constructor(
    private readonly makers: readonly Maker[],
    private readonly over: Pick<WatermarkOver, 'ask'>,
  ) {}

  /** Like `Previews.ask`. */
  async ask(
    target: PreviewTarget,
    kind: AskedKind,
    watermark: Watermark | null,
    again: boolean,
  ): Promise<PreviewState> {
    const refusal = this.refusalOf(target, kind)
    if (refusal !== null) return refusal
    const plan = planOf(target.extension)!
    const maker = this.makerOf(plan, kind)!
    const making = { ...targetOf(target), plan }
    const plainly = { kind, rendition: renditionFor(kind, null, target.encoding), watermark: null }
    if (watermark === null) return maker.ask(making, plainly, again)
    switch (maker.kinds[kind]!) {
      case 'none':
        return maker.ask(making, plainly, again)
      case 'copy':
        return maker.ask(making, { kind, rendition: `${kind}_copy`, watermark: null }, again)
      case 'within':
        return maker.ask(making, { kind, rendition: renditionFor(kind, watermark), watermark }, again)
      case 'over': {
        const plain = await maker.ask(making, plainly, again)
        if (plain.status === 'generating_failed') return plain
        if (plain.status !== 'generated') return { ...plain, status: 'generating_started', made: null }
        return this.over.ask(making, kind, watermark, again)
      }
    }
  }

  /** Why a kind cannot be made from a file; null when it can be made. */
  refusalOf({ extension, size }: Pick<PreviewTarget, 'extension' | 'size'>, kind: AskedKind): PreviewState | null {
    const plan = planOf(extension)
    if (plan === null || !this.makerOf(plan, kind)) return refusedState('not_support', 'not_support')
    if (size === 0) return refusedState('generating_failed', 'empty')
    return isTooLarge(plan, size) ? refusedState('generating_failed', 'too_large') : null
  }

  private makerOf(plan: Plan, kind: AskedKind): Maker | undefined {
    return this.makers.find((maker) => maker.plans.includes(plan) && maker.kinds[kind] !== undefined)
  }
}

/** The job that repeats a job after a time limit. */
const RETRY = 'retry_rendition'
/** ms before each repetition */
const RETRY_DELAYS = [10 * 60_000, 60 * 60_000]

interface Retry {
  kind: string
  payload: unknown
  /** repetitions so far */
  tries: number
}

/**
 * Handles the jobs that make renditions, if this machine has their program; call before the jobs start. A job whose converter exceeded its time limit is repeated after ten minutes and
 * after an hour, because the machine may have been busy. Until then its renditions count as failed by the server, and users may repeat them.
 */
export function registerJobs(
  { jobs, clock, lease }: Pick<PreviewPorts, 'jobs' | 'clock' | 'lease'>,
  renditions: Renditions,
  makerJobs: readonly MakerJob[],
  programs: readonly Program[],
): void {
  jobs.setPrograms(programs)
  const isHere = ({ program }: MakerJob) => program === undefined || programs.includes(program)
  const make = async (job: MakerJob, running: Job<unknown>, tries: number) => {
    const { bodyId, kinds } = job.makes(running.payload)
    const fault = await renditions.makeOnce(bodyId, kinds, () => job.run(running))
    const delay = RETRY_DELAYS[tries]
    if (!(fault instanceof TookTooLong) || delay === undefined) return
    const retry: Retry = { kind: job.kind, payload: running.payload, tries: tries + 1 }
    const runAt = new Date(clock().getTime() + delay)
    await jobs.add(RETRY, retry, { runAt, dedupeKey: `${bodyId}:${kinds.join()}:${tries}` })
  }
  const giveUp = (job: MakerJob, payload: unknown) => {
    const { bodyId, kinds } = job.makes(payload)
    return renditions.recordFailure(bodyId, kinds, 'server_error')
  }
  for (const job of makerJobs.filter(isHere)) {
    jobs.handle<unknown>(
      job.kind,
      { run: (running) => make(job, running, 0), onGiveUp: (payload) => giveUp(job, payload) },
      job.slots,
    )
  }
  jobs.handle<Retry>(RETRY, {
    run: async (running) => {
      const { kind, payload, tries } = running.payload
      const job = makerJobs.find((one) => one.kind === kind)
      if (job === undefined) return
      if (!isHere(job)) throw lackOf(job.program!, lease)
      const { bodyId, kinds } = job.makes(payload)
      if (await renditions.requeueUnlucky(bodyId, kinds)) await make(job, { ...running, payload }, tries)
    },
    onGiveUp: ({ kind, payload }) =>
      giveUp(
        makerJobs.find((one) => one.kind === kind)!,
        payload,
      ),
  })
}

export function refusedState(status: PreviewStatus, reason: PreviewReason): PreviewState {
  return { status, progress: 0, reason, made: null }
}

import type { PreviewReason } from '@/contract/errors'
import type { PreviewStatus } from '@/contract/previews/previews'
import type { Jobs } from '../jobs/Jobs'
import type { Maker, MakerJob } from './makers/Maker'
import { isTooLarge, planOf, type Plan } from './plans'
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
    if (watermark === null) return maker.ask(making, { kind, rendition: kind, watermark: null }, again)
    switch (maker.kinds[kind]!) {
      case 'none':
        return maker.ask(making, { kind, rendition: kind, watermark: null }, again)
      case 'copy':
        return maker.ask(making, { kind, rendition: `${kind}_copy`, watermark: null }, again)
      case 'within':
        return maker.ask(making, { kind, rendition: renditionFor(kind, watermark), watermark }, again)
      case 'over': {
        const plain = await maker.ask(making, { kind, rendition: kind, watermark: null }, again)
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

/** Handles the jobs that make renditions; call before the jobs start. */
export function registerJobs(jobs: Jobs, renditions: Renditions, makerJobs: readonly MakerJob[]): void {
  for (const job of makerJobs) {
    jobs.handle<unknown>(
      job.kind,
      {
        run: (running) => {
          const { bodyId, kinds } = job.makes(running.payload)
          return renditions.makeOnce(bodyId, kinds, () => job.run(running))
        },
        onGiveUp: (payload) => {
          const { bodyId, kinds } = job.makes(payload)
          return renditions.recordFailure(bodyId, kinds, 'server_error')
        },
      },
      job.slots,
    )
  }
}

export function refusedState(status: PreviewStatus, reason: PreviewReason): PreviewState {
  return { status, progress: 0, reason, made: null }
}

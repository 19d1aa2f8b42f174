import { availableParallelism } from 'node:os'
import type { Job, JobOptions } from '../../jobs/Jobs'
import type { JobOwner, Slots } from '../../jobs/ServingOrder'
import type { Converters } from '../converters/Converters'
import type { Plan } from '../plans'
import type { PreviewState, Renditions } from '../Renditions'
import type { RenditionKind } from '../representations'
import type { AskedKind, PreviewTarget, Watermark } from '../target'
import type { TempWorkspace } from '../sandbox/TempWorkspace'

/**
 * The rendition for an actor who must see a watermark. `over`: the rendition with the watermark drawn over afterwards. `within`: a rendition made with
 * the watermark. `copy`: a copy that is never the file itself. `none`: the rendition for everybody.
 */
export type Watermarking = 'over' | 'within' | 'copy' | 'none'

/** The dispatcher's order to a maker. */
export interface RenditionRequest {
  kind: AskedKind
  /** The kind under which it is stored. If it differs from `kind`, it must not be the file itself. */
  rendition: RenditionKind
  /** Drawn into the rendition while it is made. */
  watermark: Watermark | null
}

/** Makes some kinds of renditions of some files. */
export interface Maker {
  readonly plans: readonly Plan[]
  readonly kinds: Partial<Record<AskedKind, Watermarking>>
  /** The state of a rendition; starts it if nobody has. `again` as in `Previews.ask`. */
  ask(target: PreviewTarget & { plan: Plan }, request: RenditionRequest, again: boolean): Promise<PreviewState>
  readonly jobs: readonly MakerJob[]
}

export interface MakerJob<Payload = unknown> {
  kind: string
  /** jobs that run at the same time in this process */
  slots: Slots
  /** The renditions that a job makes; they fail with it. */
  makes(payload: Payload): { bodyId: number; kinds: RenditionKind[] }
  run(job: Job<Payload>): Promise<void>
}

/** One actor may use as many slots as processors. One more is left for the rest of the enterprise, and one for other enterprises. */
export const usualSlots: Slots = {
  all: availableParallelism() + 2,
  enterprise: availableParallelism() + 1,
  actor: availableParallelism(),
}

/** Waiting jobs per kind and actor; a further rendition starts when it is requested again. */
const MOST_WAITING = 500

/** Makes a rendition once and charges it to the first actor that requested it. */
export function renditionJob(dedupeKey: string, owner: JobOwner | undefined): JobOptions {
  return { dedupeKey, owner, mostWaiting: MOST_WAITING }
}

/** Types a maker's job; the maker itself adds its payloads. */
export function makerJob<Payload>(job: MakerJob<Payload>): MakerJob {
  return job
}

export interface MakerTools {
  workspace: TempWorkspace
  converters: Converters
  renditions: Renditions
}

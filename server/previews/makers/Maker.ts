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
 * What an actor gets who must see a watermark: the rendition with it drawn over afterwards, one that is made with it, a copy that is
 * never the file itself, or what everybody gets.
 */
export type Watermarking = 'over' | 'within' | 'copy' | 'none'

/** What is to be made, decided by the dispatcher. */
export interface Wish {
  kind: AskedKind
  /** Under which it is kept. Another than `kind` must not be the file itself. */
  rendition: RenditionKind
  /** To be made into it. */
  watermark: Watermark | null
}

/** Makes some kinds of renditions of some files. */
export interface Maker {
  readonly plans: readonly Plan[]
  readonly kinds: Partial<Record<AskedKind, Watermarking>>
  /** Where a rendition stands; begins it when nobody has. `again` as in `Previews.ask`. */
  ask(target: PreviewTarget & { plan: Plan }, wish: Wish, again: boolean): Promise<PreviewState>
  readonly jobs: readonly MakerJob[]
}

export interface MakerJob<Payload = unknown> {
  kind: string
  /** how many run at once, in this process */
  slots: Slots
  /** The renditions that a job makes; they fail with it. */
  makes(payload: Payload): { bodyId: number; kinds: RenditionKind[] }
  run(job: Job<Payload>): Promise<void>
}

/** An actor alone has all processors; one slot is left for the others of the enterprise, and one for other enterprises. */
export const usualSlots: Slots = {
  all: availableParallelism() + 2,
  enterprise: availableParallelism() + 1,
  actor: availableParallelism(),
}

/** Jobs of one kind and actor that wait; what is asked for beyond is begun when it is asked for again. */
const MOST_WAITING = 500

/** A rendition is made once, for whoever asked first. */
export function renditionJob(dedupeKey: string, owner: JobOwner | undefined): JobOptions {
  return { dedupeKey, owner, mostWaiting: MOST_WAITING }
}

/** A job of a maker; its payload is what the maker itself has added. */
export function makerJob<Payload>(job: MakerJob<Payload>): MakerJob {
  return job
}

export interface MakerTools {
  workspace: TempWorkspace
  converters: Converters
  renditions: Renditions
}

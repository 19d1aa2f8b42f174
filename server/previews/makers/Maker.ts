import { availableParallelism } from 'node:os'
import type { Job, JobOptions } from '../../jobs/Jobs'
import type { JobOwner, Slots } from '../../jobs/ServingOrder'
import type { Converters } from '../converters/Converters'
import type { Plan } from '../plans'
import type { PreviewState, Renditions } from '../Renditions'
import type { Program } from '../programs'
import type { RenditionKind } from '../representations'
import type { AskedKind, PreviewTarget, Watermark } from '../target'
import type { TempWorkspace } from '../sandbox/TempWorkspace'

/**
 * The rendition for an actor who must see a watermark. `over`: the finished rendition, with the watermark drawn over it. `within`: a rendition made
 * with the watermark. `copy`: new bytes without a watermark, so that the original file is never sent (audio). `none`: the rendition for everybody.
 */
export type Watermarking = 'over' | 'within' | 'copy' | 'none'

/** The dispatcher's order to a maker. */
export interface RenditionRequest {
  kind: AskedKind
  /**
   * The kind under which the rendition is stored. If `rendition` differs from `kind`, the maker must produce new bytes and may not reuse the original
   * file.
   */
  rendition: RenditionKind
  /** Drawn into the rendition while it is made. */
  watermark: Watermark | null
}

/** Makes some kinds of renditions of some files. */
export interface Maker {
  readonly plans: readonly Plan[]
  readonly kinds: Partial<Record<AskedKind, Watermarking>>
  /** The state of a rendition. Starts making the rendition if nobody has. `again` as in `Previews.ask`. */
  ask(target: PreviewTarget & { plan: Plan }, request: RenditionRequest, again: boolean): Promise<PreviewState>
  readonly jobs: readonly MakerJob[]
}

export interface MakerJob<Payload = unknown> {
  kind: string
  slots: Slots
  /** The program that every job of the kind needs. */
  program?: Program
  /** The renditions that a job makes. If the job fails, all of them fail. */
  makes(payload: Payload): { bodyId: number; kinds: RenditionKind[] }
  run(job: Job<Payload>): Promise<void>
}

/** One actor may use as many slots as processors. One more slot is left for the rest of the enterprise, and one for other enterprises. */
export const usualSlots: Slots = {
  all: availableParallelism() + 2,
  enterprise: availableParallelism() + 1,
  actor: availableParallelism(),
}

/** LibreOffice also makes the pages of documents, in as many jobs as usual. */
export const officeSlots: Slots = { all: 2, enterprise: 1, actor: 1, overall: 'owners' }

/** The most jobs that wait per kind and actor. Beyond that no job is added, and the next request for the rendition tries again. */
const MOST_WAITING = 500

/** Makes a rendition once and charges it to the first actor that requested it. */
export function renditionJob(dedupeKey: string, owner: JobOwner | undefined): JobOptions {
  return { dedupeKey, owner, mostWaiting: MOST_WAITING }
}

/** The key of a job that is made once per body, and once per encoding that readers choose. */
export function textJobKey({ bodyId, encoding }: Pick<PreviewTarget, 'bodyId' | 'encoding'>): string {
  return encoding === undefined ? String(bodyId) : `${bodyId}:${encoding}`
}

/** Erases the payload type of a job. That is safe, because only the job's maker adds payloads for the job. */
export function makerJob<Payload>(job: MakerJob<Payload>): MakerJob {
  return job
}

export interface MakerTools {
  workspace: TempWorkspace
  converters: Converters
  renditions: Renditions
}

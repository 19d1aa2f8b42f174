import { join } from 'node:path'
import type { PreviewReason } from '@/contract/errors'
import type { MediaStatus, PreviewStatus } from '@/contract/previews/previews'
import type { RepresentationRow } from '../database/tables'
import { firstEnterpriseOf } from './enterpriseOf'
import type { PreviewPorts } from './ports'
import { NoPreview } from './converters/task'
import {
  findRepresentation,
  isEnded,
  madeOf,
  requeueEnded,
  requeueFailed,
  markFailed,
  markMade,
  requeueOlder,
  markStatus,
  markQueued,
  markUsed,
  type Made,
  type RenditionKind,
} from './representations'
import type { TempWorkspace } from './sandbox/TempWorkspace'
import type { Watermark } from './target'
import { madeAt } from './watermarks'

/** ms before a successful rendition may be made again */
export const AGAIN_AFTER = 60_000

/** ms between two progress updates */
const SHARE_INTERVAL = 500

/** The job that holds an enterprise to its disk budget. */
export const TRIM_RENDITIONS = 'trim_renditions'

/** The budget divided by this number gives the new bytes after which the budget is checked again. */
const CHECKS = 20

export interface Pending {
  bodyId: number
  kind: RenditionKind
}

export interface PreviewState {
  status: PreviewStatus
  /** 0 to 1 */
  progress: number
  reason: PreviewReason | null
  made: Made | null
  /** The rendition in progress, which may be the source of the requested rendition; null when none is in progress. */
  pending?: Pending | null
  /** Whether `made` is only the beginning of a text that is still being made. */
  isBeginning?: boolean
  /** For a video or audio. */
  media?: { status: MediaStatus | null; milliseconds: number | null }
}

/** Tracks the state of each rendition, from the request to the stored body. */
export class Renditions {
  /** Bytes made since the last trim, by enterprise. */
  private readonly madeSince = new Map<number, number>()

  constructor(
    private readonly dependencies: Pick<PreviewPorts, 'db' | 'storage' | 'log' | 'clock' | 'jobs' | 'config'>,
    private readonly workspace: TempWorkspace,
  ) {}

  /**
   * The state of a rendition; adds the rendition's job if nobody has.
   * @param kinds the kinds that the job makes together
   * @param again repeats a rendition that failed, or succeeded more than a minute ago
   */
  async request(
    bodyId: number,
    kind: RenditionKind,
    kinds: RenditionKind[],
    again: boolean,
    addJob: (row: RepresentationRow) => Promise<void>,
  ): Promise<PreviewState> {
    const { db, clock } = this.dependencies
    if (again) await requeueEnded(db, bodyId, kinds, new Date(clock().getTime() - AGAIN_AFTER))
    let row = await findRepresentation(db, bodyId, kind)
    if (row === undefined) {
      await markQueued(db, bodyId, kinds)
      row = await findRepresentation(db, bodyId, kind)
    }
    if (row === undefined) throw new Error(`representation ${kind} of body ${bodyId} was not recorded`)
    return this.stateOf(row, kind, addJob)
  }

  /** As `request`, of a rendition that somebody requested before; null if it is gone. */
  async continue(
    bodyId: number,
    kind: RenditionKind,
    addJob: (row: RepresentationRow) => Promise<void>,
  ): Promise<PreviewState | null> {
    const row = await findRepresentation(this.dependencies.db, bodyId, kind)
    return row === undefined ? null : this.stateOf(row, kind, addJob)
  }

  private async stateOf(
    row: RepresentationRow,
    kind: RenditionKind,
    addJob: (row: RepresentationRow) => Promise<void>,
  ): Promise<PreviewState> {
    const { db, clock } = this.dependencies
    // Adds the job also for a known row: a restored database may have lost the job. The dedupe key prevents duplicates.
    if (!isEnded(row)) await addJob(row)
    else await markUsed(db, row, clock())
    const { status, progress, reason, media_status: media, milliseconds, body_id: bodyId } = row
    const pending = isEnded(row) ? null : { bodyId, kind }
    return { status, progress, reason, made: madeOf(row), pending, media: { status: media, milliseconds } }
  }

  /** The stored rendition; null when it is not made. */
  async find(bodyId: number, kind: RenditionKind): Promise<Made | null> {
    const { db, clock } = this.dependencies
    const row = await findRepresentation(db, bodyId, kind)
    const made = row === undefined ? null : madeOf(row)
    if (row !== undefined && made !== null) await markUsed(db, row, clock())
    return made
  }

  /** Requeues a rendition whose watermark names an earlier hour. Not called for videos: their watermark shows no time. */
  async renewWatermark(bodyId: number, kind: RenditionKind, { hour }: Pick<Watermark, 'hour'>): Promise<void> {
    if (hour !== undefined) await requeueOlder(this.dependencies.db, bodyId, kind, new Date(hour))
  }

  /**
   * Makes renditions that have not ended. A failure that the file or a time limit causes is recorded and returned; other failures are thrown. Skips a
   * job that was added while another job made the renditions, and a job whose renditions were forgotten.
   */
  async makeOnce(bodyId: number, kinds: RenditionKind[], make: () => Promise<void>): Promise<NoPreview | null> {
    try {
      const rows = await Promise.all(kinds.map((kind) => findRepresentation(this.dependencies.db, bodyId, kind)))
      if (rows.every((row) => row === undefined || isEnded(row))) return null
      await make()
      return null
    } catch (error) {
      if (!(error instanceof NoPreview)) throw error
      this.dependencies.log.info(
        { bodyId, kinds, reason: error.reason, detail: error.message },
        'cannot make a preview',
      )
      await this.recordFailure(bodyId, kinds, error.reason)
      return error
    }
  }

  /** Copies a body into a working folder and reports the progress. @returns the path */
  async download(
    { bodyId, bodyKey, extension }: { bodyId: number; bodyKey: string; extension: string },
    kinds: RenditionKind[],
    folder: string,
    signal: AbortSignal,
  ): Promise<string> {
    await this.status(bodyId, kinds, 'generating_started')
    const path = join(folder, `in.${safeExtension(extension)}`)
    await this.status(bodyId, kinds, 'generating_downloading')
    await this.workspace.fetch(bodyKey, path, signal)
    await this.status(bodyId, kinds, 'generating_downloaded')
    return path
  }

  /** Stores the progress of the work; nothing is stored after the work has ended, successfully or not. */
  async reportProgress<T>(
    bodyId: number,
    kind: RenditionKind,
    work: (progress: (share: number) => void) => Promise<T>,
    status: PreviewStatus = 'generating_downloaded',
  ): Promise<T> {
    const { db, clock } = this.dependencies
    let noted = Promise.resolve()
    let last = 0
    const progress = (share: number) => {
      if (Date.now() - last < SHARE_INTERVAL) return
      last = Date.now()
      noted = noted.then(() => markStatus(db, bodyId, [kind], { status, progress: share }, clock()))
    }
    return work(progress).finally(() => noted)
  }

  /**
   * Stores a made file as a rendition. Throws NoPreview too_large for a file of more than half of the enterprise's budget.
   * @param original never removed, even if it served as the rendition
   * @param watermark drawn over the rendition
   */
  async store(
    bodyId: number,
    kind: RenditionKind,
    path: string,
    contentType: string,
    { original, watermark }: { original?: string; watermark?: Watermark | null } = {},
  ): Promise<void> {
    const { storage, db, config, clock } = this.dependencies
    const enterprise = await firstEnterpriseOf(db, bodyId)
    const { key, size } = await this.workspace.keep(path)
    let isNoted = false
    try {
      if (size > config.previewBytes / 2) throw new NoPreview('too_large', `${size} bytes were made`)
      await this.status(bodyId, [kind], 'generating_uploaded')
      const at = madeAt(watermark ?? {}, clock())
      isNoted = await this.recordMade(bodyId, kind, { key, size, contentType }, { original, enterprise, at })
    } finally {
      if (!isNoted) await storage.delete(key)
    }
    if (isNoted && enterprise !== null) await this.trimWhenDue(enterprise, size)
  }

  /** Adds a job that trims the least used renditions, if enough bytes were made since the last trim. */
  private async trimWhenDue(enterprise: number, size: number): Promise<void> {
    const { jobs, config } = this.dependencies
    const made = (this.madeSince.get(enterprise) ?? Infinity) + size
    this.madeSince.set(enterprise, made)
    if (made < config.previewBytes / CHECKS) return
    this.madeSince.set(enterprise, 0)
    await jobs.add(TRIM_RENDITIONS, { enterprise }, { dedupeKey: `enterprise ${enterprise}` })
  }

  /**
   * Records a finished rendition and removes the rendition that it replaces.
   * @param original never removed, even if it served as the rendition
   * @param enterprise charged for the bytes; null for a rendition without bytes of its own
   * @param at now, if absent
   * @returns false when the rendition was forgotten meanwhile; interested clients ask again
   */
  async recordMade(
    bodyId: number,
    kind: RenditionKind,
    made: Made,
    { original, enterprise = null, at }: { original?: string; enterprise?: number | null; at?: Date } = {},
  ): Promise<boolean> {
    const { db, storage, clock, log } = this.dependencies
    const replaced = await markMade(db, bodyId, kind, made, at ?? clock(), enterprise)
    for (const key of replaced ?? []) {
      if (key !== original)
        await storage.delete(key).catch((error: unknown) => log.warn(error, 'cannot delete a replaced rendition'))
    }
    return replaced !== null
  }

  status(bodyId: number, kinds: RenditionKind[], status: PreviewStatus): Promise<void> {
    return markStatus(this.dependencies.db, bodyId, kinds, { status, progress: 0 }, this.dependencies.clock())
  }

  /** Queues renditions again that failed for a fault of the server. @returns whether there were any */
  requeueUnlucky(bodyId: number, kinds: RenditionKind[]): Promise<boolean> {
    return requeueFailed(this.dependencies.db, bodyId, kinds, 'server_error')
  }

  recordFailure(bodyId: number, kinds: RenditionKind[], reason: PreviewReason): Promise<void> {
    return markFailed(this.dependencies.db, bodyId, kinds, reason, this.dependencies.clock())
  }
}

export function safeExtension(extension: string): string {
  return extension.replace(/[^a-z0-9]/g, '')
}

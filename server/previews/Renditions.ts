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

/** ms between two makings of what succeeded. */
export const AGAIN_AFTER = 60_000

/** ms after which the time in a mark is too old to stand for now. */
export const WATERMARK_AGE = 24 * 3_600_000

/** ms between two notes of a share done. */
const SHARE_INTERVAL = 500

/** The kind of job that keeps an enterprise to its disk budget. */
export const TRIM_RENDITIONS = 'trim_renditions'

/** looks while as much is made as the budget allows */
const LOOKS = 20

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
  /** The rendition that is being made, which may be one that another is made from; null once it has ended. */
  pending?: Pending | null
  /** Of a video or audio. */
  media?: { status: MediaStatus | null; milliseconds: number | null }
}

/** Where the making of each rendition stands, from the wish to the body in the store. */
export class Renditions {
  /** Bytes, by enterprise. */
  private readonly madeSince = new Map<number, number>()

  constructor(
    private readonly dependencies: Pick<PreviewPorts, 'db' | 'storage' | 'log' | 'clock' | 'jobs' | 'config'>,
    private readonly workspace: TempWorkspace,
  ) {}

  /**
   * Where a rendition stands; has it made when nobody has.
   * @param kinds those that are made together with it
   * @param again makes anew what has failed, and what succeeded more than a minute ago
   */
  async note(
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
    if (row === undefined) throw new Error(`representation ${kind} of body ${bodyId} was not noted`)
    // Also when one is noted already: its job may have been lost with a database that was restored. The key keeps it single.
    if (!isEnded(row)) await addJob(row)
    else await markUsed(db, row, clock())
    const { status, progress, reason, media_status: media, milliseconds } = row
    const pending = isEnded(row) ? null : { bodyId, kind }
    return { status, progress, reason, made: madeOf(row), pending, media: { status: media, milliseconds } }
  }

  /** Has what carries a mark made anew once its time is too old; videos, which take long, keep theirs. */
  renewWatermark(bodyId: number, kind: RenditionKind): Promise<void> {
    return requeueOlder(
      this.dependencies.db,
      bodyId,
      kind,
      new Date(this.dependencies.clock().getTime() - WATERMARK_AGE),
    )
  }

  /**
   * What the file itself is to blame for ends the job; everything else is tried again. A job that was asked for in the moment in which
   * another ended does nothing, nor one whose rendition was forgotten since.
   */
  async tryFor(bodyId: number, kinds: RenditionKind[], make: () => Promise<void>): Promise<void> {
    try {
      const rows = await Promise.all(kinds.map((kind) => findRepresentation(this.dependencies.db, bodyId, kind)))
      if (rows.every((row) => row === undefined || isEnded(row))) return
      await make()
    } catch (error) {
      if (!(error instanceof NoPreview)) throw error
      this.dependencies.log.info({ bodyId, kinds, reason: error.reason, detail: error.message }, 'no preview')
      await this.failed(bodyId, kinds, error.reason)
    }
  }

  /** Copies a body into a working folder, and says so as it happens. Gives the path. */
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

  /** Notes the share done while it works; none is noted after it has ended, well or not. */
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

  /** @param original never removed, though it may have served as the rendition */
  async keep(bodyId: number, kind: RenditionKind, path: string, contentType: string, original?: string): Promise<void> {
    const { storage, db, config } = this.dependencies
    const enterprise = await firstEnterpriseOf(db, bodyId)
    const { key, size } = await this.workspace.keep(path)
    let isNoted = false
    try {
      if (size > config.previewBytes / 2) throw new NoPreview('too_large', `${size} bytes were made`)
      await this.status(bodyId, [kind], 'generating_uploaded')
      isNoted = await this.made(bodyId, kind, { key, size, contentType }, original, enterprise)
    } finally {
      if (!isNoted) await storage.delete(key)
    }
    if (isNoted && enterprise !== null) await this.weigh(enterprise, size)
  }

  /** Has what is used least removed once enough was made since the last look. */
  private async weigh(enterprise: number, size: number): Promise<void> {
    const { jobs, config } = this.dependencies
    const made = (this.madeSince.get(enterprise) ?? Infinity) + size
    this.madeSince.set(enterprise, made)
    if (made < config.previewBytes / LOOKS) return
    this.madeSince.set(enterprise, 0)
    await jobs.add(TRIM_RENDITIONS, { enterprise }, { dedupeKey: `enterprise ${enterprise}` })
  }

  /**
   * It is there; what it replaces goes.
   * @param original never removed, though it may have served as the rendition
   * @param enterprise whose disk budget it weighs on; null of what takes no room of its own
   * @returns false when it was forgotten meanwhile: whoever still wants it asks again
   */
  async made(
    bodyId: number,
    kind: RenditionKind,
    made: Made,
    original?: string,
    enterprise: number | null = null,
  ): Promise<boolean> {
    const { db, storage, clock, log } = this.dependencies
    const replaced = await markMade(db, bodyId, kind, made, clock(), enterprise)
    for (const key of replaced ?? []) {
      if (key !== original)
        await storage.delete(key).catch((error: unknown) => log.warn(error, 'what was replaced could not be removed'))
    }
    return replaced !== null
  }

  status(bodyId: number, kinds: RenditionKind[], status: PreviewStatus): Promise<void> {
    return markStatus(this.dependencies.db, bodyId, kinds, { status, progress: 0 }, this.dependencies.clock())
  }

  failed(bodyId: number, kinds: RenditionKind[], reason: PreviewReason): Promise<void> {
    return markFailed(this.dependencies.db, bodyId, kinds, reason, this.dependencies.clock())
  }
}

export function safeExtension(extension: string): string {
  return extension.replace(/[^a-z0-9]/g, '')
}

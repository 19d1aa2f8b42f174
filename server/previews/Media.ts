import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import type { ActorKey } from '../actorKey'
import type { RepresentationRow } from '../database/tables'
import type { PreviewPorts } from './ports'
import type { Job } from '../jobs/Jobs'
import { NoPreview } from './convert/task'
import type { Converters } from './Converters'
import { drawPoster, LONGEST, probe, transform, type Ffmpeg, type MediaInfo, type Transformation } from './ffmpeg'
import type { LocalRangeServer } from './LocalRangeServer'
import { playableAs, transformationOf } from './playable'
import type { Watermark, PreviewTarget } from './target'
import type { PreviewState, Renditions } from './Renditions'
import { findRepresentation, markMedia, markStatus } from './representations'
import type { TempWorkspace } from './TempWorkspace'

/** Bytes of a file that is transformed; a larger one is no quick look. */
const TRANSFORMED_AT_MOST = 8 * 1024 ** 3
/** ms */
const LIMITS = { transform: 4 * 3_600_000, overlay: 20_000 }

/** What is played: as it comes, or an audio that is never the file itself, or a video with somebody's mark. */
type PlayedKind = 'video' | 'audio' | 'audio_copy' | `video@${ActorKey}`

interface PlayJob {
  target: PreviewTarget
  kind: PlayedKind
  watermark: Watermark | null
}

interface Tools {
  workspace: TempWorkspace
  converters: Converters
  renditions: Renditions
  rangeServer: LocalRangeServer
  ffmpeg: Ffmpeg
}

/** Videos and audio that a phone plays: as they are where it can, else made anew (1§4). */
export class Media {
  constructor(
    private readonly dependencies: Pick<PreviewPorts, 'db' | 'jobs' | 'clock'>,
    private readonly tools: Tools,
  ) {}

  /** Before the jobs start. Many are looked at while one is made. */
  takeJobs(): void {
    const {
      dependencies: { jobs },
      tools: { renditions },
    } = this
    const failed = ({ target, kind }: PlayJob) => renditions.failed(target.bodyId, [kind], 'server_error')
    const take = (name: string, run: (job: Job<PlayJob>) => Promise<void>, concurrency: number) =>
      jobs.handle<PlayJob>(
        name,
        {
          run: (job) => renditions.tryFor(job.payload.target.bodyId, [job.payload.kind], () => run(job)),
          givenUp: failed,
        },
        concurrency,
      )
    take('look_at_media', (job) => this.lookAt(job), 2)
    take('transform_media', (job) => this.transform(job), 1)
  }

  /** Where what is played stands. For `watermark` users a video carries their mark, and an audio is not the file itself (decisions 46). */
  async ask(
    target: PreviewTarget,
    kind: 'video' | 'audio',
    watermark: Watermark | null,
    again: boolean,
  ): Promise<PreviewState> {
    const played: PlayedKind = watermark === null ? kind : kind === 'audio' ? 'audio_copy' : `video@${watermark.actor}`
    const job: PlayJob = { target, kind: played, watermark }
    const { bodyId } = target
    const state = await this.tools.renditions.note(bodyId, played, [played], again, (row) => {
      const next = isLookedAt(row) ? 'transform_media' : 'look_at_media'
      return this.dependencies.jobs.add(next, job, { dedupeKey: `${bodyId}:${played}` })
    })
    const { status = null, milliseconds = null } = state.media ?? {}
    return { ...state, media: { status: state.made ? 'finished' : (status ?? 'analysing'), milliseconds } }
  }

  /** The frame that stands for a video, as a PNG in the folder. Gives its path. */
  async poster(target: PreviewTarget, folder: string, signal: AbortSignal): Promise<string> {
    const { ffmpeg, rangeServer } = this.tools
    return rangeServer.serve(blobOf(target), async (address) => {
      const info = await probe(ffmpeg, address, folder, { signal })
      if (info.video === null) throw new NoPreview('media_not_support', 'no video in it')
      return drawPoster(ffmpeg, address, info, folder, { signal })
    })
  }

  private async lookAt({ payload, signal }: Job<PlayJob>): Promise<void> {
    const { target, kind, watermark } = payload
    const { bodyId, bodyKey, size } = target
    const { db, jobs, clock } = this.dependencies
    const row = await findRepresentation(db, bodyId, kind)
    // Asked for in the moment in which another look ended.
    if (row !== undefined && isLookedAt(row)) return
    await markMedia(db, bodyId, kind, { media_status: 'analysing' }, clock())
    await markStatus(db, bodyId, [kind], { status: 'generating_started', progress: 0 }, clock())
    const info = await this.probed(target, signal)
    await markMedia(db, bodyId, kind, { media_status: 'analysing', milliseconds: info.milliseconds }, clock())
    const plain = watermark === null ? playableAs(typeOf(kind), info) : null
    if (plain !== null)
      return void (await this.tools.renditions.made(bodyId, kind, { key: bodyKey, size, contentType: plain }, bodyKey))
    howFor(payload, info)
    await markMedia(db, bodyId, kind, { media_status: 'waiting' }, clock())
    await jobs.add('transform_media', payload, { dedupeKey: `${bodyId}:${kind}` })
  }

  private async transform({ payload, signal }: Job<PlayJob>): Promise<void> {
    const { target, kind, watermark } = payload
    const { bodyId, bodyKey } = target
    const { db, clock } = this.dependencies
    const { workspace, renditions, rangeServer, ffmpeg, converters } = this.tools
    await markMedia(db, bodyId, kind, { media_status: 'in_transformation' }, clock())
    await workspace.use((folder) =>
      rangeServer.serve(blobOf(target), async (address) => {
        const info = await probe(ffmpeg, address, folder, { signal })
        const how = howFor(payload, info)
        if (watermark !== null && how.video !== 'none') {
          how.overlay = join(folder, 'watermark.png')
          await converters.run(
            { kind: 'watermarkOverlay', output: how.overlay, side: LONGEST, watermark: watermark.text },
            { limit: LIMITS.overlay, signal },
          )
          await chmod(how.overlay, 0o644)
        }
        const made = await renditions.reportProgress(bodyId, kind, (progress) =>
          transform(ffmpeg, address, how, info, folder, { limit: LIMITS.transform, signal, progress }),
        )
        await renditions.status(bodyId, [kind], 'generating_uploading')
        await renditions.keep(bodyId, kind, made, how.video === 'none' ? 'audio/mp4' : 'video/mp4', bodyKey)
      }),
    )
  }

  private probed(target: PreviewTarget, signal: AbortSignal): Promise<MediaInfo> {
    const { workspace, rangeServer, ffmpeg } = this.tools
    return workspace.use((folder) =>
      rangeServer.serve(blobOf(target), (address) => probe(ffmpeg, address, folder, { signal })),
    )
  }
}

/** Whether it is known how it is made anew. */
function isLookedAt({ media_status: status }: Pick<RepresentationRow, 'media_status'>): boolean {
  return status === 'waiting' || status === 'in_transformation'
}

function blobOf({ bodyKey, size }: PreviewTarget) {
  return { key: bodyKey, size }
}

function typeOf(kind: PlayedKind): 'video' | 'audio' {
  return kind === 'audio' || kind === 'audio_copy' ? 'audio' : 'video'
}

/** Throws NoPreview media_not_support, too_large. */
function howFor({ target, kind, watermark }: PlayJob, info: MediaInfo): Transformation {
  const how = transformationOf(typeOf(kind), info)
  if (how === null) throw new NoPreview('media_not_support', 'nothing to play in it')
  if (target.size > TRANSFORMED_AT_MOST) throw new NoPreview('too_large', `${target.size} bytes to transform`)
  // What is laid over a video is drawn into it.
  return watermark !== null && how.video === 'copy' ? { ...how, video: 'encode' } : how
}

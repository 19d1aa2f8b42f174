import { join } from 'node:path'
import type { RepresentationRow } from '../../database/tables'
import type { Plan } from '../plans'
import type { PreviewPorts } from '../ports'
import { lackOf } from '../programs'
import type { Job } from '../../jobs/Jobs'
import type { Slots } from '../../jobs/ServingOrder'
import { NoPreview } from '../converters/task'
import {
  drawPoster,
  decodePicture,
  LONGEST,
  probe,
  transform,
  type ForeignFormat,
  type MediaTools,
  type Transformation,
} from './ffmpeg'
import type { MediaInfo } from './mediaInfo'
import { playableAs, transformationOf } from './playable'
import {
  makerJob,
  renditionJob,
  usualSlots,
  type Maker,
  type MakerTools,
  type Watermarking,
  type RenditionRequest,
} from './Maker'
import { targetOf, type AskedKind, type PreviewTarget, type Watermark } from '../target'
import type { PreviewState } from '../Renditions'
import { findRepresentation, markMedia, markStatus, type RenditionKind } from '../representations'

/** bytes of a file that is transcoded; larger ones take too long for a preview */
const TRANSFORMED_AT_MOST = 8 * 1024 ** 3
/** ms */
const LIMITS = { transform: 4 * 3_600_000, overlay: 20_000 }

interface PlayJob {
  target: PreviewTarget
  kind: RenditionKind
  watermark: Watermark | null
}

/** Playable videos and audio: the file itself if phones can play it, otherwise transcoded (1§4). */
export class Media implements Maker {
  readonly kinds: Partial<Record<AskedKind, Watermarking>> = { video: 'within', audio: 'copy' }
  // Files are analysed while others are transcoded.
  readonly jobs = [
    this.job('look_at_media', usualSlots, (job) => this.analyse(job)),
    this.job('transform_media', { all: 2, enterprise: 1, actor: 1, overall: 'all' }, (job) => this.transform(job)),
  ]

  constructor(
    private readonly dependencies: Pick<PreviewPorts, 'db' | 'jobs' | 'clock' | 'lease'>,
    private readonly tools: MakerTools,
    private readonly ownMedia: MediaTools | null,
  ) {}

  get plans(): readonly Plan[] {
    return this.hasFfmpeg ? ['video', 'audio'] : []
  }

  /** Whether a process has ffmpeg. */
  get hasFfmpeg(): boolean {
    return this.dependencies.lease.has('ffmpeg')
  }

  /** ffmpeg on this machine. */
  private get media(): MediaTools {
    if (this.ownMedia === null) throw lackOf('ffmpeg', this.dependencies.lease)
    return this.ownMedia
  }

  async ask(target: PreviewTarget, { rendition, watermark }: RenditionRequest, again: boolean): Promise<PreviewState> {
    const { bodyId, asker } = target
    const job: PlayJob = { target: targetOf(target), kind: rendition, watermark }
    const state = await this.tools.renditions.request(bodyId, rendition, [rendition], again, (row) => {
      const next = isAnalysed(row) ? 'transform_media' : 'look_at_media'
      return this.dependencies.jobs.add(next, job, renditionJob(`${bodyId}:${rendition}`, asker))
    })
    const { status = null, milliseconds = null } = state.media ?? {}
    return { ...state, media: { status: state.made ? 'finished' : (status ?? 'analysing'), milliseconds } }
  }

  /** Draws the frame that represents a video, as a PNG in the folder. @returns its path */
  async poster(target: PreviewTarget, folder: string, signal: AbortSignal): Promise<string> {
    const { media } = this
    const { workspace } = this.tools
    const source = await workspace.inputFor(target.bodyKey, folder, signal)
    return drawPoster(media, source, folder, { signal })
  }

  /** Decodes a picture as a PNG in the folder. @returns its path */
  decode(picture: string, format: ForeignFormat, folder: string, signal: AbortSignal): Promise<string> {
    return decodePicture(this.media, picture, format, folder, { signal })
  }

  private async analyse({ payload, signal }: Job<PlayJob>): Promise<void> {
    const { target, kind } = payload
    const { bodyId, bodyKey, size } = target
    const { db, jobs, clock } = this.dependencies
    const row = await findRepresentation(db, bodyId, kind)
    // Another analysis, which ended after this job was added, has decided how to transcode.
    if (row !== undefined && isAnalysed(row)) return
    await markMedia(db, bodyId, kind, { media_status: 'analysing' }, clock())
    await markStatus(db, bodyId, [kind], { status: 'generating_started', progress: 0 }, clock())
    const info = await this.probeBody(target, signal)
    await markMedia(db, bodyId, kind, { media_status: 'analysing', milliseconds: info.milliseconds }, clock())
    const plain = kind === typeOf(kind) ? playableAs(kind, info) : null
    if (plain !== null)
      return void (await this.tools.renditions.recordMade(
        bodyId,
        kind,
        { key: bodyKey, size, contentType: plain },
        { original: bodyKey },
      ))
    howFor(payload, info)
    await markMedia(db, bodyId, kind, { media_status: 'waiting' }, clock())
    await jobs.add('transform_media', payload, { dedupeKey: `${bodyId}:${kind}`, owner: target.asker })
  }

  private async transform({ payload, signal }: Job<PlayJob>): Promise<void> {
    const { target, kind, watermark } = payload
    const { bodyId, bodyKey } = target
    const { db, clock } = this.dependencies
    const { media } = this
    const { workspace, renditions, converters } = this.tools
    await markMedia(db, bodyId, kind, { media_status: 'in_transformation' }, clock())
    await workspace.use(bodyId, async (folder) => {
      const source = await workspace.inputFor(bodyKey, folder, signal)
      const info = await probe(media, source, folder, { signal })
      const how = howFor(payload, info)
      if (watermark !== null && how.video !== 'none') {
        how.overlay = join(folder, 'watermark.png')
        // Jobs of earlier releases have only `text`.
        await converters.run(
          {
            kind: 'watermarkOverlay',
            output: how.overlay,
            side: LONGEST,
            watermark: watermark.lasting || watermark.text,
          },
          { limit: LIMITS.overlay, signal },
        )
      }
      const made = await renditions.reportProgress(bodyId, kind, (progress) =>
        transform(media, source, how, info, folder, { limit: LIMITS.transform, signal, progress }),
      )
      await renditions.status(bodyId, [kind], 'generating_uploading')
      await renditions.store(bodyId, kind, made, how.video === 'none' ? 'audio/mp4' : 'video/mp4', {
        original: bodyKey,
      })
    })
  }

  private job(kind: string, slots: Slots, run: (job: Job<PlayJob>) => Promise<void>) {
    return makerJob<PlayJob>({
      kind,
      slots,
      program: 'ffmpeg',
      makes: (payload) => ({ bodyId: payload.target.bodyId, kinds: [payload.kind] }),
      run,
    })
  }

  private probeBody(target: PreviewTarget, signal: AbortSignal): Promise<MediaInfo> {
    const { media } = this
    const { workspace } = this.tools
    return workspace.use(target.bodyId, async (folder) =>
      probe(media, await workspace.inputFor(target.bodyKey, folder, signal), folder, { signal }),
    )
  }
}

/** Whether the analysis has decided how to transcode. */
function isAnalysed({ media_status: status }: Pick<RepresentationRow, 'media_status'>): boolean {
  return status === 'waiting' || status === 'in_transformation'
}

function typeOf(kind: RenditionKind): 'video' | 'audio' {
  return kind.startsWith('audio') ? 'audio' : 'video'
}

/** @throws NoPreview media_not_support, too_large */
function howFor({ target, kind, watermark }: PlayJob, info: MediaInfo): Transformation {
  const how = transformationOf(typeOf(kind), info)
  if (how === null) throw new NoPreview('media_not_support', 'nothing to play in it')
  if (target.size > TRANSFORMED_AT_MOST) throw new NoPreview('too_large', `${target.size} bytes to transform`)
  // A watermark requires encoding the video.
  return watermark !== null && how.video === 'copy' ? { ...how, video: 'encode' } : how
}

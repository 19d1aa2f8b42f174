import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import type { RepresentationRow } from '../database/tables'
import type { Dependencies } from '../dependencies'
import type { Job } from '../jobs/Jobs'
import { NoPreview } from './convert/task'
import type { Converters } from './Converters'
import { drawStill, LONGEST, probe, transform, type Ffmpeg, type MediaInfo, type Transformation } from './ffmpeg'
import type { Lending } from './Lending'
import { playableAs, transformationOf } from './playable'
import type { Marked, Subject } from './Previews'
import type { PreviewState, Renditions } from './Renditions'
import { findRepresentation, noteMedia, noteStatus } from './representations'
import type { Workshop } from './Workshop'

/** Bytes of a file that is transformed; a larger one is no quick look. */
const TRANSFORMED_AT_MOST = 8 * 1024 ** 3
/** ms */
const LIMITS = { film: 4 * 3_600_000, sheet: 20_000 }

/** What is played: as it comes, or a sound that is never the file itself, or a film with somebody's mark. */
type PlayedKind = 'video' | 'audio' | 'audio_copy' | `video@${number}`

interface PlayJob {
  subject: Subject
  kind: PlayedKind
  marked: Marked | null
}

interface Tools {
  workshop: Workshop
  converters: Converters
  renditions: Renditions
  lending: Lending
  ffmpeg: Ffmpeg
}

/** Films and sounds that a phone plays: as they are where it can, else made anew (1§4). */
export class Media {
  constructor(
    private readonly dependencies: Pick<Dependencies, 'db' | 'jobs' | 'clock'>,
    private readonly tools: Tools,
  ) {}

  /** Before the jobs start. Many are looked at while one is made. */
  takeJobs(): void {
    const {
      dependencies: { jobs },
      tools: { renditions },
    } = this
    const failed = ({ subject, kind }: PlayJob) => renditions.failed(subject.bodyId, [kind], 'server_error')
    const take = (name: string, run: (job: Job<PlayJob>) => Promise<void>, concurrency: number) =>
      jobs.handle<PlayJob>(
        name,
        {
          run: (job) => renditions.tryFor(job.payload.subject.bodyId, [job.payload.kind], () => run(job)),
          givenUp: failed,
        },
        concurrency,
      )
    take('look_at_media', (job) => this.lookAt(job), 2)
    take('transform_media', (job) => this.transform(job), 1)
  }

  /** Where what is played stands. For `marked` users a film carries their mark, and a sound is not the file itself (decisions 46). */
  async ask(subject: Subject, kind: 'video' | 'audio', marked: Marked | null, again: boolean): Promise<PreviewState> {
    const played: PlayedKind = marked === null ? kind : kind === 'audio' ? 'audio_copy' : `video@${marked.userId}`
    const job: PlayJob = { subject, kind: played, marked }
    const { bodyId } = subject
    const state = await this.tools.renditions.note(bodyId, played, [played], again, (row) => {
      const next = isLookedAt(row) ? 'transform_media' : 'look_at_media'
      return this.dependencies.jobs.add(next, job, { dedupeKey: `${bodyId}:${played}` })
    })
    const { status = null, milliseconds = null } = state.media ?? {}
    return { ...state, media: { status: state.made ? 'finished' : (status ?? 'analysing'), milliseconds } }
  }

  /** The frame that stands for a film, as a PNG in the folder. Gives its path. */
  async still(subject: Subject, folder: string, signal: AbortSignal): Promise<string> {
    const { ffmpeg, lending } = this.tools
    return lending.lend(lentOf(subject), async (address) => {
      const info = await probe(ffmpeg, address, folder, { signal })
      if (info.video === null) throw new NoPreview('media_not_support', 'no film in it')
      return drawStill(ffmpeg, address, info, folder, { signal })
    })
  }

  private async lookAt({ payload, signal }: Job<PlayJob>): Promise<void> {
    const { subject, kind, marked } = payload
    const { bodyId, bodyKey, size } = subject
    const { db, jobs, clock } = this.dependencies
    const row = await findRepresentation(db, bodyId, kind)
    // Asked for in the moment in which another look ended.
    if (row !== undefined && isLookedAt(row)) return
    await noteMedia(db, bodyId, kind, { media_status: 'analysing' }, clock())
    await noteStatus(db, bodyId, [kind], { status: 'generating_started', progress: 0 }, clock())
    const info = await this.probed(subject, signal)
    await noteMedia(db, bodyId, kind, { media_status: 'analysing', milliseconds: info.milliseconds }, clock())
    const plain = marked === null ? playableAs(typeOf(kind), info) : null
    if (plain !== null)
      return void (await this.tools.renditions.made(bodyId, kind, { key: bodyKey, size, contentType: plain }, bodyKey))
    howFor(payload, info)
    await noteMedia(db, bodyId, kind, { media_status: 'waiting' }, clock())
    await jobs.add('transform_media', payload, { dedupeKey: `${bodyId}:${kind}` })
  }

  private async transform({ payload, signal }: Job<PlayJob>): Promise<void> {
    const { subject, kind, marked } = payload
    const { bodyId, bodyKey } = subject
    const { db, clock } = this.dependencies
    const { workshop, renditions, lending, ffmpeg, converters } = this.tools
    await noteMedia(db, bodyId, kind, { media_status: 'in_transformation' }, clock())
    await workshop.use((folder) =>
      lending.lend(lentOf(subject), async (address) => {
        const info = await probe(ffmpeg, address, folder, { signal })
        const how = howFor(payload, info)
        if (marked !== null && how.video !== 'none') {
          how.overlay = join(folder, 'mark.png')
          await converters.run(
            { kind: 'markSheet', output: how.overlay, side: LONGEST, mark: marked.text },
            { limit: LIMITS.sheet, signal },
          )
          await chmod(how.overlay, 0o644)
        }
        const made = await renditions.noteShares(bodyId, kind, (progress) =>
          transform(ffmpeg, address, how, info, folder, { limit: LIMITS.film, signal, progress }),
        )
        await renditions.status(bodyId, [kind], 'generating_uploading')
        await renditions.keep(bodyId, kind, made, how.video === 'none' ? 'audio/mp4' : 'video/mp4', bodyKey)
      }),
    )
  }

  private probed(subject: Subject, signal: AbortSignal): Promise<MediaInfo> {
    const { workshop, lending, ffmpeg } = this.tools
    return workshop.use((folder) =>
      lending.lend(lentOf(subject), (address) => probe(ffmpeg, address, folder, { signal })),
    )
  }
}

/** Whether it is known how it is made anew. */
function isLookedAt({ media_status: status }: Pick<RepresentationRow, 'media_status'>): boolean {
  return status === 'waiting' || status === 'in_transformation'
}

function lentOf({ bodyKey, size }: Subject) {
  return { key: bodyKey, size }
}

function typeOf(kind: PlayedKind): 'video' | 'audio' {
  return kind === 'audio' || kind === 'audio_copy' ? 'audio' : 'video'
}

/** Throws NoPreview media_not_support, too_large. */
function howFor({ subject, kind, marked }: PlayJob, info: MediaInfo): Transformation {
  const how = transformationOf(typeOf(kind), info)
  if (how === null) throw new NoPreview('media_not_support', 'nothing to play in it')
  if (subject.size > TRANSFORMED_AT_MOST) throw new NoPreview('too_large', `${subject.size} bytes to transform`)
  // What is laid over a film is drawn into it.
  return marked !== null && how.video === 'copy' ? { ...how, video: 'encode' } : how
}

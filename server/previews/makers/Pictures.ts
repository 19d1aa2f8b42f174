import { join } from 'node:path'
import type { Job } from '../../jobs/Jobs'
import { bytesAt } from '../converters/bytesAt'
import { NoPreview, type Frame } from '../converters/task'
import {
  makerJob,
  renditionJob,
  usualSlots,
  type Maker,
  type MakerTools,
  type Watermarking,
  type RenditionRequest,
} from './Maker'
import type { Plan } from '../plans'
import type { PreviewPorts } from '../ports'
import type { PreviewState } from '../Renditions'
import type { RenditionKind } from '../representations'
import type { AskedKind, PreviewTarget } from '../target'

const pictures: { kind: RenditionKind; frame: Frame }[] = [
  { kind: 'image_1024', frame: { width: 1024, height: 1024, fit: 'inside' } },
  { kind: 'image_128', frame: { width: 128, height: 128, fit: 'cover' } },
  { kind: 'image_64', frame: { width: 64, height: 64, fit: 'cover' } },
]
const pictureKinds = pictures.map(({ kind }) => kind)

/** ms per converter run */
const LIMITS = { pictures: 60_000, drawing: 20_000 }

/** The first bytes of JPEG XL, bare or in a container. */
const JPEG_XL = /^(\xff\x0a|\0{3}\x0cJXL \r\n\x87\n)/

type Making = PreviewTarget & { plan: Plan }

/** Draws pictures that libvips cannot read. Each method writes a PNG into the folder and returns the path of the PNG. */
export interface Drawing {
  /** Draws the frame that represents a video. */
  poster(video: PreviewTarget, folder: string, signal: AbortSignal): Promise<string>
  jpegXl(picture: string, folder: string, signal: AbortSignal): Promise<string>
}

/** Pictures of an image or of a video's frame; one job makes all sizes. */
export class Pictures implements Maker {
  readonly plans: readonly Plan[]
  readonly kinds: Partial<Record<AskedKind, Watermarking>> = { image_64: 'over', image_128: 'over', image_1024: 'over' }
  readonly jobs = [
    makerJob<Making>({
      kind: 'make_pictures',
      slots: usualSlots,
      makes: ({ bodyId }) => ({ bodyId, kinds: pictureKinds }),
      run: (job) => this.make(job),
    }),
  ]

  /** @param drawing null without ffmpeg */
  constructor(
    private readonly ports: Pick<PreviewPorts, 'jobs'>,
    private readonly tools: MakerTools,
    private readonly drawing: Drawing | null,
  ) {
    this.plans = drawing === null ? ['pictures'] : ['pictures', 'video']
  }

  ask(making: Making, { rendition }: RenditionRequest, again: boolean): Promise<PreviewState> {
    return this.tools.renditions.request(making.bodyId, rendition, pictureKinds, again, () =>
      this.ports.jobs.add('make_pictures', making, renditionJob(String(making.bodyId), making.asker)),
    )
  }

  private async make({ payload, signal }: Job<Making>): Promise<void> {
    const { workspace, renditions, converters } = this.tools
    await workspace.use(payload.bodyId, async (folder) => {
      const { input, extension } = await this.sourceOf(payload, folder, signal)
      const outputs = pictures.map(({ kind, frame }) => ({ path: join(folder, kind), frame }))
      const { types } = await converters.run(
        { kind: 'pictures', input, extension, outputs },
        { limit: extension === 'svg' ? LIMITS.drawing : LIMITS.pictures, signal },
      )
      await renditions.status(payload.bodyId, pictureKinds, 'generating_uploading')
      for (const [at, { path }] of outputs.entries()) {
        await renditions.store(payload.bodyId, pictureKinds[at] as RenditionKind, path, types[at] as string)
      }
    })
  }
  /** The picture itself, or a drawing by ffmpeg. */
  private async sourceOf(making: Making, folder: string, signal: AbortSignal) {
    if (making.plan === 'video') return { input: await this.drawing!.poster(making, folder, signal), extension: 'png' }
    const input = await this.tools.renditions.download(making, pictureKinds, folder, signal)
    if (!JPEG_XL.test((await bytesAt(input, 0, 12)).toString('latin1'))) return { input, extension: making.extension }
    if (this.drawing === null) throw new NoPreview('not_support', 'ffmpeg is not installed')
    return { input: await this.drawing.jpegXl(input, folder, signal), extension: 'png' }
  }
}

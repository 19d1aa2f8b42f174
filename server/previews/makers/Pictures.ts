import { join } from 'node:path'
import { PICTURE_LONG_SIDE } from '@/domain/previews/limits'
import type { ForeignFormat } from './ffmpeg'
import type { Job } from '../../jobs/Jobs'
import { bytesAt } from '../converters/bytesAt'
import type { Frame, PictureOutput } from '../converters/task'
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

const pictures: { kind: RenditionKind; frame: Frame; hasGround?: true }[] = [
  {
    kind: 'image_1024',
    frame: { width: PICTURE_LONG_SIDE, height: PICTURE_LONG_SIDE, fit: 'inside' },
    hasGround: true,
  },
  { kind: 'image_128', frame: { width: 128, height: 128, fit: 'cover' } },
  { kind: 'image_64', frame: { width: 64, height: 64, fit: 'cover' } },
]
const pictureKinds = pictures.map(({ kind }) => kind)

/** For a closer look, made when somebody zooms. */
const LARGE = 'image_large'

/** ms per converter run */
const LIMITS = { pictures: 60_000, drawing: 20_000 }

/** The first bytes of JPEG XL and of JPEG 2000, bare or in a container, and ffmpeg's name of the format. */
const foreign: readonly { begins: RegExp; format: ForeignFormat }[] = [
  { begins: /^(\xff\x0a|\0{3}\x0cJXL \r\n\x87\n)/, format: 'jpegxl_pipe' },
  { begins: /^(\xff\x4f\xff\x51|\0{3}\x0cjP {2}\r\n\x87\n)/, format: 'j2k_pipe' },
]

type Making = PreviewTarget & { plan: Plan }

interface Source {
  input: string
  extension: string
}

function isDrawing(extension: string): boolean {
  return extension === 'svg' || extension === 'svgz'
}

/** Draws pictures that libvips cannot read. Each method writes a PNG into the folder and returns the path of the PNG. */
export interface Drawing {
  /** Draws the frame that represents a video. */
  poster(video: PreviewTarget, folder: string, signal: AbortSignal): Promise<string>
  decode(picture: string, format: ForeignFormat, folder: string, signal: AbortSignal): Promise<string>
  /** Whether a process has ffmpeg. If this machine lacks it, drawing hands the job over. */
  readonly hasFfmpeg: boolean
}

/** Pictures of an image or of a video's frame; one job makes all sizes. */
export class Pictures implements Maker {
  readonly kinds: Partial<Record<AskedKind, Watermarking>> = {
    image_64: 'over',
    image_128: 'over',
    image_1024: 'over',
    image_large: 'over',
  }
  readonly jobs = [
    makerJob<Making>({
      kind: 'make_pictures',
      slots: usualSlots,
      makes: ({ bodyId }) => ({ bodyId, kinds: pictureKinds }),
      run: (job) => this.make(job),
    }),
    makerJob<Making>({
      kind: 'make_large_picture',
      slots: usualSlots,
      makes: ({ bodyId }) => ({ bodyId, kinds: [LARGE] }),
      run: (job) => this.makeLarge(job),
    }),
  ]

  constructor(
    private readonly ports: Pick<PreviewPorts, 'jobs'>,
    private readonly tools: MakerTools,
    private readonly drawing: Drawing,
  ) {}

  get plans(): readonly Plan[] {
    return this.drawing.hasFfmpeg ? ['pictures', 'scan', 'video'] : ['pictures', 'scan']
  }

  ask(making: Making, { kind, rendition }: RenditionRequest, again: boolean): Promise<PreviewState> {
    const [job, kinds] =
      kind === LARGE ? (['make_large_picture', [rendition]] as const) : (['make_pictures', pictureKinds] as const)
    return this.tools.renditions.request(making.bodyId, rendition, [...kinds], again, () =>
      this.ports.jobs.add(job, making, renditionJob(String(making.bodyId), making.asker)),
    )
  }

  private async make({ payload, signal }: Job<Making>): Promise<void> {
    const { bodyId, bodyKey, size, plan } = payload
    const { workspace, renditions } = this.tools
    await workspace.use(bodyId, async (folder) => {
      const source = await this.sourceOf(payload, pictureKinds, folder, signal)
      const outputs = pictures.map((picture) => ({ ...picture, path: join(folder, picture.kind) }))
      const { types, motion } = await this.draw(source, outputs, signal)
      await renditions.status(bodyId, pictureKinds, 'generating_uploading')
      for (const [at, { kind, path }] of outputs.entries()) {
        // Only the large picture moves, and only in the file itself.
        if (kind === 'image_1024' && motion !== undefined && plan !== 'video')
          await renditions.recordMade(bodyId, kind, { key: bodyKey, size, contentType: motion }, { original: bodyKey })
        else await renditions.store(bodyId, kind, path, types[at] as string, { original: bodyKey })
      }
    })
  }

  private async makeLarge({ payload, signal }: Job<Making>): Promise<void> {
    const { workspace, renditions } = this.tools
    await workspace.use(payload.bodyId, async (folder) => {
      const source = await this.sourceOf(payload, [LARGE], folder, signal)
      const output = { path: join(folder, LARGE), frame: { fit: 'close' }, hasGround: true } as const
      const { types } = await this.draw(source, [output], signal)
      await renditions.store(payload.bodyId, LARGE, output.path, types[0] as string)
    })
  }

  private draw({ input, extension }: Source, outputs: readonly PictureOutput[], signal: AbortSignal) {
    return this.tools.converters.run(
      {
        kind: 'pictures',
        input,
        extension,
        outputs: outputs.map(({ path, frame, hasGround }) => ({ path, frame, hasGround })),
      },
      { limit: isDrawing(extension) ? LIMITS.drawing : LIMITS.pictures, signal },
    )
  }

  /** The picture itself, or a drawing by ffmpeg. */
  private async sourceOf(making: Making, kinds: RenditionKind[], folder: string, signal: AbortSignal): Promise<Source> {
    if (making.plan === 'video') return { input: await this.drawing.poster(making, folder, signal), extension: 'png' }
    const input = await this.tools.renditions.download(making, kinds, folder, signal)
    const head = (await bytesAt(input, 0, 12)).toString('latin1')
    const format = foreign.find(({ begins }) => begins.test(head))?.format
    if (format === undefined) return { input, extension: making.extension }
    return { input: await this.drawing.decode(input, format, folder, signal), extension: 'png' }
  }
}

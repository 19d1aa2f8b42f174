import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { PreviewStatus } from '@/contract/entities'
import type { PreviewReason } from '@/contract/errors'
import type { PageRun } from '@/contract/preview'
import { extensionOf } from '@/domain/items/extension'
import type { Job } from '../jobs/Jobs'
import { Archives } from './Archives'
import { checkOffice } from './convert/officeCheck'
import { NoPreview, type ArchiveEntry, type Content, type Frame } from './convert/task'
import { Converters } from './Converters'
import { findFfmpeg, type Ffmpeg } from './ffmpeg'
import { LocalRangeServer } from './LocalRangeServer'
import { Media } from './Media'
import { findOffice, officeToPdf } from './office'
import { PagePictures } from './PagePictures'
import { hasPictures, isTooLarge, planOf, type Plan } from './plans'
import type { PreviewPorts } from './ports'
import type { AskedKind, PreviewTarget, Watermark } from './target'
import { Renditions, safeExtension, type PreviewState } from './Renditions'
import { findRepresentation, type Made, type RenditionKind } from './representations'
import { TempWorkspace } from './TempWorkspace'

const pictures: { kind: RenditionKind; frame: Frame }[] = [
  { kind: 'image_1024', frame: { width: 1024, height: 1024, fit: 'inside' } },
  { kind: 'image_128', frame: { width: 128, height: 128, fit: 'cover' } },
  { kind: 'image_64', frame: { width: 64, height: 64, fit: 'cover' } },
]
const pictureKinds = pictures.map(({ kind }) => kind)

/** ms a converter may take. */
const LIMITS = {
  pictures: 60_000,
  drawing: 20_000,
  check: 30_000,
  pdf: 60_000,
  office: 120_000,
  watermark: 600_000,
  content: 60_000,
}

const picturesOnly = ['image_64', 'image_128', 'image_1024'] as const
/** What can be made of a file. */
const kindsOf: Record<Plan, readonly AskedKind[]> = {
  pictures: picturesOnly,
  pdf: ['pdf'],
  text: ['pdf'],
  markdown: ['pdf'],
  office: ['pdf'],
  video: ['video', ...picturesOnly],
  audio: ['audio'],
  archive: ['zip'],
}

/** Commands, null for none; each is looked for where nothing is said. */
export interface PreviewPrograms {
  soffice?: string | null
  ffmpeg?: Ffmpeg | null
}

interface WatermarkJob {
  bodyId: number
  kind: 'image_64' | 'image_128' | 'image_1024' | 'pdf'
  watermark: Watermark
}

type Making = PreviewTarget & { plan: Plan }

/** Renditions of files: asked for, made by jobs, kept in the store (1§4, decisions 46). */
export class Previews {
  private readonly converters = new Converters(2 * availableParallelism() + 2)
  private readonly renditions: Renditions
  private readonly pages: PagePictures
  private readonly archives: Archives
  /** Null without ffmpeg. */
  private readonly media: Media | null

  private constructor(
    private readonly dependencies: PreviewPorts,
    private readonly workspace: TempWorkspace,
    private readonly rangeServer: LocalRangeServer,
    private readonly soffice: string | null,
    ffmpeg: Ffmpeg | null,
  ) {
    this.renditions = new Renditions(dependencies, workspace)
    const tools = { workspace, converters: this.converters, renditions: this.renditions }
    this.pages = new PagePictures(dependencies, tools)
    this.archives = new Archives(dependencies, tools)
    this.media = ffmpeg && new Media(dependencies, { ...tools, rangeServer, ffmpeg })
  }

  /**
   * Takes its kinds of jobs; before the jobs start.
   * @param programs LibreOffice's command and ffmpeg's, null for none; looked for where nothing is said
   */
  static async open(dependencies: PreviewPorts, programs: PreviewPrograms = {}): Promise<Previews> {
    const { soffice = await findOffice(), ffmpeg = await findFfmpeg() } = programs
    const { log, storage } = dependencies
    if (soffice === null)
      log.warn('LibreOffice is not installed: office documents have no preview. The package is libreoffice.')
    if (ffmpeg === null)
      log.warn('ffmpeg is not installed: videos and audio files have no preview. The package is ffmpeg.')
    const previews = new Previews(
      dependencies,
      await TempWorkspace.open(storage),
      await LocalRangeServer.open(storage),
      soffice,
      ffmpeg,
    )
    previews.takeJobs()
    previews.pages.takeJobs()
    previews.archives.takeJobs()
    previews.media?.takeJobs()
    return previews
  }

  /** After the jobs have stopped. */
  async close(): Promise<void> {
    this.converters.close()
    await this.rangeServer.close()
    await this.workspace.close()
  }

  /** Begins the thumbnails of a file that has just come. */
  async began(target: PreviewTarget): Promise<void> {
    if (hasPictures(target.extension)) await this.ask(target, 'image_128', null)
  }

  /**
   * Where a rendition stands; begins it when nobody has. For `watermark` users it is one that carries their mark, and an audio is none of
   * the file itself. `again` makes anew what has failed, and what succeeded more than a minute ago.
   */
  async ask(target: PreviewTarget, kind: AskedKind, watermark: Watermark | null, again = false): Promise<PreviewState> {
    const refusal = this.refusalOf(target, kind)
    if (refusal !== null) return refusal
    const plan = planOf(target.extension)!
    if (kind === 'zip') return this.archives.askList(target, again)
    if (kind === 'video' || kind === 'audio') return this.media!.ask(target, kind, watermark, again)

    const plain = await this.wanted({ ...target, plan }, kind, again)
    if (watermark === null || plain.status === 'generating_failed') return plain
    if (plain.status !== 'generated') return { ...plain, status: 'generating_started', made: null }
    return this.wantedWatermarked(target, kind, watermark, again)
  }

  /** What an archive holds, sorted by name. @param list as `ask` made it for `zip` @param name of the archive */
  entriesOf(list: Made, name: string): Promise<ArchiveEntry[]> {
    return this.archives.read(list, name)
  }

  /**
   * A file in an archive, taken out so that it can be asked for as any other; until then where that stands. It is not taken out for
   * what cannot be made of it. `again` tries once more what has failed. @param kind what will be asked for; `original` for the file itself
   */
  async openEntry(
    archive: PreviewTarget,
    found: ArchiveEntry,
    kind: AskedKind | 'original',
    again = false,
  ): Promise<{ state: PreviewState; target: PreviewTarget | null }> {
    const asked = { extension: extensionOf(found.path), size: found.size }
    const refusal = found.isEncrypted
      ? refused('generating_failed', 'zip_encrypted')
      : kind === 'original'
        ? null
        : this.refusalOf(asked, kind)
    // An archive within an archive is looked into once it is saved.
    if (refusal !== null || kind === 'zip')
      return { state: refusal ?? refused('not_support', 'not_support'), target: null }
    return this.archives.askEntry(archive, found, again)
  }

  private refusalOf(
    { extension, size }: Pick<PreviewTarget, 'extension' | 'size'>,
    kind: AskedKind,
  ): PreviewState | null {
    const plan = planOf(extension)
    if (plan === null || !kindsOf[plan].includes(kind) || !this.canMake(plan))
      return refused('not_support', 'not_support')
    if (size === 0) return refused('generating_failed', 'empty')
    return isTooLarge(plan, size) ? refused('generating_failed', 'too_large') : null
  }

  private canMake(plan: Plan): boolean {
    if (plan === 'office') return this.soffice !== null
    return (plan !== 'video' && plan !== 'audio') || this.media !== null
  }

  /** Where the list of a document's pages stands, which `pageSizes` reads; its PDF is made first. `again` as in `ask`. */
  async askPages(target: PreviewTarget, again = false): Promise<PreviewState> {
    const pdf = await this.ask(target, 'pdf', null, again)
    return pdf.made === null ? pdf : this.pages.askList(target.bodyId, again)
  }

  /** Sizes of a document's pages. @param list as `askPages` made it */
  pageSizes(list: Made): Promise<PageRun[]> {
    return this.pages.read(list)
  }

  /** Where the picture of one page stands, from 1. For `watermark` users it carries their name. What has failed is tried again after a minute. */
  async askPage(target: PreviewTarget, page: number, watermark: Watermark | null): Promise<PreviewState> {
    const pdf = await this.ask(target, 'pdf', null)
    return pdf.made === null ? pdf : this.pages.askPage(target.bodyId, page, watermark)
  }

  /** The picture of one page, from 1, where it is there. */
  findPage({ bodyId }: Pick<PreviewTarget, 'bodyId'>, page: number, watermark: Watermark | null): Promise<Made | null> {
    return this.pages.findPage(bodyId, page, watermark)
  }

  /** Whether a file has a text that can be read: one that can be shown as a document. */
  isReadable({ extension, size }: Pick<PreviewTarget, 'extension' | 'size'>): boolean {
    const plan = planOf(extension)
    return plan !== null && kindsOf[plan].includes('pdf') && this.canMake(plan) && size > 0 && !isTooLarge(plan, size)
  }

  /** The text of a readable file; null where it has none that can be had, such as a PDF with a password. */
  async readContent(target: PreviewTarget, signal: AbortSignal): Promise<Content | null> {
    try {
      return await this.workspace.use((folder) => this.readIn(folder, target, signal))
    } catch (error) {
      if (!(error instanceof NoPreview)) throw error
      this.dependencies.log.info({ bodyId: target.bodyId, reason: error.reason, detail: error.message }, 'no text')
      return null
    }
  }

  private async readIn(
    folder: string,
    { bodyId, bodyKey, extension }: PreviewTarget,
    signal: AbortSignal,
  ): Promise<Content | null> {
    const plan = planOf(extension)
    // Who has opened it since has had it converted already.
    const made = plan === 'office' ? await findRepresentation(this.dependencies.db, bodyId, 'pdf') : undefined
    if (made?.status === 'generating_failed' && made.reason !== 'server_error')
      throw new NoPreview(made.reason ?? 'failure', 'not convertible either')
    const input = join(folder, `in.${made?.body_key ? 'pdf' : safeExtension(extension)}`)
    await this.workspace.fetch(made?.body_key ?? bodyKey, input, signal)
    const isOffice = plan === 'office' && !made?.body_key
    const source = isOffice ? await this.convertToPdf(plan, input, folder, signal) : input
    const from = plan === 'text' || plan === 'markdown' ? plan : 'pdf'
    const { content } = await this.converters.run(
      { kind: 'readContent', input: source, from },
      { limit: LIMITS.content, signal },
    )
    return content ?? null
  }

  private async wanted(making: Making, kind: RenditionKind, again: boolean): Promise<PreviewState> {
    const isPicture = kind !== 'pdf'
    return this.renditions.note(making.bodyId, kind, isPicture ? pictureKinds : [kind], again, () =>
      this.dependencies.jobs.add(isPicture ? 'make_pictures' : 'make_pdf', making, {
        dedupeKey: String(making.bodyId),
      }),
    )
  }

  private async wantedWatermarked(
    { bodyId }: PreviewTarget,
    kind: WatermarkJob['kind'],
    watermark: Watermark,
    again: boolean,
  ): Promise<PreviewState> {
    const job: WatermarkJob = { bodyId, kind, watermark }
    const own = watermarkedKind(job)
    await this.renditions.renewWatermark(bodyId, own)
    return this.renditions.note(bodyId, own, [own], again, () =>
      this.dependencies.jobs.add('watermark', job, { dedupeKey: `${bodyId}:${own}` }),
    )
  }

  private takeJobs(): void {
    const { jobs } = this.dependencies
    const processors = availableParallelism()
    jobs.handle<Making>(
      'make_pictures',
      {
        run: (job) => this.renditions.tryFor(job.payload.bodyId, pictureKinds, () => this.makePictures(job)),
        givenUp: ({ bodyId }) => this.renditions.failed(bodyId, pictureKinds, 'server_error'),
      },
      processors,
    )
    jobs.handle<Making>(
      'make_pdf',
      {
        run: (job) => this.renditions.tryFor(job.payload.bodyId, ['pdf'], () => this.makePdf(job)),
        givenUp: ({ bodyId }) => this.renditions.failed(bodyId, ['pdf'], 'server_error'),
      },
      processors,
    )
    jobs.handle<WatermarkJob>(
      'watermark',
      {
        run: (job) =>
          this.renditions.tryFor(job.payload.bodyId, [watermarkedKind(job.payload)], () => this.makeWatermarked(job)),
        givenUp: (payload) => this.renditions.failed(payload.bodyId, [watermarkedKind(payload)], 'server_error'),
      },
      2,
    )
  }

  private async makePictures({ payload, signal }: Job<Making>): Promise<void> {
    await this.workspace.use(async (folder) => {
      const isVideo = payload.plan === 'video'
      const input = isVideo
        ? await this.media!.poster(payload, folder, signal)
        : await this.renditions.download(payload, pictureKinds, folder, signal)
      const outputs = pictures.map(({ kind, frame }) => ({ path: join(folder, kind), frame }))
      const { types } = await this.converters.run(
        { kind: 'pictures', input, extension: isVideo ? 'png' : payload.extension, outputs },
        { limit: payload.extension === 'svg' ? LIMITS.drawing : LIMITS.pictures, signal },
      )
      await this.renditions.status(payload.bodyId, pictureKinds, 'generating_uploading')
      for (const [at, { path }] of outputs.entries()) {
        await this.renditions.keep(payload.bodyId, pictureKinds[at] as RenditionKind, path, types[at] as string)
      }
    })
  }

  private async makePdf({ payload, signal }: Job<Making>): Promise<void> {
    const { bodyId, bodyKey, plan, size } = payload
    await this.workspace.use(async (folder) => {
      const input = await this.renditions.download(payload, ['pdf'], folder, signal)
      if (plan === 'pdf') {
        await this.converters.run({ kind: 'checkPdf', input }, { limit: LIMITS.check, signal })
        return void (await this.renditions.made(
          bodyId,
          'pdf',
          { key: bodyKey, size, contentType: 'application/pdf' },
          bodyKey,
        ))
      }
      const output = await this.convertToPdf(plan, input, folder, signal)
      await this.renditions.status(bodyId, ['pdf'], 'generating_uploading')
      await this.renditions.keep(bodyId, 'pdf', output, 'application/pdf', bodyKey)
    })
  }

  private async convertToPdf(plan: Plan, input: string, folder: string, signal: AbortSignal): Promise<string> {
    if (plan === 'office') {
      if (this.soffice === null) throw new NoPreview('not_support', 'LibreOffice is gone')
      await checkOffice(input)
      return officeToPdf(this.soffice, input, folder, { limit: LIMITS.office, signal })
    }
    const output = join(folder, 'out.pdf')
    await this.converters.run(
      { kind: plan === 'markdown' ? 'markdownPdf' : 'textPdf', input, output },
      { limit: LIMITS.pdf, signal },
    )
    return output
  }

  private async makeWatermarked({ payload, signal }: Job<WatermarkJob>): Promise<void> {
    const { bodyId, kind, watermark } = payload
    const own = watermarkedKind(payload)
    const plain = await findRepresentation(this.dependencies.db, bodyId, kind)
    if (!plain?.body_key) throw new Error(`nothing to watermark: ${kind} of body ${bodyId}`)
    const source = plain.body_key
    await this.workspace.use(async (folder) => {
      const input = await this.renditions.download(
        { bodyId, bodyKey: source, extension: kind === 'pdf' ? 'pdf' : 'picture' },
        [own],
        folder,
        signal,
      )
      const output = join(folder, 'made')
      const task = {
        kind: kind === 'pdf' ? 'watermarkPdf' : 'watermarkPicture',
        input,
        output,
        watermark: watermark.text,
      } as const
      const { types } = await this.renditions.reportProgress(bodyId, own, (progress) =>
        this.converters.run(task, { limit: LIMITS.watermark, signal, progress }),
      )
      await this.renditions.status(bodyId, [own], 'generating_uploading')
      await this.renditions.keep(bodyId, own, output, types[0] as string)
    })
  }
}

function refused(status: PreviewStatus, reason: PreviewReason): PreviewState {
  return { status, progress: 0, reason, made: null }
}

function watermarkedKind({ kind, watermark }: WatermarkJob): RenditionKind {
  return `${kind}@${watermark.actor}`
}

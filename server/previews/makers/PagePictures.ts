import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { writeFile } from 'node:fs/promises'
import type { PageRun, TextEncoding } from '@/contract/previews/previews'
import type { PageLine } from '@/contract/previews/pageTexts'
import type { PageList } from '../converters/task'
import { LIST, type TextList } from '../converters/pdf/textList'
import type { PreviewPorts } from '../ports'
import type { Job } from '../../jobs/Jobs'
import { bytesOf } from './beginnings'
import { makerJob, renditionJob, textJobKey, usualSlots, type MakerTools } from './Maker'
import type { PreviewTarget, Watermark } from '../target'
import { AGAIN_AFTER, type PreviewState } from '../Renditions'
import { findRepresentation, madeOf, markUsed, type Made, type PageSize, type RenditionKind } from '../representations'
import { readAs, renditionFor } from '../watermarks'

/** ms per converter run */
const LIMITS = { list: 60_000, texts: 100_000, page: 30_000 }
const NOTHING = Buffer.alloc(0)

export interface AskedPage {
  /** from 1 */
  page: number
  /** `small`: for the strip of pages. `light`: readable, of few bytes. */
  size?: PageSize
}

interface PageJob extends AskedPage {
  bodyId: number
  watermark: Watermark | null
  encoding?: TextEncoding
}

type ListJob = Pick<PageJob, 'bodyId' | 'encoding'>

/** Pictures and texts of documents' pages. Each picture is drawn from the finished PDF when the page is first viewed (decisions 46). */
export class PagePictures {
  readonly jobs = [
    makerJob<ListJob>({
      kind: 'list_pages',
      slots: usualSlots,
      makes: ({ bodyId, encoding }) => ({ bodyId, kinds: [readAs('pages', encoding)] }),
      run: (job) => this.makeList(job),
    }),
    makerJob<ListJob>({
      kind: 'read_pages',
      slots: usualSlots,
      makes: ({ bodyId, encoding }) => ({ bodyId, kinds: [readAs('page_texts', encoding)] }),
      run: (job) => this.makeTexts(job),
    }),
    makerJob<PageJob>({
      kind: 'draw_page',
      slots: usualSlots,
      makes: (payload) => ({ bodyId: payload.bodyId, kinds: [kindOf(payload)] }),
      run: (job) => this.makePage(job),
    }),
  ]

  constructor(
    private readonly dependencies: Pick<PreviewPorts, 'db' | 'storage' | 'jobs' | 'clock'>,
    private readonly tools: MakerTools,
  ) {}

  /** The state of the list of pages, which `read` reads. */
  askList(target: PreviewTarget, again: boolean): Promise<PreviewState> {
    return this.askOf('list_pages', 'pages', target, again)
  }

  /** The state of the texts of the pages, which `readTexts` reads. */
  askTexts(target: PreviewTarget): Promise<PreviewState> {
    return this.askOf('read_pages', 'page_texts', target, false)
  }

  /** The lines of the pages of a portion, from 0; none beyond the end. */
  async readTexts({ key, size }: Made, portion: number): Promise<{ isCut: boolean; pages: PageLine[][] }> {
    const start = await bytesOf(this.dependencies, key, NOTHING, 0, Math.min(size, LIST))
    const end = start.indexOf('\n')
    const { portions, isCut } = JSON.parse(start.toString('utf8', 0, end)) as TextList
    const length = portions[portion]
    if (length === undefined) return { isCut, pages: [] }
    const at = end + 1 + portions.slice(0, portion).reduce((sum, bytes) => sum + bytes, 0)
    const bytes = await bytesOf(this.dependencies, key, start, at, length)
    return { isCut, pages: JSON.parse(bytes.toString()) as PageLine[][] }
  }

  async read({ key }: Made): Promise<PageList> {
    const list = JSON.parse(await text(await this.dependencies.storage.read(key))) as PageList | PageRun[]
    // Reads lists of earlier releases.
    return Array.isArray(list) ? { sizes: list, span: null } : list
  }

  /** The state of the picture of a page. A failed picture is tried again after a minute, because the server may have been overloaded. */
  async askPage(
    { bodyId, encoding, asker }: PreviewTarget,
    { page, size }: AskedPage,
    watermark: Watermark | null,
  ): Promise<PreviewState> {
    const { db, jobs, clock } = this.dependencies
    const job: PageJob = { bodyId, page, size, watermark, encoding }
    const kind = kindOf(job)
    if (watermark) await this.tools.renditions.renewWatermark(bodyId, kind, watermark)
    const before = await findRepresentation(db, bodyId, kind)
    const again =
      before?.status === 'generating_failed' && before.updated_at.getTime() < clock().getTime() - AGAIN_AFTER
    return this.tools.renditions.request(bodyId, kind, [kind], again, () =>
      jobs.add('draw_page', job, renditionJob(`${bodyId}:${kind}`, asker)),
    )
  }

  /** The picture of a page; null when it is not made. */
  async findPage(
    { bodyId, encoding }: Pick<PreviewTarget, 'bodyId' | 'encoding'>,
    { page, size }: AskedPage,
    watermark: Watermark | null,
  ): Promise<Made | null> {
    const { db, clock } = this.dependencies
    const row = await findRepresentation(db, bodyId, kindOf({ page, size, watermark, encoding }))
    if (!row || row.updated_at.getTime() < (watermark?.hour ?? 0)) return null
    await markUsed(db, row, clock())
    return madeOf(row)
  }

  private askOf(
    job: string,
    plain: 'pages' | 'page_texts',
    { bodyId, encoding, asker }: PreviewTarget,
    again: boolean,
  ): Promise<PreviewState> {
    const kind = readAs(plain, encoding)
    return this.tools.renditions.request(bodyId, kind, [kind], again, () =>
      this.dependencies.jobs.add(job, { bodyId, encoding }, renditionJob(textJobKey({ bodyId, encoding }), asker)),
    )
  }

  private makeTexts({ payload, signal }: Job<ListJob>): Promise<void> {
    return this.fromPdf(payload, readAs('page_texts', payload.encoding), signal, async (input, output) => {
      await this.tools.converters.run({ kind: 'readPages', input, output }, { limit: LIMITS.texts, signal })
      return 'application/json'
    })
  }

  private makeList({ payload, signal }: Job<ListJob>): Promise<void> {
    return this.fromPdf(payload, readAs('pages', payload.encoding), signal, async (input, output) => {
      const { pages } = await this.tools.converters.run({ kind: 'listPages', input }, { limit: LIMITS.list, signal })
      await writeFile(output, JSON.stringify(pages), { flag: 'wx' })
      return 'application/json'
    })
  }

  private makePage({ payload, signal }: Job<PageJob>): Promise<void> {
    return this.fromPdf(payload, kindOf(payload), signal, async (input, output) => {
      const { page, size, watermark } = payload
      const task = { kind: 'drawPage', input, output, page, size, watermark: watermark?.text ?? null } as const
      const { types } = await this.tools.converters.run(task, { limit: LIMITS.page, signal })
      return types[0] as string
    })
  }

  /** @param make writes the output and returns its media type */
  private async fromPdf(
    { bodyId, encoding, watermark }: ListJob & Partial<Pick<PageJob, 'watermark'>>,
    kind: RenditionKind,
    signal: AbortSignal,
    make: (input: string, output: string) => Promise<string>,
  ): Promise<void> {
    const { workspace, renditions } = this.tools
    const pdf = await findRepresentation(this.dependencies.db, bodyId, readAs('pdf', encoding))
    if (!pdf?.body_key) throw new Error(`body ${bodyId} has no PDF`)
    const bodyKey = pdf.body_key
    await workspace.use(bodyId, async (folder) => {
      const input = await renditions.download({ bodyId, bodyKey, extension: 'pdf' }, [kind], folder, signal)
      const output = join(folder, 'made')
      await renditions.store(bodyId, kind, output, await make(input, output), { watermark })
    })
  }
}

function kindOf({ page, size, watermark, encoding }: Omit<PageJob, 'bodyId'>): RenditionKind {
  return renditionFor(size ? `page_${page}_${size}` : `page_${page}`, watermark, encoding)
}

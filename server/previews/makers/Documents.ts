import { join } from 'node:path'
import { documentKindOf } from '@/domain/documents/roots'
import type { Job } from '../../jobs/Jobs'
import { isBlockFormat, NoPreview, TookTooLong, type Content, type ContentSource } from '../converters/task'
import {
  makerJob,
  renditionJob,
  textJobKey,
  usualSlots,
  type Maker,
  type MakerTools,
  type Watermarking,
  type RenditionRequest,
} from './Maker'
import { MadeNothing, officeToPdf, type Office } from './office'
import { isCode, planOf, type Plan } from '../plans'
import type { PreviewPorts } from '../ports'
import { lackOf } from '../programs'
import { safeExtension, type PreviewState } from '../Renditions'
import { findRepresentation } from '../representations'
import type { AskedKind, PreviewTarget } from '../target'
import { readAs } from '../watermarks'

/** ms per converter run */
const LIMITS = { check: 30_000, pdf: 240_000, content: 100_000 }

type Making = PreviewTarget & { plan: Plan }

/** How the text of a file is read. */
function sourceOf(extension: string, plan: Plan | null): ContentSource {
  if (isBlockFormat(extension)) return extension
  return documentKindOf(extension) ?? (plan === 'text' || plan === 'markdown' ? plan : 'pdf')
}

/** PDFs of documents, and their text for the search. */
export class Documents implements Maker {
  readonly kinds: Partial<Record<AskedKind, Watermarking>> = { pdf: 'over' }
  readonly jobs = [
    // Two kinds of jobs, so that other files do not wait behind slow office files.
    this.job('make_pdf'),
    { ...this.job('convert_office'), program: 'office' as const },
  ]

  /** @param office null without LibreOffice, and when nothing confines LibreOffice and the configuration does not permit that */
  constructor(
    private readonly ports: Pick<PreviewPorts, 'db' | 'jobs' | 'log' | 'lease'>,
    private readonly tools: MakerTools,
    private readonly office: Office | null,
  ) {}

  get plans(): readonly Plan[] {
    const plans = ['pdf', 'text', 'markdown', 'blocks', 'scan'] as const
    return this.ports.lease.has('office') ? [...plans, 'office'] : plans
  }

  ask(making: Making, { rendition }: RenditionRequest, again: boolean): Promise<PreviewState> {
    return this.tools.renditions.request(making.bodyId, rendition, [rendition], again, () =>
      this.ports.jobs.add(
        making.plan === 'office' ? 'convert_office' : 'make_pdf',
        making,
        renditionJob(textJobKey(making), making.asker),
      ),
    )
  }

  private job(kind: string) {
    return makerJob<Making>({
      kind,
      slots: usualSlots,
      makes: ({ bodyId, encoding }) => ({ bodyId, kinds: [readAs('pdf', encoding)] }),
      run: (job) => this.make(job),
    })
  }

  /** The text of a document; null when it has no accessible text, such as a PDF with a password. */
  async readContent(target: PreviewTarget, signal: AbortSignal): Promise<Content | null> {
    try {
      return await this.use(target.bodyId, (folder) => this.readIn(folder, target, signal))
    } catch (error) {
      // The machine may have been busy: the job of the index is repeated.
      if (!(error instanceof NoPreview) || error instanceof TookTooLong) throw error
      this.ports.log.info(
        { bodyId: target.bodyId, reason: error.reason, detail: error.message },
        'cannot extract the text',
      )
      return null
    }
  }

  private async readIn(
    folder: string,
    { bodyId, bodyKey, extension }: PreviewTarget,
    signal: AbortSignal,
  ): Promise<Content | null> {
    const plan = planOf(extension)
    // A document that somebody opened before has a PDF already.
    const made = plan === 'office' ? await findRepresentation(this.ports.db, bodyId, 'pdf') : undefined
    if (made?.status === 'generating_failed' && made.reason !== 'server_error')
      throw new NoPreview(made.reason ?? 'failure', 'not convertible either')
    const input = join(folder, `in.${made?.body_key ? 'pdf' : safeExtension(extension)}`)
    await this.tools.workspace.fetch(made?.body_key ?? bodyKey, input, signal)
    const isOffice = plan === 'office' && !made?.body_key
    const source = isOffice ? await this.convertOffice(input, folder, signal) : input
    const from = sourceOf(extension, plan)
    const { content } = await this.tools.converters.run(
      { kind: 'readContent', input: source, from },
      { limit: LIMITS.content, signal },
    )
    return content ?? null
  }

  private async make({ payload, signal }: Job<Making>): Promise<void> {
    const { bodyId, bodyKey, plan, size, encoding } = payload
    const kind = readAs('pdf', encoding)
    const { renditions, converters } = this.tools
    await this.use(bodyId, async (folder) => {
      const input = await renditions.download(payload, [kind], folder, signal)
      if (plan === 'pdf') {
        await converters.run({ kind: 'checkPdf', input }, { limit: LIMITS.check, signal })
        const itself = { key: bodyKey, size, contentType: 'application/pdf' }
        return void (await renditions.recordMade(bodyId, 'pdf', itself, { original: bodyKey }))
      }
      const output =
        plan === 'scan'
          ? await this.joinPages(bodyId, input, folder, signal)
          : plan === 'office'
            ? await this.convertOffice(input, folder, signal)
            : await this.convertText(payload, input, folder, signal)
      await renditions.status(bodyId, [kind], 'generating_uploading')
      await renditions.store(bodyId, kind, output, 'application/pdf', { original: bodyKey })
    })
  }

  /** Runs with a temporary folder. Runs again, in another folder, if LibreOffice makes nothing: the first run may have put links into its own. */
  private async use<T>(bodyId: number, run: (folder: string) => Promise<T>): Promise<T> {
    try {
      return await this.tools.workspace.use(bodyId, run)
    } catch (error) {
      if (!(error instanceof MadeNothing)) throw error
      return this.tools.workspace.use(bodyId, run)
    }
  }

  /** Shows words instead of empty pages, and behind pages from which a part is missing. */
  private async sayWhatIsMissing(pdf: string, lacksParts: boolean, signal: AbortSignal): Promise<void> {
    try {
      await this.tools.converters.run({ kind: 'replaceBlank', input: pdf, lacksParts }, { limit: LIMITS.check, signal })
    } catch (error) {
      // A page that cannot be drawn here is not known to be empty.
      if (!(error instanceof NoPreview)) throw error
    }
  }

  private async joinPages(bodyId: number, input: string, folder: string, signal: AbortSignal): Promise<string> {
    const output = join(folder, 'out.pdf')
    await this.tools.renditions.reportProgress(bodyId, 'pdf', (progress) =>
      this.tools.converters.run({ kind: 'scanPdf', input, output }, { limit: LIMITS.pdf, signal, progress }),
    )
    return output
  }

  private async convertOffice(input: string, folder: string, signal: AbortSignal): Promise<string> {
    if (this.office === null) throw lackOf('office', this.ports.lease)
    const own = join(folder, 'own.pdf')
    const { standIn, lacksParts = false } = await this.tools.converters.run(
      { kind: 'checkOffice', input, output: own },
      { limit: LIMITS.check, signal },
    )
    if (standIn === 'whole') return own
    const pdf = await officeToPdf(this.office, input, folder, { signal }).catch((error: unknown) => {
      if (standIn === undefined || !(error instanceof NoPreview) || error instanceof TookTooLong) throw error
      return own
    })
    if (pdf !== own) await this.sayWhatIsMissing(pdf, lacksParts, signal)
    return pdf
  }

  private async convertText(
    { plan, extension, encoding }: Pick<Making, 'plan' | 'extension' | 'encoding'>,
    input: string,
    folder: string,
    signal: AbortSignal,
  ): Promise<string> {
    const output = join(folder, 'out.pdf')
    await this.tools.converters.run(
      isBlockFormat(extension)
        ? { kind: 'blocksPdf', input, output, format: extension }
        : plan === 'markdown'
          ? { kind: 'markdownPdf', input, output, encoding }
          : { kind: 'textPdf', input, output, encoding, isCode: isCode(extension) },
      { limit: LIMITS.pdf, signal },
    )
    return output
  }
}

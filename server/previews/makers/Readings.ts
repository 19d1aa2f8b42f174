import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReadingBlock, ReadingHeading } from '@/contract/previews/reading'
import { hasReadingMode } from '@/domain/previews/viewerOf'
import { isBlockFormat, NoPreview, type ReadingFormat } from '../converters/task'
import { LIST, type PieceList } from '../converters/reading/pieceList'
import type { Job } from '../../jobs/Jobs'
import { isCode, type Plan } from '../plans'
import type { PreviewPorts } from '../ports'
import { lackOf } from '../programs'
import type { PreviewState } from '../Renditions'
import type { Made, RenditionKind } from '../representations'
import type { PreviewTarget } from '../target'
import { readAs } from '../watermarks'
import { askWithBeginning, bytesOf, makeInOrder } from './beginnings'
import { makerJob, officeSlots, usualSlots, type MakerTools } from './Maker'
import { convertOffice, MadeNothing, type Office } from './office'

/** ms of a converter's run */
const LIMIT = 240_000
const CHECK = 30_000
/** bytes of a text that are made first, so that a reader of a longer text sees its beginning soon */
const BEGINNING = 64 * 1024
/** Documents that are read without LibreOffice. */
const WORD = ['docx', 'docm', 'dotx', 'dotm']
const NOTHING = Buffer.alloc(0)
/** `plan` is null for a document that people edit together. */
type Making = PreviewTarget & { plan: Plan | null }

/** Texts for reading (AH-36), and those of documents (AH-38): stored once per body, without a watermark, so only for those who may download the file. */
export class Readings {
  readonly jobs = [
    // Two kinds of jobs, so that other texts do not wait behind LibreOffice.
    this.job('make_reading', usualSlots),
    { ...this.job('read_office', officeSlots), program: 'office' as const },
  ]

  /** @param office as in `Documents` */
  constructor(
    private readonly ports: Pick<PreviewPorts, 'jobs' | 'storage' | 'lease'>,
    private readonly tools: MakerTools,
    private readonly office: Office | null,
  ) {}

  /**
   * The state of a file's text. While only the beginning of the text is made, the beginning counts as made.
   * @param isWhole the whole text is wanted
   */
  ask(making: Making, again: boolean, isWhole: boolean): Promise<PreviewState> {
    const kinds = kindsOf(making)
    const job = needsOffice(making) ? 'read_office' : 'make_reading'
    return askWithBeginning(this.ports, this.tools, { job, target: making, kinds, again, isWhole })
  }

  /** A piece of a text, and the weights of all pieces. @param made the result of `ask` @returns no blocks beyond the end */
  async read(
    { key, size }: Made,
    piece: number,
  ): Promise<{ weights: number[]; isCut: boolean; outline?: ReadingHeading[]; blocks: ReadingBlock[] }> {
    const start = await bytesOf(this.ports, key, NOTHING, 0, Math.min(size, LIST))
    const end = start.indexOf('\n')
    const { pieces, isCut, outline } = JSON.parse(start.toString('utf8', 0, end)) as PieceList
    const weights = pieces.map(({ weight }) => weight)
    const wanted = pieces[piece]
    if (wanted === undefined) return { weights, isCut, outline, blocks: [] }
    const at = end + 1 + pieces.slice(0, piece).reduce((sum, { length }) => sum + length, 0)
    const bytes = await bytesOf(this.ports, key, start, at, wanted.length)
    return { weights, isCut, outline, blocks: JSON.parse(bytes.toString()) as ReadingBlock[] }
  }

  private job(kind: string, slots: typeof usualSlots) {
    return makerJob<Making>({
      kind,
      slots,
      makes: (making) => ({ bodyId: making.bodyId, kinds: kindsOf(making) }),
      run: (job) => this.make(job),
    })
  }

  /** Makes again, in another folder, if LibreOffice makes nothing: the machine may have been busy. */
  private async make(job: Job<Making>): Promise<void> {
    try {
      await this.makeOnce(job)
    } catch (error) {
      if (!(error instanceof MadeNothing)) throw error
      await this.makeOnce(job)
    }
  }

  private makeOnce(job: Job<Making>): Promise<void> {
    const { extension, encoding } = job.payload
    const format = formatOf(job.payload)
    const prepare =
      format === 'docx' ? (file: string, folder: string) => this.asWord(file, folder, extension, job.signal) : undefined
    const taskOf = (files: { input: string; output: string }, isBeginning: boolean) =>
      ({
        kind: 'reading',
        ...files,
        format,
        extension,
        encoding,
        most: isBeginning ? BEGINNING : undefined,
      }) as const
    return makeInOrder(this.tools, job, kindsOf(job.payload), LIMIT, taskOf, prepare)
  }

  /** The file as a document of Word. Another file under the name of one is refused: jobs that read Word never run LibreOffice. */
  private async asWord(file: string, folder: string, extension: string, signal: AbortSignal): Promise<string> {
    const isWord = WORD.includes(extension)
    if (isWord && (await isPackage(file))) return file
    const check = { kind: 'checkOffice', input: file, output: join(folder, 'own.pdf') } as const
    await this.tools.converters.run(check, { limit: CHECK, signal })
    if (isWord) throw new NoPreview('extension_not_correct', 'no package')
    if (this.office === null) throw lackOf('office', this.ports.lease)
    return convertOffice(this.office, file, folder, 'docx', { signal })
  }
}

/** Whether a file begins as a ZIP does. */
export async function isPackage(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && buffer.toString('latin1') === 'PK'
  } finally {
    await file.close()
  }
}

function needsOffice({ plan, extension }: Pick<Making, 'plan' | 'extension'>): boolean {
  return plan === 'office' && !WORD.includes(extension)
}

function formatOf({ plan, extension }: Pick<Making, 'plan' | 'extension'>): ReadingFormat {
  if (isBlockFormat(extension)) return extension
  if (extension === 'ydoc') return 'ydoc'
  if (plan === 'markdown' || plan === 'pdf') return plan
  if (hasReadingMode(extension)) return 'docx'
  return isCode(extension) ? 'code' : 'text'
}

/** The kinds of a text's renditions, in the order of making: of a long one its beginning first. */
function kindsOf({ plan, size, encoding }: Pick<Making, 'plan' | 'size' | 'encoding'>): RenditionKind[] {
  const whole = readAs('reading', encoding)
  return plan === 'blocks' || plan === null || size <= BEGINNING ? [whole] : [readAs('reading_start', encoding), whole]
}

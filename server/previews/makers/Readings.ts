import type { ReadingBlock } from '@/contract/previews/reading'
import { isBlockFormat, type ReadingFormat } from '../converters/task'
import type { PieceList } from '../converters/reading/pieces'
import type { Job } from '../../jobs/Jobs'
import { isCode, type Plan } from '../plans'
import type { PreviewPorts } from '../ports'
import type { PreviewState } from '../Renditions'
import type { Made, RenditionKind } from '../representations'
import type { PreviewTarget } from '../target'
import { readAs } from '../watermarks'
import { askWithBeginning, bytesOf, makeInOrder } from './beginnings'
import { makerJob, usualSlots, type MakerTools } from './Maker'

/** ms of a converter's run */
const LIMIT = 240_000
/** bytes of a text that are made first, so that a reader of a longer text sees its beginning soon */
const BEGINNING = 64 * 1024
/** bytes at the start of a rendition that contain the list of its pieces */
const LIST = 128 * 1024
const NOTHING = Buffer.alloc(0)

type Making = PreviewTarget & { plan: Plan }

/** Texts for reading (AH-36): stored once per body, without a watermark, so only for those who may download the file. */
export class Readings {
  readonly jobs = [
    makerJob<Making>({
      kind: 'make_reading',
      slots: usualSlots,
      makes: (making) => ({ bodyId: making.bodyId, kinds: kindsOf(making) }),
      run: (job) => this.make(job),
    }),
  ]

  constructor(
    private readonly ports: Pick<PreviewPorts, 'jobs' | 'storage'>,
    private readonly tools: MakerTools,
  ) {}

  /**
   * The state of a file's text. While only the beginning of the text is made, the beginning counts as made.
   * @param isWhole the whole text is wanted
   */
  ask(making: Making, again: boolean, isWhole: boolean): Promise<PreviewState> {
    const kinds = kindsOf(making)
    return askWithBeginning(this.ports, this.tools, { job: 'make_reading', target: making, kinds, again, isWhole })
  }

  /** A piece of a text, and the weights of all pieces. @param made the result of `ask` @returns no blocks beyond the end */
  async read(
    { key, size }: Made,
    piece: number,
  ): Promise<{ weights: number[]; isCut: boolean; blocks: ReadingBlock[] }> {
    const start = await bytesOf(this.ports, key, NOTHING, 0, Math.min(size, LIST))
    const end = start.indexOf('\n')
    const { pieces, isCut } = JSON.parse(start.toString('utf8', 0, end)) as PieceList
    const weights = pieces.map(({ weight }) => weight)
    const wanted = pieces[piece]
    if (wanted === undefined) return { weights, isCut, blocks: [] }
    const at = end + 1 + pieces.slice(0, piece).reduce((sum, { length }) => sum + length, 0)
    const bytes = await bytesOf(this.ports, key, start, at, wanted.length)
    return { weights, isCut, blocks: JSON.parse(bytes.toString()) as ReadingBlock[] }
  }

  private make(job: Job<Making>): Promise<void> {
    const { extension, encoding } = job.payload
    const format = formatOf(job.payload)
    return makeInOrder(this.tools, job, kindsOf(job.payload), LIMIT, (files, isBeginning) => ({
      kind: 'reading',
      ...files,
      format,
      extension,
      encoding,
      most: isBeginning ? BEGINNING : undefined,
    }))
  }
}

function formatOf({ plan, extension }: Pick<Making, 'plan' | 'extension'>): ReadingFormat {
  if (isBlockFormat(extension)) return extension
  if (plan === 'markdown') return plan
  return isCode(extension) ? 'code' : 'text'
}

/** The kinds of a text's renditions, in the order of making: of a long one its beginning first. */
function kindsOf({ plan, size, encoding }: Pick<Making, 'plan' | 'size' | 'encoding'>): RenditionKind[] {
  const whole = readAs('reading', encoding)
  return plan === 'blocks' || size <= BEGINNING ? [whole] : [readAs('reading_start', encoding), whole]
}

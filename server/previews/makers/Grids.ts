import type { GridSheet } from '@/contract/previews/grid'
import { LIST_LENGTH, type GridList } from '../converters/grid/writeGrid'
import type { Job } from '../../jobs/Jobs'
import type { PreviewPorts } from '../ports'
import type { PreviewState } from '../Renditions'
import type { Made, RenditionKind } from '../representations'
import type { PreviewTarget } from '../target'
import { readAs } from '../watermarks'
import { askWithBeginning, bytesOf, makeInOrder } from './beginnings'
import { makerJob, usualSlots, type MakerTools } from './Maker'

/** ms of a converter's run */
const LIMIT = 120_000
/** bytes of a file whose first rows are made before all of its rows */
const LARGE = 96 * 1024
/** bytes of the largest file that is shown as a table; larger workbooks are shown as pages */
export const LARGEST_GRID = 64 * 1024 * 1024
/** bytes at the start of a rendition that usually contain the list of its sheets */
const LIST = 64 * 1024
const NOTHING = Buffer.alloc(0)

/** Tables (AH-37): stored once per body, without a watermark, so only for those who may download the file. */
export class Grids {
  readonly jobs = [
    makerJob<PreviewTarget>({
      kind: 'make_grid',
      slots: usualSlots,
      makes: (target) => ({ bodyId: target.bodyId, kinds: kindsOf(target) }),
      run: (job) => this.make(job),
    }),
  ]

  constructor(
    private readonly ports: Pick<PreviewPorts, 'jobs' | 'storage'>,
    private readonly tools: MakerTools,
  ) {}

  /**
   * The state of a file's table. While only the beginning of the table is made, the beginning counts as made.
   * @param isWhole the whole table is wanted
   */
  ask(target: PreviewTarget, again: boolean, isWhole: boolean): Promise<PreviewState> {
    const kinds = kindsOf(target)
    return askWithBeginning(this.ports, this.tools, { job: 'make_grid', target, kinds, again, isWhole })
  }

  /** A block of a sheet, and the list of all sheets. @param made the result of `ask` @returns no rows beyond the end */
  async read(
    { key, size }: Made,
    sheet: number,
    block: number,
  ): Promise<{ sheets: GridSheet[]; isCut: boolean; rows: string[] }> {
    const start = await bytesOf(this.ports, key, NOTHING, 0, Math.min(size, LIST))
    const length = Number(start.toString('latin1', 0, LIST_LENGTH))
    const end = LIST_LENGTH + length
    const list = await bytesOf(this.ports, key, start, LIST_LENGTH, length)
    const { sheets, isCut } = JSON.parse(list.toString()) as GridList
    const shown = sheets.map((each) => ({ ...each, blocks: each.blocks.map(({ rows }) => rows) }))
    const wanted = sheets[sheet]?.blocks[block]
    if (wanted === undefined) return { sheets: shown, isCut, rows: [] }
    const before = [...sheets.slice(0, sheet).flatMap(({ blocks }) => blocks), ...sheets[sheet]!.blocks.slice(0, block)]
    const at = before.reduce((sum, { length: bytes }) => sum + bytes, end)
    const bytes = await bytesOf(this.ports, key, start, at, wanted.length)
    return { sheets: shown, isCut, rows: JSON.parse(bytes.toString()) as string[] }
  }

  private make(job: Job<PreviewTarget>): Promise<void> {
    const { extension, encoding } = job.payload
    return makeInOrder(this.tools, job, kindsOf(job.payload), LIMIT, (files, isBeginning) => ({
      kind: 'grid',
      ...files,
      extension,
      encoding,
      isBeginning,
    }))
  }
}

/** The kinds of a table's renditions, in the order of making: of a large one its beginning first. */
function kindsOf({ size, encoding }: Pick<PreviewTarget, 'size' | 'encoding'>): RenditionKind[] {
  const whole = readAs('grid', encoding)
  return size <= LARGE ? [whole] : [readAs('grid_start', encoding), whole]
}

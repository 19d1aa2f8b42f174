import { Type, type Static } from '@sinclair/typebox'
import { Id, call, nullable } from '../call'
import type { PreviewReason } from '../errors'
import { shareScenario } from '../shares/shares'
import { TextEncoding } from './encodings'

const Count = Type.Integer({ minimum: 0 })

/** Cells shown as one; rows and columns from 0. */
const GridMerge = Type.Object({ row: Count, column: Count, rows: Count, columns: Count })

/** A sheet of a workbook, or the only one of a file with separated values. Rows that the workbook hides are left out. */
const GridSheet = Type.Object({
  /** '' for a sheet without a name of its own */
  name: Type.String(),
  rows: Count,
  columns: Count,
  /** px of the columns, in runs from the first; 0 for a hidden column. */
  widths: Type.Array(Type.Object({ pixels: Count, columns: Count })),
  /** The first rows and columns, which do not scroll. */
  frozen_rows: Count,
  frozen_columns: Count,
  merges: Type.Array(GridMerge),
  /** From the row `from` on, the file's numbers of rows are larger by `by`, because rows before are hidden. */
  skips: Type.Array(Type.Object({ from: Count, by: Count })),
  /** The number of rows in each block. */
  blocks: Type.Array(Count),
})

/** A block of a sheet's rows. */
export const GridBlock = Type.Object({
  /** Why there is no table. */
  reason: nullable(Type.Unsafe<PreviewReason>({ type: 'string' })),
  /** Names what was made. Blocks of different renditions do not fit together. */
  rendition: nullable(Type.String()),
  /** All sheets; null except in the first block of the first sheet. */
  sheets: nullable(Type.Array(GridSheet)),
  /** False while only the beginning is made. */
  is_whole: Type.Boolean(),
  /** Whether the file has more sheets, rows or columns than are shown. */
  is_cut: Type.Boolean(),
  /** The lines that are shown over the table; null for none. */
  watermark: nullable(Type.String()),
  /** Each row's cells, packed as `domain/previews/grid/cells` describes. Empty beyond the end. */
  rows: Type.Array(Type.String()),
})

export const gridCalls = {
  /**
   * A block of a table (AH-37), for those who may download the file; others see pages (decisions 240). Refused like every preview with:
   * item_not_found, item_is_deleted, permission_denied.
   */
  'GET /apps/representations/grid': call(
    {
      file_id: Id,
      file_version_id: Type.Optional(Id),
      /** A file in an archive, by its number from representations/entries. */
      entry: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
      encoding: Type.Optional(TextEncoding),
      /** From 0. */
      sheet: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, default: 0 })),
      /** From 0. */
      block: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000, default: 0 })),
      /** Waits until the whole table is made. */
      whole: Type.Optional(Type.Boolean()),
      ...shareScenario,
    },
    GridBlock.properties,
  ),
}

export type GridMerge = Static<typeof GridMerge>
export type GridSheet = Static<typeof GridSheet>
export type GridBlock = Static<typeof GridBlock>

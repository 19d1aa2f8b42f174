import type { TextEncoding } from '@/contract/previews/encodings'
import { isSeparated } from '@/domain/previews/viewerOf'
import { readSeparatedGrid } from './separatedGrid'
import { readWorkbookGrid } from './workbookGrid'
import type { TableBook } from './tableSheet'
import { writeGrid } from './writeGrid'

/** Rows of each sheet that are made first, so that a reader of a larger table sees its beginning soon. */
const FIRST_ROWS = 100

export interface GridSource {
  extension: string
  encoding?: TextEncoding
  /** Only the first rows. */
  isBeginning: boolean
}

/** Writes a table in blocks. Throws NoPreview for a file that is no table; such a file is shown as pages. */
export async function makeGrid(input: string, output: string, source: GridSource): Promise<void> {
  const most = source.isBeginning ? FIRST_ROWS : null
  await writeGrid(output, await readGrid(input, source, most))
}

async function readGrid(input: string, source: GridSource, most: number | null): Promise<TableBook> {
  if (isSeparated(source.extension)) return readSeparatedGrid(input, source, most)
  if (source.extension === 'yxls') return (await import('../state/stateGrid')).readStateGrid(input, most)
  return readWorkbookGrid(input, most)
}

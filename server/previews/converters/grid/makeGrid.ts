import type { TextEncoding } from '@/contract/previews/encodings'
import { isSeparated } from '@/domain/previews/viewerOf'
import { readSeparatedGrid } from './separatedGrid'
import { readWorkbookGrid } from './workbookGrid'
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
  const grid = isSeparated(source.extension)
    ? await readSeparatedGrid(input, source, most)
    : await readWorkbookGrid(input, most)
  await writeGrid(output, grid)
}

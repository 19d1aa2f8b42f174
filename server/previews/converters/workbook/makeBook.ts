import type { BookSource } from '@/domain/documents/conversions'
import { readExcel } from './readExcel'
import { readSeparatedSheet } from './readSeparatedSheet'
import { writeBook } from './writeBook'

/**
 * Writes the state of a workbook (yxls) with the contents of a file: all of them, or it throws NoPreview too_large. Otherwise throws NoPreview like
 * the table of the file.
 */
export async function makeBook(
  input: string,
  output: string,
  { from, extension }: { from: BookSource; extension: string },
): Promise<void> {
  await writeBook(output, from === 'excel' ? await readExcel(input) : [await readSeparatedSheet(input, extension)])
}

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Converters } from './converters/Converters'
import type { TableAnswer } from './converters/task'
import { readOutput } from './sandbox/output'

/** ms */
const LIMIT = 60_000
/** bytes of a table as JSON */
const BYTES = 64 * 1024 ** 2

/** Reads files as tables, in the sandbox of the converters. */
export interface TableReader {
  /** @param most lines; a longer table is refused @throws NoPreview when the file broke its reader */
  readTable(enterpriseId: number, bytes: Buffer, most: number): Promise<TableAnswer>
}

/** @param folder a working folder only for this table */
export async function readTableIn(
  folder: string,
  bytes: Buffer,
  most: number,
  converters: Converters,
): Promise<TableAnswer> {
  const [input, output] = [join(folder, 'in'), join(folder, 'out')]
  await writeFile(input, bytes, { mode: 0o600, flag: 'wx' })
  await converters.run({ kind: 'readTable', input, output, most }, { limit: LIMIT })
  return JSON.parse((await readOutput(output, BYTES)).toString()) as TableAnswer
}

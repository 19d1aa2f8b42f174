import { chmod, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Converters } from './converters/Converters'
import { converterProgram } from './converters/converterProgram'
import type { TableAnswer } from './converters/task'
import { findSandbox } from './sandbox/findSandbox'

/** ms */
const LIMIT = 60_000

/** Reads files as tables, in the sandbox of the converters. */
export interface TableReader {
  /** @param most lines; a longer table is refused @throws NoPreview when the file broke its reader */
  readTable(enterpriseId: number, bytes: Buffer, most: number): Promise<TableAnswer>
}

/** @param read reads what the converter wrote */
export async function readTableIn(
  folder: string,
  bytes: Buffer,
  most: number,
  { converters, read }: { converters: Converters; read: (path: string) => Promise<Buffer> },
): Promise<TableAnswer> {
  const [input, output] = [join(folder, 'in'), join(folder, 'out')]
  await writeFile(input, bytes, { mode: 0o600, flag: 'wx' })
  await converters.run({ kind: 'readTable', input, output, most }, { limit: LIMIT })
  return JSON.parse((await read(output)).toString()) as TableAnswer
}

/** Runs with a reader of tables outside a server, such as on the command line. */
export async function withTableReader<T>(dataFolder: string, run: (reader: TableReader) => Promise<T>): Promise<T> {
  const room = await realpath(await mkdtemp(join(tmpdir(), 'satchel-table-')))
  await chmod(room, 0o711)
  const converters = new Converters(1, await findSandbox([dataFolder], converterProgram().programs))
  try {
    return await run({
      async readTable(_enterpriseId, bytes, most) {
        const folder = await mkdtemp(join(room, 'job-'))
        return readTableIn(folder, bytes, most, { converters, read: readFile })
      },
    })
  } finally {
    converters.close()
    await rm(room, { recursive: true, force: true, maxRetries: 3 })
  }
}

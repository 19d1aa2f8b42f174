import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Converters } from './converters/Converters'
import { converterProgram } from './converters/converterProgram'
import { redrawIn, type PictureRedrawer } from './redraw'
import { findSandbox } from './sandbox/findSandbox'
import { readTableIn, type TableReader } from './tables'

/** Runs with the converters that need no stored files, outside a server, such as on the command line. */
export async function withConverters<T>(
  dataFolder: string,
  run: (converters: TableReader & PictureRedrawer) => Promise<T>,
): Promise<T> {
  const room = await realpath(await mkdtemp(join(tmpdir(), 'satchel-command-')))
  await chmod(room, 0o711)
  const converters = new Converters(1, await findSandbox([dataFolder], converterProgram().programs))
  const newFolder = () => mkdtemp(join(room, 'job-'))
  try {
    return await run({
      readTable: async (_enterpriseId, bytes, most) => readTableIn(await newFolder(), bytes, most, converters),
      redraw: async (_enterpriseId, ...asked) => redrawIn(await newFolder(), converters, ...asked),
    })
  } finally {
    converters.close()
    await rm(room, { recursive: true, force: true, maxRetries: 3 })
  }
}

import { readFile } from 'node:fs/promises'
import { UsageError } from './usageError'

/** The contents of a file that the command line names. @throws UsageError */
export async function readNamed(file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`)
  }
}

import { chmod, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pdf } from '../samples/samples'

/** A command that replaces LibreOffice and immediately makes the same PDF of every document. It runs under another account. */
export async function quickConverter(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-converter-'))
  await writeFile(join(folder, 'made.pdf'), await pdf({ pages: ['Converted', 'Page two'] }))
  const command = join(folder, 'soffice')
  await writeFile(
    command,
    '#!/bin/sh\nwhile [ "$1" != --outdir ]; do shift; done\ncp "${0%/*}/made.pdf" "$2/made.pdf"\n',
  )
  await chmod(folder, 0o755)
  await chmod(command, 0o755)
  return command
}

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Why nothing can be compared with a rendering of poppler; false where it can. */
export const withoutPoppler: string | false = await run('pdftoppm', ['-v']).then(
  () => false,
  () => 'poppler-utils is not installed',
)

/** Why Chinese cannot be drawn by those who have no font of their own; false where it can. */
export const withoutChineseFont: string | false = await run('fc-list', [':lang=zh-cn', 'family']).then(
  ({ stdout }) => stdout.trim() === '' && 'no font of Chinese is installed',
  () => 'fontconfig is not installed',
)

/** A page as poppler draws it, so many pixels wide, as PNG. @param page from 1 */
export async function popplerPage(pdf: Buffer, width: number, page = 1): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-poppler-'))
  try {
    const [input, output] = [join(folder, 'in.pdf'), join(folder, 'out')]
    await writeFile(input, pdf)
    const size = ['-scale-to-x', String(width), '-scale-to-y', '-1']
    await run('pdftoppm', ['-png', '-singlefile', '-f', String(page), ...size, input, output])
    return await readFile(`${output}.png`)
  } finally {
    await rm(folder, { recursive: true })
  }
}

import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The reason why no comparison with poppler is possible; false if it is possible. */
export const withoutPoppler: string | false =
  spawnSync('pdftoppm', ['-v']).status !== 0 && 'poppler-utils is not installed'

/** The reason why Chinese without embedded fonts cannot be drawn; false if it can be drawn. */
export const withoutChineseFont: string | false = whyNoChineseFont()

function whyNoChineseFont(): string | false {
  const { status, stdout } = spawnSync('fc-list', [':lang=zh-cn', 'family'], { encoding: 'utf8' })
  if (status !== 0) return 'fontconfig is not installed'
  return stdout.trim() === '' && 'no font of Chinese is installed'
}

const standardFonts = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts')

/** The system's fonts and one of pdf.js for signs that many systems lack. */
const fonts = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${standardFonts}</dir>
  <match target="pattern">
    <test name="family"><string>ZapfDingbats</string></test>
    <edit name="family" mode="assign" binding="strong"><string>Chrom Dingbats OTF</string></edit>
  </match>
</fontconfig>`

/** A page as poppler draws it, as PNG of this width in pixels. @param page from 1 */
export async function popplerPage(pdf: Buffer, width: number, page = 1): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-poppler-'))
  try {
    const [input, output] = [join(folder, 'in.pdf'), join(folder, 'out')]
    const fontsFile = join(folder, 'fonts.conf')
    await Promise.all([writeFile(input, pdf), writeFile(fontsFile, fonts)])
    const size = ['-scale-to-x', String(width), '-scale-to-y', '-1']
    await run('pdftoppm', ['-png', '-singlefile', '-f', String(page), ...size, input, output], {
      env: { ...process.env, FONTCONFIG_FILE: fontsFile },
    })
    return await readFile(`${output}.png`)
  } finally {
    await rm(folder, { recursive: true })
  }
}

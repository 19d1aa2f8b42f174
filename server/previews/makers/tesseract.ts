import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { RunOptions } from '../converters/Converters'
import { giveToConverters } from '../sandbox/account'
import { findCommand } from '../sandbox/findSandbox'
import { runLimited } from '../sandbox/limited'
import { readOutput } from '../sandbox/output'
import type { Sandbox } from '../sandbox/sandbox'

/** Tesseract's command, and the languages that it reads, such as `chi_sim+eng`. */
export interface Tesseract {
  command: string
  languages: string
}

const USUAL_PLACES = ['/usr/bin/tesseract', '/usr/local/bin/tesseract', '/opt/homebrew/bin/tesseract']
/** Languages that are read if they are installed. The first one decides how lines are cut, so Chinese precedes English. */
const LANGUAGES = ['chi_sim', 'chi_tra', 'eng']
/** ms */
const LIST_LIMIT = 10_000
/** ms per page */
const LIMIT = 60_000
/** seconds of processor time per page */
const PROCESSOR_TIME = 60
/** KiB of address space */
const MEMORY = 2 * 1024 * 1024
/** bytes of a page's text */
const OUTPUT = 1024 * 1024
/** Blanks between Chinese characters, which Tesseract writes between any two of them. */
const BETWEEN_HAN = /(?<=\p{Script=Han}) +(?=\p{Script=Han})/gu

/** The installed Tesseract; null without one, and without any of the languages. */
export async function findTesseract(path?: string): Promise<Tesseract | null> {
  const command = await findCommand('tesseract', USUAL_PLACES, path)
  if (command === null) return null
  const listed = await promisify(execFile)(command, ['--list-langs'], {
    timeout: LIST_LIMIT,
    killSignal: 'SIGKILL',
  }).then(
    ({ stdout, stderr }) => `${stdout}\n${stderr}`.split(/\s+/),
    (): string[] => [],
  )
  const languages = LANGUAGES.filter((language) => listed.includes(language))
  return languages.length > 0 ? { command, languages: languages.join('+') } : null
}

/** How a page is divided: by its own look (3), and as one block of text (6), which also finds a lone line. */
const MODES = ['3', '6']

/**
 * Recognises the words in the picture of a page; '' without any. Throws NoPreview failure; TookTooLong.
 * @param folder a working folder, which contains the picture
 */
export async function recognise(
  { command, languages }: Tesseract,
  picture: string,
  folder: string,
  { signal, sandbox }: Pick<RunOptions, 'signal'> & { sandbox: Sandbox | null },
): Promise<string> {
  const output = join(folder, 'words')
  await giveToConverters([folder, picture])
  for (const mode of MODES) {
    const args = [picture, output, '-l', languages, '--psm', mode, '-c', 'preserve_interword_spaces=1']
    await runLimited(command, args, folder, {
      signal,
      sandbox,
      limit: LIMIT,
      memory: MEMORY,
      processorTime: PROCESSOR_TIME,
      output: OUTPUT,
      environment: { OMP_THREAD_LIMIT: '1' },
    })
    const text = (await readOutput(`${output}.txt`, OUTPUT)).toString('utf8')
    if (text.trim() !== '') return text.replace(BETWEEN_HAN, '')
  }
  return ''
}

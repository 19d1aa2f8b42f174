import type { Configuration } from '../config/configuration'
import type { Programs } from '../database/lease'
import { ProgramElsewhere } from '../jobs/Jobs'
import { converterProgram } from './converters/converterProgram'
import { NoPreview } from './converters/task'
import { findFfmpeg, type Ffmpeg } from './makers/ffmpeg'
import { findOffice, OFFICE_LIMIT, type Office } from './makers/office'
import { findTesseract, type Tesseract } from './makers/tesseract'
import { findSandbox } from './sandbox/findSandbox'
import type { Sandbox } from './sandbox/sandbox'

const UNCONFINED =
  'Nothing on this machine confines converters: office documents have no preview, because LibreOffice could show other files of this machine. ' +
  'The package is bubblewrap; in a container, allow user namespaces. OFFICE_WITHOUT_ISOLATION=1 converts them all the same.'
const EXPOSED =
  'Office documents are converted without isolation (OFFICE_WITHOUT_ISOLATION): whoever uploads one can read files of this machine with it.'

/** The programs that some conversions need. */
const programNames = ['office', 'ffmpeg', 'tesseract'] as const
export type Program = (typeof programNames)[number]

/** Commands of programs. null: works without the program; undefined: the command is searched for. */
export interface PreviewPrograms {
  soffice?: string | null
  ffmpeg?: Ffmpeg | null
  tesseract?: Tesseract | null
  /** Confines converters; searched for when undefined. */
  sandbox?: Sandbox | null
  /** ms for one run of LibreOffice */
  officeLimit?: number
}

export interface FoundPrograms {
  office: Office | null
  ffmpeg: Ffmpeg | null
  tesseract: Tesseract | null
  sandbox: Sandbox | null
  /** Features that this machine lacks for some previews, for the operator. */
  notices: string[]
}

/** Finds the programs of this machine. @param programs those that are not searched for */
export async function findPrograms(
  { dataFolder, officeWithoutIsolation }: Pick<Configuration, 'dataFolder' | 'officeWithoutIsolation'>,
  programs: PreviewPrograms = {},
): Promise<FoundPrograms> {
  const {
    soffice = await findOffice(),
    ffmpeg = await findFfmpeg(),
    tesseract = await findTesseract(),
    sandbox = await findSandbox([dataFolder], converterProgram().programs),
    officeLimit = OFFICE_LIMIT,
  } = programs
  const isConfined = sandbox !== null
  const office =
    soffice !== null && (isConfined || officeWithoutIsolation) ? { soffice, sandbox, limit: officeLimit } : null
  const notices = [
    soffice === null && 'LibreOffice is not installed: office documents have no preview. The package is libreoffice.',
    soffice !== null && !isConfined && (office ? EXPOSED : UNCONFINED),
    ffmpeg === null && 'ffmpeg is not installed: videos and audio files have no preview. The package is ffmpeg.',
    tesseract === null &&
      'tesseract, or its Chinese and English, is not installed: the search does not find the words of scanned pages. The packages are tesseract-ocr and tesseract-ocr-chi-sim.',
  ].filter((notice) => notice !== false)
  return { office, ffmpeg, tesseract, sandbox, notices }
}

/** The names of the found programs. */
export function namesOf(found: Pick<FoundPrograms, Program>): Program[] {
  return programNames.filter((name) => found[name] !== null)
}

/** Which kinds of converters a server has. */
export function kindsOf(has: (program: Program) => boolean) {
  return { office: has('office'), media: has('ffmpeg') }
}

/**
 * What to throw when this machine lacks a program that a file needs.
 * @param anywhere the programs of all processes
 */
export function lackOf(program: Program, anywhere: Pick<Programs, 'has'>): Error {
  return anywhere.has(program)
    ? new ProgramElsewhere(program)
    : new NoPreview('not_support', `${program} is not installed`)
}

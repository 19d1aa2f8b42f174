import type { Configuration } from '../config/configuration'
import { converterProgram } from './converters/converterProgram'
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

interface FoundPrograms {
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

/** Which kinds of converters a server with these programs has. */
export function kindsOf({ office, ffmpeg }: Pick<FoundPrograms, 'office' | 'ffmpeg'>) {
  return { office: office !== null, media: ffmpeg !== null }
}

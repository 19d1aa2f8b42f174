import type { Item } from '@/contract/entities'
import type { TextEncoding } from '@/contract/previews/previews'

/** The writing that an encoding was made for. */
export type EncodingScript =
  | 'unicode'
  | 'simplified'
  | 'traditional'
  | 'japanese'
  | 'korean'
  | 'cyrillic'
  | 'western'
  | 'central'
  | 'turkish'
  | 'vietnamese'
  | 'thai'
  | 'greek'
  | 'hebrew'
  | 'arabic'

/** The script and the usual name of each encoding, in the order of the choice. */
const known: Record<TextEncoding, [EncodingScript, name: string]> = {
  'utf-8': ['unicode', 'UTF-8'],
  'utf-16le': ['unicode', 'UTF-16 LE'],
  'utf-16be': ['unicode', 'UTF-16 BE'],
  gb18030: ['simplified', 'GB18030'],
  big5: ['traditional', 'Big5'],
  shift_jis: ['japanese', 'Shift JIS'],
  'euc-jp': ['japanese', 'EUC-JP'],
  'iso-2022-jp': ['japanese', 'ISO-2022-JP'],
  'euc-kr': ['korean', 'EUC-KR'],
  johab: ['korean', 'Johab'],
  'iso-2022-kr': ['korean', 'ISO-2022-KR'],
  'windows-1251': ['cyrillic', 'Windows-1251'],
  'koi8-r': ['cyrillic', 'KOI8-R'],
  'koi8-u': ['cyrillic', 'KOI8-U'],
  ibm866: ['cyrillic', 'CP866'],
  ibm855: ['cyrillic', 'CP855'],
  'iso-8859-5': ['cyrillic', 'ISO-8859-5'],
  'x-mac-cyrillic': ['cyrillic', 'Mac'],
  'windows-1252': ['western', 'Windows-1252'],
  macintosh: ['western', 'Mac'],
  ibm850: ['western', 'CP850'],
  'windows-1250': ['central', 'Windows-1250'],
  'iso-8859-2': ['central', 'ISO-8859-2'],
  ibm852: ['central', 'CP852'],
  'iso-8859-3': ['western', 'ISO-8859-3'],
  'windows-1254': ['turkish', 'Windows-1254'],
  'windows-1258': ['vietnamese', 'Windows-1258'],
  'windows-874': ['thai', 'Windows-874'],
  'windows-1253': ['greek', 'Windows-1253'],
  'windows-1255': ['hebrew', 'Windows-1255'],
  'windows-1256': ['arabic', 'Windows-1256'],
}

export interface EncodingChoice {
  encoding: TextEncoding
  script: EncodingScript
  name: string
}

/** The encodings that a reader can choose for a text (decisions 124). */
export const encodingChoices: readonly EncodingChoice[] = Object.entries(known).map(([encoding, [script, name]]) => ({
  encoding: encoding as TextEncoding,
  script,
  name,
}))

/** Whether a file has an encoding to choose. */
export function isText({ extension_category: category }: Pick<Item, 'extension_category'>): boolean {
  return category === 'text' || category === 'markdown'
}

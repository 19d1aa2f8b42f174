import type { Static } from '@sinclair/typebox'
import { oneOf } from '../call'

/** The encodings that a reader can choose for a text, as the Encoding Standard calls them, or else IANA or DOS. */
export const TextEncoding = oneOf(
  'utf-8',
  'utf-16le',
  'utf-16be',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
  'euc-kr',
  'johab',
  'iso-2022-kr',
  'windows-1251',
  'koi8-r',
  'koi8-u',
  'ibm866',
  'ibm855',
  'iso-8859-5',
  'x-mac-cyrillic',
  'windows-1252',
  'ibm850',
  'windows-1250',
  'iso-8859-2',
  'ibm852',
  'iso-8859-3',
  'windows-1254',
  'windows-1258',
  'windows-874',
  'windows-1253',
  'windows-1255',
  'windows-1256',
  'macintosh',
)

export type TextEncoding = Static<typeof TextEncoding>

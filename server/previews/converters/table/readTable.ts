import { readFile } from 'node:fs/promises'
import { decodeText } from '../text/decodeText'
import { NoPreview, type TableAnswer } from '../task'
import { NoTable } from './NoTable'
import { readSeparated } from './readSeparated'
import { readSheet } from './readSheet'

/** First bytes of a compound file: an old workbook, or any Office document with a password. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex')
/** The stream of a document with a password. */
const LOCKED = Buffer.from('EncryptedPackage', 'utf16le')
/** First bytes of files that people take for tables: PDF, pictures, RAR, 7z. */
const OTHERS = ['25504446', '89504e47', 'ffd8ff', '47494638', '52617221', '377abcaf271c'].map((hex) =>
  Buffer.from(hex, 'hex'),
)

/**
 * Reads the lines of a CSV, in any encoding that `decodeText` knows, or of the first sheet of an XLSX.
 * @param most lines; a longer table is refused
 */
export async function readTable(path: string, most: number): Promise<TableAnswer> {
  try {
    const bytes = await readFile(path)
    const rows = await readRows(path, bytes, most)
    return { rows: rows.map(({ line, cells }) => ({ line, cells: cells.map(storable) })) }
  } catch (error) {
    if (error instanceof NoTable) return { fault: error.fault }
    if (error instanceof NoPreview) return { fault: error.reason === 'too_large' ? 'large' : 'unreadable' }
    throw error
  }
}

async function readRows(path: string, bytes: Buffer, most: number) {
  const begins = (signature: Buffer) => bytes.subarray(0, signature.length).equals(signature)
  if (begins(COMPOUND)) throw new NoTable(bytes.includes(LOCKED) ? 'encrypted' : 'kind')
  if (begins(Buffer.from('PK\x03\x04'))) return readSheet(path, most)
  if (OTHERS.some(begins)) throw new NoTable('kind')
  return readSeparated(decodeText(bytes), most)
}

/** The database stores neither zeros nor halves of letters. */
function storable(text: string): string {
  return text.replace(/[\0\ud800-\udfff]/gu, '\ufffd')
}

import { readFile, stat } from 'node:fs/promises'
import { bytesAt } from './bytesAt'
import { PdfDocument } from './pdfDocument'
import { NoPreview, type Outcome } from './task'

/** Bytes; a larger file is not loaded as a whole, only its two ends are looked at. */
const LOAD_LIMIT = 256 * 1024 * 1024
const HEAD = 1024
/** Bytes at the end where `startxref` must stand; some writers add padding behind it. */
const TAIL = 64 * 1024

/**
 * Whether a PDF can be shown as it is. Throws NoPreview: empty, extension_not_correct (no PDF), failure (cut off or damaged).
 * One that wants a password is fine: the viewer asks for it.
 */
export async function checkPdf(path: string): Promise<Outcome> {
  const { size } = await stat(path)
  if (size === 0) throw new NoPreview('empty', 'no bytes')
  if (!(await bytesAt(path, 0, HEAD)).includes('%PDF-')) throw new NoPreview('extension_not_correct', 'no PDF header')
  // PDFium rebuilds a file that was cut off and would show its first pages as the whole.
  if (!(await bytesAt(path, Math.max(0, size - TAIL), TAIL)).includes('startxref'))
    throw new NoPreview('failure', 'the end is missing')
  const types = ['application/pdf']
  if (size > LOAD_LIMIT) return { types }
  const document = await openPdf(path)
  if (document === 'encrypted') return { types, isEncrypted: true }
  const pages = document.pageCount
  if (pages === 0) throw new NoPreview('failure', 'no pages')
  // The number is what the file says: some say more than they have.
  for (const at of [0, pages - 1]) {
    if (!document.hasPage(at)) throw new NoPreview('failure', `page ${at + 1} of ${pages} cannot be read`)
  }
  return { types }
}

/** Loads a PDF. Throws NoPreview: too_large, failure. */
export async function openPdf(path: string): Promise<PdfDocument | 'encrypted'> {
  const { size } = await stat(path)
  if (size > LOAD_LIMIT) throw new NoPreview('too_large', `${size} bytes`)
  return PdfDocument.open(await readFile(path))
}

import { readFile, stat } from 'node:fs/promises'
import { bytesAt } from '../bytesAt'
import { PdfDocument } from './document'
import { NoPreview, type Outcome } from '../task'
import { isBlank } from './isBlank'
import { opensInViewer, showsInViewer } from './viewerCheck'

/** bytes; larger files are not loaded, only their two ends are checked */
const LOAD_LIMIT = 256 * 1024 * 1024
/** bytes at the beginning that must contain the header; some writers put data before the header */
const HEAD = 1024
/** bytes at the end that must contain `startxref`; some writers add padding after it */
const TAIL = 64 * 1024

/**
 * Whether a PDF can be shown unchanged. The viewer decides what it can open, even if the end is missing or PDFium cannot read the file. A password
 * is no obstacle: the viewer asks for it. Throws NoPreview: empty, extension_not_correct (no PDF), failure (damaged).
 */
export async function checkPdf(path: string): Promise<Outcome> {
  const { size } = await stat(path)
  if (size === 0) throw new NoPreview('empty', 'no bytes')
  const hasHeader = (await bytesAt(path, 0, HEAD)).includes('%PDF-')
  const opens = size > LOAD_LIMIT ? hasHeader || (await hasEnd(path, size)) : await canOpen(path)
  if (opens === false)
    throw new NoPreview(hasHeader ? 'failure' : 'extension_not_correct', 'no reader of PDF can open it')
  return { types: ['application/pdf'], ...(opens === 'encrypted' && { isEncrypted: true }) }
}

async function hasEnd(path: string, size: number): Promise<boolean> {
  return (await bytesAt(path, size - TAIL, TAIL)).includes('startxref')
}

/** Whether the first page can be read. The viewer's own library is slower and is asked only if PDFium refuses. */
async function canOpen(path: string): Promise<boolean | 'encrypted'> {
  const document = await openPdf(path).catch((error: unknown) => {
    if (error instanceof NoPreview) return null
    throw error
  })
  if (document === 'encrypted') return 'encrypted'
  if (!document?.hasPage(0)) return opensInViewer(await readFile(path))
  // The empty pages of a damaged file would look as if the file were empty.
  const isLost = !document.hasValidList && (await isBlank(document).catch(() => false))
  return !isLost || showsInViewer(await readFile(path))
}

/** Loads a PDF. Throws NoPreview: too_large, failure. */
export async function openPdf(path: string): Promise<PdfDocument | 'encrypted'> {
  const { size } = await stat(path)
  if (size > LOAD_LIMIT) throw new NoPreview('too_large', `${size} bytes`)
  return PdfDocument.open(await readFile(path))
}

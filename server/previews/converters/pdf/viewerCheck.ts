import type { PDFDocumentProxy } from 'pdfjs-dist'
import { PAGES } from './isBlank'

/** Whether pdf.js, the viewer of H5, opens a PDF and reads its first page. */
export async function opensInViewer(data: Uint8Array): Promise<boolean | 'encrypted'> {
  return inViewer(data, async (document) => (await document.getPage(1)) !== null)
}

/** Whether pdf.js draws anything on the first pages. */
export async function showsInViewer(data: Uint8Array): Promise<boolean | 'encrypted'> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const drawing: number[] = [
    OPS.showText,
    OPS.showSpacedText,
    OPS.paintImageXObject,
    OPS.paintInlineImageXObject,
    OPS.paintImageMaskXObject,
    OPS.constructPath,
    OPS.shadingFill,
  ]
  return inViewer(data, async (document) => {
    for (let number = 1; number <= Math.min(document.numPages, PAGES); number += 1) {
      const { fnArray } = await (await document.getPage(number)).getOperatorList()
      if (fnArray.some((operator) => drawing.includes(operator))) return true
    }
    return false
  })
}

async function inViewer(
  data: Uint8Array,
  check: (document: PDFDocumentProxy) => Promise<boolean>,
): Promise<boolean | 'encrypted'> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const task = getDocument({ data: new Uint8Array(data), verbosity: 0, isEvalSupported: false })
  try {
    return await check(await task.promise)
  } catch (error) {
    return (error as Error).name === 'PasswordException' && 'encrypted'
  } finally {
    await task.destroy()
  }
}

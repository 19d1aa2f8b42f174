import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { PageHeading } from '../ViewerProps'

/** Headings that are listed, entries that are tried, levels of headings, and characters of a heading. */
const MOST = { headings: 250, tried: 500, levels: 6, text: 100 }

interface Entry {
  title: string
  dest: string | unknown[] | null
  items: Entry[]
}

/** The headings of a PDF that lead to pages; none if the PDF has no outline or a damaged one. */
export async function outlineOf(pdf: PDFDocumentProxy): Promise<PageHeading[]> {
  const headings: PageHeading[] = []
  let tried = 0
  await add((await pdf.getOutline().catch(() => null)) ?? [], 1)
  return headings

  async function add(entries: readonly Entry[], level: number): Promise<void> {
    for (const { title, dest, items } of entries) {
      if (headings.length >= MOST.headings || tried >= MOST.tried) return
      tried += 1
      const page = await pageOf(dest).catch(() => null)
      const text = title.trim().slice(0, MOST.text)
      if (page !== null && text !== '') headings.push({ level, text, page })
      if (level < MOST.levels) await add(items, level + 1)
    }
  }

  /** From 1; null for a heading that leads elsewhere. */
  async function pageOf(dest: Entry['dest']): Promise<number | null> {
    const [first] = (typeof dest === 'string' ? await pdf.getDestination(dest) : dest) ?? []
    if (typeof first === 'number') return first + 1
    return first ? (await pdf.getPageIndex(first as Parameters<PDFDocumentProxy['getPageIndex']>[0])) + 1 : null
  }
}

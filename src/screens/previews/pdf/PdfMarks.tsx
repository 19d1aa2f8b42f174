import { observer } from 'mobx-react'
import { useEffect } from 'react'
import type { PageTexts } from '@/stores/previews/PageTexts'
import type { OpenPdf } from './pdf'

interface Props {
  texts: PageTexts
  /** null before the PDF is there */
  pdf: OpenPdf | null
  /** 0 before the pages are there */
  total: number
}

/** Marks the found places on the pages, which React does not render. */
export const PdfMarks = observer(function PdfMarks({ texts, pdf, total }: Props) {
  const { marks } = texts
  useEffect(() => pdf?.mark(marks), [marks, pdf, total])
  return null
})

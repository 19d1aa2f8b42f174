import type { HostileFile } from './HostileFile'
import { brokenOffice, floodsOfOffice, officeThatActs } from './office'
import { hostileBooks, hostileMails } from './mails'
import { archives, nothingInIt, ofOtherKinds, otherThanTheirName } from './others'
import { brokenPdfs, floodsOfPdf, pdfsThatAct, tanglesOfPdf } from './pdfs'
import { cutPictures, drawings, floodsOfPixels, oddPictures } from './pictures'
import { deepTexts, longTexts, oddLetters, textsThatAct } from './texts'

/** All hostile files, grouped by kind. */
export const hostileFiles: Record<string, readonly HostileFile[]> = {
  'nothing in it, or next to nothing': nothingInIt,
  'other than its name says': otherThanTheirName,
  archives,
  'of kinds that have no preview': ofOtherKinds,
  'pictures cut off': cutPictures,
  'floods of pixels': floodsOfPixels,
  'odd pictures': oddPictures,
  drawings,
  'texts that would act': textsThatAct,
  'deep texts': deepTexts,
  'long texts': longTexts,
  'odd letters': oddLetters,
  mails: hostileMails,
  books: hostileBooks,
  'broken PDF': brokenPdfs,
  'tangles of PDF': tanglesOfPdf,
  'PDF that would act': pdfsThatAct,
  'floods of PDF': floodsOfPdf,
  'office documents that would act': officeThatActs,
  'broken office documents': brokenOffice,
  'floods of office documents': floodsOfOffice,
}

export type { HostileFile }

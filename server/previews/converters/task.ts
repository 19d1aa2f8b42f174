import type { DocumentKind } from '@/contract/documents'
import type { PreviewReason } from '@/contract/errors'
import type { ArchiveError, PageRun, TextEncoding } from '@/contract/previews/previews'
import type { BookSource, TextSource } from '@/domain/documents/conversions'
import type { Span } from '@/domain/previews/reading'
import type { PageSize } from '../representations'

/**
 * A frame in pixels. A picture fills the frame (`cover`), or fits into the frame without growing (`inside`). `close`: as many pixels as a phone can
 * show of a picture at a closer look, whatever its shape.
 */
export type Frame = { width: number; height: number; fit: 'cover' | 'inside' } | { fit: 'close' }

export interface PictureOutput {
  path: string
  frame: Frame
  /** Whether a ground is put behind a transparent picture, for the dark viewer. */
  hasGround?: boolean
}

/** One task of the converting process; `input` and `output` are paths in a working folder. */
export type Task =
  /** Several sizes of one picture, upright. */
  | { kind: 'pictures'; input: string; extension: string; outputs: PictureOutput[] }
  /** A picture with the viewer's watermark. */
  | { kind: 'watermarkPicture'; input: string; output: string; watermark: string }
  /** Only the watermark, for a video of at most `side` pixels a side. */
  | { kind: 'watermarkOverlay'; output: string; side: number; watermark: string }
  | { kind: 'checkPdf'; input: string }
  /** Replaces a PDF whose pages are all empty by words that say so. `lacksParts`: else a last page says that a part is not shown. */
  | { kind: 'replaceBlank'; input: string; lacksParts: boolean }
  /** Whether LibreOffice can convert the file. `output`: the preview that an iWork document contains, as a PDF. */
  | { kind: 'checkOffice'; input: string; output: string }
  /** `isCode`: monospaced. `encoding`: chosen by the reader. */
  | { kind: 'textPdf'; input: string; output: string; isCode: boolean; encoding?: TextEncoding }
  | { kind: 'markdownPdf'; input: string; output: string; encoding?: TextEncoding }
  /** A book or a mail. */
  | { kind: 'blocksPdf'; input: string; output: string; format: BlockFormat }
  /** The text of a file in pieces, for reading. `most`: bytes of a text that are read; a document then ends after its beginning. */
  | {
      kind: 'reading'
      input: string
      output: string
      format: ReadingFormat
      extension: string
      encoding?: TextEncoding
      most?: number
    }
  /** A workbook or a text with separated values as a table, in blocks of rows. `isBeginning`: only its first rows. */
  | {
      kind: 'grid'
      input: string
      output: string
      extension: string
      encoding?: TextEncoding
      isBeginning: boolean
    }
  /** The state of a document (ydoc) with the contents of a file. */
  | { kind: 'makeDocument'; input: string; output: string; from: TextSource }
  /** A document (ydoc) as a file of another kind. `input`: the parts of its state (`conversion/stateParts`). */
  | { kind: 'copyDocument'; input: string; output: string; to: WrittenFormat }
  /** The state of a workbook (yxls) with the contents of a file. */
  | { kind: 'makeBook'; input: string; output: string; from: BookSource; extension: string }
  /** A workbook (yxls) as a file of another kind. `input`: the parts of its state. */
  | { kind: 'copyBook'; input: string; output: string; to: WrittenBook }
  /** The pages of a TIFF. */
  | { kind: 'scanPdf'; input: string; output: string }
  /** Pages as pictures, each with the viewer's watermark. */
  | { kind: 'watermarkPdf'; input: string; output: string; watermark: string }
  /** The sizes of a PDF's pages, and the span of their text. */
  | { kind: 'listPages'; input: string }
  /** The lines of all pages of a PDF with their places, in portions. */
  | { kind: 'readPages'; input: string; output: string }
  /** One page of a PDF, counted from 1, as a picture for a phone, or a small one. */
  | { kind: 'drawPage'; input: string; output: string; page: number; size?: PageSize; watermark: string | null }
  /** The text of a document, for the search. `words`: a file of words that were recognised on pages without a text. */
  | { kind: 'readContent'; input: string; from: ContentSource; words?: string }
  /** The pages of a PDF without a text, at most `most`, as pictures in a folder. */
  | { kind: 'drawScans'; input: string; folder: string; most: number }
  /** The format of an archive by its bytes. */
  | { kind: 'checkArchive'; input: string; extension: string }
  /** The entries of an archive, as JSON of `ArchiveList`. */
  | { kind: 'listArchive'; input: string; format: ArchiveFormat; output: string }
  /** A part of a list made by `listArchive`. `only` is the name for a file without a name of its own. */
  | { kind: 'askList'; input: string; question: ArchiveQuestion; only: string }
  /** One entry of an archive, by its number. */
  | { kind: 'extractEntry'; input: string; format: ArchiveFormat; entry: number; output: string }
  /** The lines of a CSV or of the first sheet of an XLSX, as JSON of `TableAnswer`. */
  | { kind: 'readTable'; input: string; output: string; most: number }

/** Why a file is not read as a table. */
export type TableFault = 'encrypted' | 'kind' | 'large' | 'lines' | 'unreadable'
/** A table of at most as many lines as the task allows, or why there is none. */
export type TableAnswer = { rows: { line: number; cells: string[] }[] } | { fault: TableFault }

/** The formats of books and mails, each read into blocks like those of Markdown. */
export const blockFormats = ['epub', 'eml', 'msg'] as const
export type BlockFormat = (typeof blockFormats)[number]

export function isBlockFormat(format: string): format is BlockFormat {
  return (blockFormats as readonly string[]).includes(format)
}

/** How a file is read as text. `text`: prose. */
export type ReadingFormat = 'text' | 'code' | 'markdown' | 'docx' | 'pdf' | 'ydoc' | BlockFormat

/** The kinds of files that the converting process itself writes of a text, and of a workbook. */
export type WrittenFormat = 'docx' | 'md'
export type WrittenBook = 'xlsx' | 'csv'

/** The kinds of files that have a text for the search. */
export type ContentSource = 'pdf' | 'text' | 'markdown' | BlockFormat | DocumentKind

export type ArchiveFormat = 'zip' | 'tar' | '7z' | 'rar' | 'rar5' | 'gzip' | 'bzip2' | 'xz' | 'zstd' | 'Z' | 'lzma'

/** The path of a file without a name of its own; shown as the archive's name without extension. */
export const ONLY = '*'

/** A file or folder in an archive. */
export interface ArchiveEntry {
  /** The entry's number in the archive, from 0. */
  entry: number
  /** Without '..' and other parts that lead out of the archive. */
  path: string
  isFolder: boolean
  /** bytes */
  size: number
  /** seconds since 1970; null when the archive does not say */
  modifiedAt: number | null
  /** Whether the entry needs a password. */
  isEncrypted: boolean
}

export interface ArchiveList {
  entries: ArchiveEntry[]
  /** Why entries are missing. */
  trouble: ArchiveError | null
}

/** A part of a folder, or a file by its number. */
export type ArchiveQuestion = { folder: string; offset: number; limit: number } | { entry: number }

/** A direct child of a folder in an archive. */
export interface ArchiveRow {
  name: string
  /** The entry's number in the archive; null for a folder. */
  entry: number | null
  /** bytes */
  size: number
  /** seconds since 1970; null when the archive does not say */
  modifiedAt: number | null
  isEncrypted: boolean
}

export interface ArchiveAnswer {
  /** rows of the folder */
  total: number
  /** The requested rows. */
  rows: ArchiveRow[]
  /** The requested file; null when there is none. */
  found: ArchiveEntry | null
  trouble: ArchiveError | null
}

/** characters of a content's key between two marks */
export const MARK_INTERVAL = 256

/** A document's text for the search. */
export interface Content {
  /** The shown text, with one blank for any white space. */
  text: string
  /** The text that queries are compared with. */
  key: string
  /** Positions in the text, from 0, of the 1st, 257th, 513th … character of the key. */
  marks: number[]
  /** Whether pages of a PDF have no text. */
  hasScans?: boolean
}

/** The pages of a document. */
export interface PageList {
  sizes: PageRun[]
  /** The span of text on the first pages; null when unknown. */
  span: Span | null
}

/** The result of a task besides its files. */
export interface Outcome {
  /** Media types of the outputs, in order. */
  types: string[]
  /** The media type of an animation that is served unchanged. */
  motion?: string
  /** The preview that an iWork document contains. */
  standIn?: 'whole' | 'first page'
  /** Whether LibreOffice leaves out parts of the document. */
  lacksParts?: boolean
  /** Whether a PDF needs a password. */
  isEncrypted?: boolean
  content?: Content
  /** The drawn pages without a text. */
  scans?: number
  pages?: PageList
  format?: ArchiveFormat
  answer?: ArchiveAnswer
}

/** The reason why a file has no rendition. All other errors are faults of the server. */
export class NoPreview extends Error {
  constructor(
    readonly reason: PreviewReason,
    detail: string,
  ) {
    super(detail)
    this.name = 'NoPreview'
  }
}

/** A converter exceeded its time limit. The machine may have been busy, so this says nothing about the file. */
export class TookTooLong extends NoPreview {
  constructor(detail: string) {
    super('server_error', detail)
    this.name = 'TookTooLong'
  }
}

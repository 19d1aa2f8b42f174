import type { PreviewReason } from '@/contract/errors'
import type { ArchiveTrouble, PageRun } from '@/contract/previews/previews'
import type { Span } from '@/domain/previews/reading'

/** Pixels of the frame that a picture fills (`cover`) or fits into without growing (`inside`). */
export interface Frame {
  width: number
  height: number
  fit: 'cover' | 'inside'
}

/** One job of the converting process; `input` and `output` are paths in a working folder. */
export type Task =
  /** Several sizes of one picture, upright. */
  | { kind: 'pictures'; input: string; extension: string; outputs: { path: string; frame: Frame }[] }
  /** A picture that carries the name of who looks at it. */
  | { kind: 'watermarkPicture'; input: string; output: string; watermark: string }
  /** Letters alone, to be laid over a video of at most so many pixels a side. */
  | { kind: 'watermarkOverlay'; output: string; side: number; watermark: string }
  | { kind: 'checkPdf'; input: string }
  /** Whether LibreOffice can make something of it. */
  | { kind: 'checkOffice'; input: string }
  /** `isCode`: in letters of one width. */
  | { kind: 'textPdf'; input: string; output: string; isCode: boolean }
  | { kind: 'markdownPdf'; input: string; output: string }
  /** Pages as pictures, each carrying the name of who looks at it. */
  | { kind: 'watermarkPdf'; input: string; output: string; watermark: string }
  /** The sizes of a PDF's pages, and where they are written. */
  | { kind: 'listPages'; input: string }
  /** One page of a PDF, from 1, as a picture that a phone can show. */
  | { kind: 'drawPage'; input: string; output: string; page: number; watermark: string | null }
  /** The text of a document, for the search. */
  | { kind: 'readContent'; input: string; from: 'pdf' | 'text' | 'markdown' }
  /** What an archive is by its bytes. */
  | { kind: 'checkArchive'; input: string; extension: string }
  /** What an archive holds, as JSON of `ArchiveList`. */
  | { kind: 'listArchive'; input: string; format: ArchiveFormat; output: string }
  /** Some of a list that `listArchive` made. `only` names what has no name of its own. */
  | { kind: 'askList'; input: string; question: ArchiveQuestion; only: string }
  /** One entry of an archive, by its number. */
  | { kind: 'extractEntry'; input: string; format: ArchiveFormat; entry: number; output: string }

export type ArchiveFormat = 'zip' | 'tar' | '7z' | 'rar' | 'rar5' | 'gzip' | 'bzip2' | 'xz' | 'zstd' | 'Z' | 'lzma'

/** The path of what has no name of its own: that of the archive without its extension stands for it. */
export const ONLY = '*'

/** What stands in an archive. */
export interface ArchiveEntry {
  /** Its number in the archive, from 0. */
  entry: number
  /** Without '..' and what else leads out of the archive. */
  path: string
  isFolder: boolean
  /** bytes */
  size: number
  /** Seconds since 1970; null where the archive does not say. */
  modifiedAt: number | null
  /** It opens with a password only. */
  isEncrypted: boolean
}

export interface ArchiveList {
  entries: ArchiveEntry[]
  /** Why that is not all. */
  trouble: ArchiveTrouble | null
}

/** A part of a folder, or a file by its number. */
export type ArchiveQuestion = { folder: string; offset: number; limit: number } | { entry: number }

/** What lies directly in a folder of an archive. */
export interface ArchiveRow {
  name: string
  /** Its number in the archive; null of a folder. */
  entry: number | null
  /** bytes */
  size: number
  /** Seconds since 1970; null where the archive does not say. */
  modifiedAt: number | null
  isEncrypted: boolean
}

export interface ArchiveAnswer {
  /** Rows that the folder has. */
  total: number
  /** Those that were asked for. */
  rows: ArchiveRow[]
  /** The file that was asked for; null where there is none. */
  found: ArchiveEntry | null
  trouble: ArchiveTrouble | null
}

/** Characters of a content's key from one mark to the next. */
export const MARK_INTERVAL = 256

/** What the search knows of a document. */
export interface Content {
  /** As it is shown, one blank for any white space. */
  text: string
  /** What it is compared by. */
  key: string
  /** Where in the text the 1st, 257th, 513th … character of the key stands, from 0. */
  marks: number[]
}

/** The pages of a document. */
export interface PageList {
  sizes: PageRun[]
  /** Where the first ones are written; null where that is not known. */
  span: Span | null
}

/** What a task found out besides its files. */
export interface Outcome {
  /** Media types of the outputs, in their order. */
  types: string[]
  /** A PDF that opens with a password only. */
  isEncrypted?: boolean
  content?: Content
  pages?: PageList
  format?: ArchiveFormat
  answer?: ArchiveAnswer
}

/** Why no rendition can be had of a file; everything else that goes wrong is a fault of ours. */
export class NoPreview extends Error {
  constructor(
    readonly reason: PreviewReason,
    detail: string,
  ) {
    super(detail)
    this.name = 'NoPreview'
  }
}

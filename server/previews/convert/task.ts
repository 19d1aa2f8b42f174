import type { PreviewReason } from '@/contract/errors'

/** Pixels of the frame that a picture fills (`cover`) or fits into without growing (`inside`). */
export interface Frame {
  width: number
  height: number
  fit: 'cover' | 'inside'
}

/** One job of the converting process; `input` and `output` are paths in a working folder. */
export type Task =
  /** Several sizes of one picture, upright. */
  | { kind: 'pictures', input: string, extension: string, outputs: { path: string, frame: Frame }[] }
  /** A picture that carries the name of who looks at it. */
  | { kind: 'markPicture', input: string, output: string, mark: string }
  | { kind: 'checkPdf', input: string }
  | { kind: 'textPdf', input: string, output: string }
  | { kind: 'markdownPdf', input: string, output: string }
  /** Pages as pictures, each carrying the name of who looks at it. */
  | { kind: 'markPdf', input: string, output: string, mark: string }

/** What a task found out besides its files. */
export interface Outcome {
  /** Media types of the outputs, in their order. */
  types: string[]
  /** A PDF that opens with a password only. */
  isEncrypted?: boolean
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

import type { UploadTarget } from './uploads'

/** ms before a part is tried again, by how often it failed in a row; behind the last one it is given up. */
const waits = [500, 1000, 2000, 4000, 8000]

/**
 * How long to wait before a part is tried again; null when it is given up (AH-02).
 * @param failures in a row without a byte more at the server; 1 is the first
 * @returns ms
 */
export function waitBeforeRetry(failures: number): number | null {
  return waits[failures - 1] ?? null
}

/** An upload that was begun on this phone and did not end: a reload, a phone that ran out of power (AH-02). */
export interface Unfinished {
  uploadId: string
  /** Where its parts go. */
  path: string
  name: string
  /** bytes. */
  size: number
  /** Seconds; absent where the phone did not tell. */
  modifiedAt?: number
  target: UploadTarget
}

/** Whether a picked file is the one of an unfinished upload, as far as a phone tells: its bytes are not read. */
export function isSameFile(unfinished: Unfinished, file: { name: string; size: number; modifiedAt?: number }): boolean {
  const { name, size, modifiedAt } = unfinished
  const isUntouched = modifiedAt === undefined || file.modifiedAt === undefined || modifiedAt === file.modifiedAt
  return file.name === name && file.size === size && isUntouched
}

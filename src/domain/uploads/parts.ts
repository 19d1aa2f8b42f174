import type { UploadTarget } from './uploads'

/** ms before a retry of a part, by the number of consecutive failures; after the last one the upload fails. */
const waits = [500, 1000, 2000, 4000, 8000]

/**
 * The wait before a part is retried; null when there are no retries left (AH-02).
 * @param failures consecutive failures without another byte at the server; the first is 1
 * @returns ms
 */
export function waitBeforeRetry(failures: number): number | null {
  return waits[failures - 1] ?? null
}

/** An upload from this phone that was interrupted, for example by a reload or an empty battery (AH-02). */
export interface Unfinished {
  uploadId: string
  /** The address for its parts. */
  path: string
  name: string
  /** bytes. */
  size: number
  /** Seconds; absent if the phone does not report it. */
  modifiedAt?: number
  target: UploadTarget
}

/** Whether a picked file is the file of an unfinished upload, judging by its metadata: its bytes are not read. */
export function isSameFile(unfinished: Unfinished, file: { name: string; size: number; modifiedAt?: number }): boolean {
  const { name, size, modifiedAt } = unfinished
  const isUntouched = modifiedAt === undefined || file.modifiedAt === undefined || modifiedAt === file.modifiedAt
  return file.name === name && file.size === size && isUntouched
}

/** Numbers of the specification for uploads (1§5, 1§9). */

/** bytes; a file of this size is refused (50 GB). */
export const UPLOAD_SIZE_LIMIT = 53_687_091_200
/** bytes; an unreadable file below this size is dropped silently. */
export const SMALL_FILE_SIZE = 5 * 1024 * 1024
/** files, without a configured maximum. */
export const UPLOAD_COUNT_DEFAULT = 10
/** files, if the configured maximum is no positive integer (decisions 3.18). */
export const UPLOAD_COUNT_FALLBACK = 1
/** ms until the open platform's upload page closes by itself. */
export const UPLOAD_RETURN_COUNTDOWN = 3000

/** The target of an upload: a folder or department for a new file, or a file for a new version (1§3). */
export type UploadTarget = `folder_${number}` | `department_${number}` | `file_${number}`
export type UploadState = 'waiting' | 'progress' | 'paused' | 'uploaded' | 'failed' | 'canceled'
export type UploadFault = 'network' | 'loginExpired' | 'noPermission' | 'refused' | 'unreadable' | 'unknown'

/** Why an upload is paused: by the user, by an ended session, or by a lost network. */
export type HoldReason = 'user' | 'signIn' | 'network'

export interface Upload {
  name: string
  /** bytes. */
  size: number
  /** bytes sent. */
  loaded: number
  state: UploadState
  fault: UploadFault | null
  /** While paused. */
  hold: HoldReason | null
  /** The server stores the received bytes, so that sending can continue after them (AH-02). */
  isResumable: boolean
}

export type UploadEvent =
  | { type: 'started' | 'retried' | 'uploaded' | 'canceled' | 'unreadable' }
  /** `from`: the hold that ends; absent: any. */
  | { type: 'resumed'; from?: HoldReason }
  | { type: 'paused'; by: HoldReason }
  /** The server reported that it stores parts, and the number of received bytes. */
  | { type: 'opened'; received: number }
  | { type: 'progressed'; loaded: number }
  | { type: 'failed'; fault: UploadFault }

/** The states in which an event applies. In other states it is late and changes nothing. */
const acceptingStates: Record<UploadEvent['type'], readonly UploadState[]> = {
  started: ['waiting'],
  opened: ['waiting', 'progress'],
  progressed: ['progress'],
  paused: ['waiting', 'progress', 'paused'],
  resumed: ['paused'],
  retried: ['failed'],
  uploaded: ['progress'],
  failed: ['waiting', 'progress'],
  canceled: ['waiting', 'progress', 'paused', 'failed'],
  unreadable: ['waiting', 'progress'],
}

/** A file that joins the queue. */
export function waitingUpload(file: { name: string; size: number }): Upload {
  return { name: file.name, size: file.size, loaded: 0, state: 'waiting', fault: null, hold: null, isResumable: false }
}

/**
 * The upload after an event: waiting → progress → uploaded; a failure waits for a retry; canceling is final (1§4, UPL-02).
 * An unreadable file under 5 MB is dropped silently, a larger one fails (1§5). An upload that is not resumable restarts from its first byte.
 */
export function uploadAfter(upload: Upload, event: UploadEvent): Upload {
  if (!acceptingStates[event.type].includes(upload.state)) return upload
  const loaded = upload.isResumable ? upload.loaded : 0
  switch (event.type) {
    case 'started':
      return { ...upload, state: 'progress', loaded }
    case 'opened':
      return { ...upload, isResumable: true, loaded: event.received }
    case 'progressed':
      return { ...upload, loaded: Math.min(upload.size, Math.max(upload.loaded, event.loaded)) }
    case 'paused':
      return pause(upload, event.by, loaded)
    case 'resumed':
      return event.from && event.from !== upload.hold ? upload : { ...upload, state: 'waiting', hold: null }
    case 'retried':
      // The phone would fail to read the file again; the user has to choose it again.
      if (upload.fault === 'unreadable') return upload
      return { ...upload, state: 'waiting', loaded, fault: null }
    case 'uploaded':
      return { ...upload, state: 'uploaded', loaded: upload.size }
    case 'failed':
      return { ...upload, state: 'failed', fault: event.fault }
    case 'canceled':
      return { ...upload, state: 'canceled' }
    case 'unreadable':
      return upload.size < SMALL_FILE_SIZE
        ? { ...upload, state: 'canceled' }
        : { ...upload, state: 'failed', fault: 'unreadable' }
  }
}

/** The user's hold persists when the session or the network comes back. */
function pause(upload: Upload, by: HoldReason, loaded: number): Upload {
  return upload.hold === by || upload.hold === 'user' ? upload : { ...upload, state: 'paused', hold: by, loaded }
}

/** 0 to 100, whole. An empty file is at 100 only once it is uploaded. */
export function uploadPercent(upload: Upload): number {
  if (upload.state === 'uploaded') return 100
  return upload.size === 0 ? 0 : Math.floor((upload.loaded / upload.size) * 100)
}

/** The maximum number of picked files: 10 if not configured; 1 if configured but not a positive integer (1§5, decisions 3.18). */
export function uploadMaximum(configured?: string | number | null): number {
  if (configured === undefined || configured === null) return UPLOAD_COUNT_DEFAULT
  const isDecimal = /^\d+$/.test(String(configured).trim())
  const maximum = isDecimal ? Number(configured) : 0
  return Number.isSafeInteger(maximum) && maximum > 0 ? maximum : UPLOAD_COUNT_FALLBACK
}

/** Sorts picked files: rejects files of 50 GB and more, accepts up to `maximum` others, leaves the rest over (1§5, UPL-03). */
export function admitFiles<T extends { size: number }>(
  picked: readonly T[],
  maximum: number,
): { taken: T[]; tooLarge: T[]; leftOver: T[] } {
  const tooLarge = picked.filter((file) => isTooLarge(file.size))
  const fitting = picked.filter((file) => !isTooLarge(file.size))
  return { taken: fitting.slice(0, maximum), tooLarge, leftOver: fitting.slice(maximum) }
}

/** Whether a size in bytes reaches the limit (1§5). */
export function isTooLarge(size: number): boolean {
  return size >= UPLOAD_SIZE_LIMIT
}

/** Whether a file is small enough for a test read before it is sent; bytes (1§5). */
export function isSmall(size: number): boolean {
  return size < SMALL_FILE_SIZE
}

/** Whether canceling asks first: if sent bytes would be lost; always in an embed, which stores nothing unfinished (1§4, UPL-02). */
export function mustAskBeforeCancel(upload: Upload, isEmbed = false): boolean {
  if (upload.state === 'uploaded' || upload.state === 'canceled') return false
  return isEmbed || upload.state === 'progress' || (upload.isResumable && upload.loaded > 0)
}

export interface UploadSummary {
  total: number
  done: number
  failed: number
  /** In progress while done + failed < total (2§4). */
  isRunning: boolean
  /** bytes of all uploads. */
  loaded: number
  size: number
}

/** The summary for the queue's bar, without canceled uploads. */
export function summaryOf(uploads: readonly Upload[]): UploadSummary {
  const counted = uploads.filter(({ state }) => state !== 'canceled')
  const done = counted.filter(({ state }) => state === 'uploaded').length
  const failed = counted.filter(({ state }) => state === 'failed').length
  return {
    total: counted.length,
    done,
    failed,
    isRunning: done + failed < counted.length,
    loaded: counted.reduce((sum, { loaded }) => sum + loaded, 0),
    size: counted.reduce((sum, { size }) => sum + size, 0),
  }
}

import {
  SMALL_FILE_SIZE,
  UPLOAD_COUNT_DEFAULT,
  UPLOAD_COUNT_FALLBACK,
  UPLOAD_SIZE_LIMIT,
} from '@/domain/uploads/limits'

/** A place that takes a new file, or a file that takes a new version (1§3). */
export type UploadTarget = `folder_${number}` | `department_${number}` | `file_${number}`
export type UploadState = 'waiting' | 'progress' | 'paused' | 'uploaded' | 'failed' | 'canceled'
export type UploadFault = 'network' | 'loginExpired' | 'noPermission' | 'refused' | 'unreadable' | 'unknown'

/** Who holds an upload: the user, a session that ended, a network that is away. */
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
  /** What has come stays at the server, so sending goes on behind it (AH-02). */
  isResumable: boolean
}

export type UploadEvent =
  | { type: 'started' | 'retried' | 'uploaded' | 'canceled' | 'unreadable' }
  /** `from`: the hold that ends; any, when it is absent. */
  | { type: 'resumed'; from?: HoldReason }
  | { type: 'paused'; by: HoldReason }
  /** The server tells that it keeps parts, and how many bytes it holds. */
  | { type: 'opened'; received: number }
  | { type: 'progressed'; loaded: number }
  | { type: 'failed'; fault: UploadFault }

/** From which states an event is taken; in any other it comes too late and changes nothing. */
const takenIn: Record<UploadEvent['type'], readonly UploadState[]> = {
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

/** A file as it joins the queue. */
export function waitingUpload(file: { name: string; size: number }): Upload {
  return { name: file.name, size: file.size, loaded: 0, state: 'waiting', fault: null, hold: null, isResumable: false }
}

/**
 * An upload after an event: waiting → progress → uploaded; a failure waits for a retry; canceling is final (1§4, UPL-02).
 * A file under 5 MB that cannot be read goes silently, a larger one fails (1§5). What cannot be resumed starts again from its first byte.
 */
export function uploadAfter(upload: Upload, event: UploadEvent): Upload {
  if (!takenIn[event.type].includes(upload.state)) return upload
  const loaded = upload.isResumable ? upload.loaded : 0
  switch (event.type) {
    case 'started':
      return { ...upload, state: 'progress', loaded }
    case 'opened':
      return { ...upload, isResumable: true, loaded: event.received }
    case 'progressed':
      return { ...upload, loaded: Math.min(upload.size, Math.max(upload.loaded, event.loaded)) }
    case 'paused':
      return pausedBy(upload, event.by, loaded)
    case 'resumed':
      return event.from && event.from !== upload.hold ? upload : { ...upload, state: 'waiting', hold: null }
    case 'retried':
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

/** What the user holds stays held when the session or the network comes back. */
function pausedBy(upload: Upload, by: HoldReason, loaded: number): Upload {
  return upload.hold === by || upload.hold === 'user' ? upload : { ...upload, state: 'paused', hold: by, loaded }
}

/** 0 to 100, whole; an empty file is at 100 once it is uploaded. */
export function uploadPercent(upload: Upload): number {
  if (upload.state === 'uploaded') return 100
  return upload.size === 0 ? 0 : Math.floor((upload.loaded / upload.size) * 100)
}

/** How many files may be picked at once: absent 10; present but no positive integer 1 (1§5, decisions 3.18). */
export function uploadMaximum(configured?: string | number | null): number {
  if (configured === undefined || configured === null) return UPLOAD_COUNT_DEFAULT
  const isDecimal = /^\d+$/.test(String(configured).trim())
  const maximum = isDecimal ? Number(configured) : 0
  return Number.isSafeInteger(maximum) && maximum > 0 ? maximum : UPLOAD_COUNT_FALLBACK
}

/** Sorts what was picked: files of 50 GB and more are rejected, the others taken up to `maximum`, the rest left over (1§5, UPL-03). */
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

/** Whether a file is small enough to be read as a test before it is sent; bytes (1§5). */
export function isSmall(size: number): boolean {
  return size < SMALL_FILE_SIZE
}

/** Whether canceling asks first: where sent bytes would be lost; in an embed, where nothing unfinished is kept, always (1§4, UPL-02). */
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

/** The queue as its bar shows it; canceled uploads do not count. */
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

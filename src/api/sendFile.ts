import type { Request } from '@/contract/api'
import type { Item } from '@/contract/entities'
import { waitBeforeRetry } from '@/domain/uploads/parts'
import type { Canceler, FilePart, PickedFile, PartAnswer, PartRequest, Platform } from '@/platform/Platform'
import type { Api } from './Api'
import { ApiFailure } from './ApiFailure'
import { codeOf, readFailure } from './readFailure'

/** An upload in parts that the server has accepted. */
export interface OpenedUpload {
  uploadId: string
  /** The address for its parts. */
  path: string
}

/** The common parameters of sending a file. */
export interface Sending {
  file: PickedFile
  /** An earlier upload to resume: its received bytes are not sent again. */
  opened?: OpenedUpload | null
  /** The server has accepted the upload and holds `received` bytes. */
  onOpened(opened: OpenedUpload, received: number): void
  /** Bytes of the whole file; called a few times a second. */
  onProgress(loaded: number): void
  canceler: Canceler
}

export interface FileSending extends Sending {
  request: Request<'POST /apps/files/presign_upload'>
}

/** The calls that start and finish an upload. */
export interface Delivery<T> {
  announce(): Promise<{ upload_url?: string; tus_url?: string; upload_id?: string }>
  /** Creates the file from the sent parts. */
  finish(uploadId: string): Promise<T>
  /** Reads the reply of the single POST; absent without such a POST. */
  read?(answer: unknown): T
}

type Phone = Pick<Platform, 'upload' | 'sendPart' | 'firstPartSize' | 'partSize' | 'clock'>

/** ms between two progress reports, to avoid drawing for each packet */
const PROGRESS_INTERVAL = 250

/** A tus request, without the common headers. */
type Exchange = Omit<PartRequest, 'headers'> & { headers?: Record<string, string> }

/**
 * Requests an upload address and sends the file: in parts that can be resumed after an interruption (AH-02), or by the specified single POST if
 * the server supports no parts (UPL-01). Continues after a sign-in during the upload.
 * @throws ApiFailure, FileUnreadable
 */
export function sendFile(api: Api, phone: Phone, { request, ...sending }: FileSending): Promise<Item> {
  const options = { handledCodes: 'all', canceler: sending.canceler } as const
  return deliver(api, phone, sending, {
    announce: () => api.call('POST /apps/files/presign_upload', request, options),
    finish: async (uploadId) =>
      (await api.call('POST /apps/files/upload_finish', { upload_id: uploadId }, options)).new_file,
    read: (answer) => (answer as { new_file: Item }).new_file,
  })
}

/** Like sendFile, with other calls for starting and finishing. @throws ApiFailure, FileUnreadable */
export function deliver<T>(api: Api, phone: Phone, sending: Sending, delivery: Delivery<T>): Promise<T> {
  const sender = new FileSender(api, phone, sending, delivery)
  return api.withRecovery(() => sender.send(), { canceler: sending.canceler, quiet: true })
}

/** Cancels an upload in parts: the server deletes its bytes. @throws ApiFailure */
export async function discardUpload(api: Api, phone: Phone, { path }: OpenedUpload): Promise<void> {
  await exchange(api, phone, { method: 'DELETE', path })
}

class FileSender<T> {
  private opened: OpenedUpload | null
  /** bytes */
  private partSize: number
  /** ms */
  private progressAt = -Infinity

  constructor(
    private readonly api: Api,
    private readonly phone: Phone,
    private readonly sending: Sending,
    private readonly delivery: Delivery<T>,
  ) {
    this.opened = sending.opened ?? null
    this.partSize = this.opened ? phone.partSize : (phone.firstPartSize ?? Infinity)
  }

  async send(): Promise<T> {
    if (this.opened) {
      try {
        return await this.sendParts(this.opened)
      } catch (error) {
        if (!isGone(error)) throw error
      }
    }
    const { upload_url, tus_url: path, upload_id: uploadId } = await this.delivery.announce()
    if (path === undefined || uploadId === undefined) return this.sendWhole(upload_url ?? '')
    this.opened = { path, uploadId }
    this.sending.onOpened(this.opened, 0)
    return this.sendParts(this.opened, 0)
  }

  private async sendWhole(path: string): Promise<T> {
    const {
      api,
      phone,
      sending: { file, canceler },
    } = this
    const onProgress = (sent: number) => this.reportProgress(sent)
    const headers = { ...api.headers(), 'X-File-Name': encodeURIComponent(file.name) }
    const answer = await api.answerOf({ method: 'POST', path }, () =>
      phone.upload({ path, headers, file, onProgress, canceler }),
    )
    if (!this.delivery.read) throw new ApiFailure({ kind: 'noResponse' }, { method: 'POST', path })
    return this.delivery.read(answer)
  }

  /** @param from the number of bytes that the server holds; if absent, the server is asked for the number */
  private async sendParts(opened: OpenedUpload, from?: number): Promise<T> {
    const {
      file: { size },
      canceler,
      onOpened,
    } = this.sending
    let received = from
    let most = from ?? 0
    let failures = 0
    for (;;) {
      try {
        if (received === undefined) {
          received = await this.askReceived(opened)
          onOpened(opened, received)
        }
        if (received > most) failures = 0
        most = Math.max(most, received)
        if (received >= size) return await this.delivery.finish(opened.uploadId)
        received = await this.sendPart(opened, received)
      } catch (error) {
        failures += 1
        const wait = isRetryable(error) ? waitBeforeRetry(failures) : null
        if (wait === null || canceler.canceled) throw error
        received = undefined
        this.partSize = this.phone.partSize
        await this.pause(wait)
      }
    }
  }

  private async askReceived({ path }: OpenedUpload): Promise<number> {
    return offsetOf(await this.exchange({ method: 'HEAD', path }))
  }

  private async sendPart({ path }: OpenedUpload, from: number): Promise<number> {
    const { file, onProgress } = this.sending
    const to = Math.min(from + this.partSize, file.size)
    const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from) }
    const part: FilePart = { file, from, to, onProgress: (sent) => this.reportProgress(from + sent) }
    const received = offsetOf(await this.exchange({ method: 'PATCH', path, headers, part }))
    if (received <= from) throw new ApiFailure({ kind: 'noResponse' }, { method: 'PATCH', path })
    onProgress(received)
    return received
  }

  private reportProgress(loaded: number) {
    const now = this.phone.clock.now()
    if (now - this.progressAt < PROGRESS_INTERVAL) return
    this.progressAt = now
    this.sending.onProgress(loaded)
  }

  private exchange(request: Exchange): Promise<PartAnswer> {
    return exchange(this.api, this.phone, { ...request, canceler: this.sending.canceler })
  }

  /** Waits. Canceling ends the wait at once; the next request then fails. */
  private pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.phone.clock.after(milliseconds, resolve)
      this.sending.canceler.onCancel(() => {
        stop()
        resolve()
      })
    })
  }
}

async function exchange(api: Api, { sendPart }: Phone, { headers, ...request }: Exchange): Promise<PartAnswer> {
  const { method, path } = request
  const answer = await api.send({ method, path }, () =>
    sendPart({ ...request, headers: { ...api.headers(), 'tus-resumable': '1.0.0', ...headers } }),
  )
  const { status, body } = answer
  if (status >= 200 && status <= 299) return answer
  // A reply with a status of tus also contains an ordinary refusal in its body. 401 means an ended session, as everywhere.
  const refusal = status === 401 ? null : readFailure(200, body)
  throw new ApiFailure(refusal?.kind === 'refused' ? refusal : { kind: 'status', status }, { method, path, status })
}

function offsetOf({ offset, status }: PartAnswer): number {
  if (offset !== undefined && Number.isSafeInteger(offset)) return offset
  throw new ApiFailure({ kind: 'noResponse' }, { method: 'HEAD', path: 'tus', status })
}

/** HTTP statuses after which a retry may succeed. */
const retryable = [408, 409, 423, 429, 460]

/** Whether to ask the server for its received bytes and continue from there. */
function isRetryable(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return false
  const { failure } = error
  if (failure.kind === 'status') return failure.status >= 500 || retryable.includes(failure.status)
  return failure.kind === 'network' || failure.kind === 'noResponse' || codeOf(failure) === 'upload_length'
}

/** Whether the server no longer knows the upload: it expired, or was ended elsewhere. */
function isGone(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return false
  const { failure } = error
  return (
    codeOf(failure) === 'upload_address' ||
    (failure.kind === 'status' && (failure.status === 404 || failure.status === 410))
  )
}

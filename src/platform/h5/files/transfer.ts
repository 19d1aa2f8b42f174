import { answerBody } from '../../answerBody'
import {
  NoAnswer,
  type Canceler,
  type FilePart,
  type HttpAnswer,
  type PartAnswer,
  type PartRequest,
  type UploadRequest,
} from '../../Platform'
import { FileUnreadable } from '../../fileFailures'

/** ms without a transferred byte after which a connection counts as dead */
export const STALLED = 45_000

interface Sending {
  method: string
  path: string
  headers: Record<string, string>
  body?: Blob
  onProgress?(sent: number): void
  canceler?: Canceler
}

/** POSTs the raw bytes. @throws NoAnswer, FileUnreadable */
export async function upload({ path, headers, file, onProgress, canceler }: UploadRequest): Promise<HttpAnswer> {
  const { status, responseText } = await sendReadable({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/octet-stream', ...headers },
    body: file.source as Blob,
    canceler,
    onProgress: (sent) => onProgress(Math.min(sent, file.size), file.size),
  })
  return { status, body: answerBody(responseText) }
}

/** One tus request. @throws NoAnswer, FileUnreadable */
export async function sendPart({ method, path, headers, part, canceler }: PartRequest): Promise<PartAnswer> {
  const transfer = await sendReadable({
    method,
    path,
    headers,
    body: part && bytesOf(part),
    canceler,
    ...(part && { onProgress: (sent: number) => part.onProgress(Math.min(sent, part.to - part.from)) }),
  })
  const offset = transfer.getResponseHeader('upload-offset')
  return {
    status: transfer.status,
    body: answerBody(transfer.responseText),
    ...(offset !== null && { offset: Number(offset) }),
  }
}

function bytesOf({ file: { source, size }, from, to }: FilePart): Blob {
  const file = source as Blob
  return from === 0 && to === size ? file : file.slice(from, to)
}

/** ms until a reply after all bytes are sent */
const UNANSWERED = 300_000

/** Tells an unreadable body from a lost network. @throws NoAnswer, FileUnreadable */
async function sendReadable(sending: Sending): Promise<XMLHttpRequest> {
  try {
    return await send(sending)
  } catch (error) {
    const { body } = sending
    if (body && error instanceof NoAnswer && error.reason === 'network') await requireReadable(body)
    throw error
  }
}

/** Uses XMLHttpRequest, because fetch reports no upload progress. */
function send({ method, path, headers, body, onProgress, canceler }: Sending): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const transfer = new XMLHttpRequest()
    const fail = (reason: NoAnswer['reason']) => () => reject(new NoAnswer(reason))
    let watch: ReturnType<typeof setTimeout>
    const wait = (patience: number) => {
      clearTimeout(watch)
      watch = setTimeout(() => {
        fail('timeout')()
        transfer.abort()
      }, patience)
    }
    transfer.upload.onprogress = ({ loaded }) => {
      wait(STALLED)
      onProgress?.(loaded)
    }
    transfer.upload.onload = () => wait(UNANSWERED)
    transfer.onload = () => resolve(transfer)
    transfer.onloadend = () => clearTimeout(watch)
    transfer.onerror = fail('network')
    transfer.onabort = fail('canceled')
    transfer.open(method, path)
    for (const [name, value] of Object.entries(headers)) transfer.setRequestHeader(name, value)
    canceler?.onCancel(() => {
      transfer.abort()
      fail('canceled')()
    })
    if (canceler?.canceled) return
    wait(STALLED)
    transfer.send(body)
  })
}

/** Reads a byte, because a browser reports a deleted or changed file only as a network failure. */
async function requireReadable(body: Blob): Promise<void> {
  try {
    await body.slice(0, 1).arrayBuffer()
  } catch (cause) {
    throw new FileUnreadable({ cause })
  }
}

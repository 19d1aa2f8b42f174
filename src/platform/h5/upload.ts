import { answerBody } from '../answerBody'
import { NoAnswer, type HttpAnswer, type UploadRequest } from '../Platform'

/** POSTs the raw bytes; fetch tells no progress of a body. @throws NoAnswer */
export function upload({ path, headers, file, onProgress, canceler }: UploadRequest): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const transfer = new XMLHttpRequest()
    const fail = (reason: NoAnswer['reason']) => () => reject(new NoAnswer(reason))
    transfer.upload.onprogress = ({ loaded }) => onProgress(Math.min(loaded, file.size), file.size)
    transfer.onload = () => resolve({ status: transfer.status, body: answerBody(transfer.responseText) })
    transfer.onerror = fail('network')
    transfer.ontimeout = fail('timeout')
    transfer.onabort = fail('canceled')
    transfer.open('POST', path)
    for (const [name, value] of Object.entries({ 'content-type': 'application/octet-stream', ...headers })) {
      transfer.setRequestHeader(name, value)
    }
    canceler.onCancel(() => {
      transfer.abort()
      fail('canceled')()
    })
    if (!canceler.canceled) transfer.send(file.source as File)
  })
}

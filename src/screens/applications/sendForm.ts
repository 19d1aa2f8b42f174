import { NoAnswer } from '@/platform/Platform'
import { FileUnreadable } from '@/platform/fileFailures'
import type { SendForm } from '@/stores/applications/OpenUploads'

/** The token precedes the file, so that a wrong one is refused before any byte is stored. */
export const sendForm: SendForm = ({ path, token, file, onProgress, canceler }) => {
  const form = new FormData()
  form.append('token', token)
  form.append('file', file.source as Blob, file.name)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.upload.onprogress = ({ loaded }) => onProgress(Math.min(loaded, file.size))
    request.onload = () => resolve({ status: request.status, body: read(request.responseText) })
    request.onerror = () => {
      // For a file that is gone a browser reports only a network failure.
      ;(file.source as Blob)
        .slice(0, 1)
        .arrayBuffer()
        .then(
          () => reject(new NoAnswer('network')),
          (cause: unknown) => reject(new FileUnreadable({ cause })),
        )
    }
    request.onabort = () => reject(new NoAnswer('canceled'))
    request.open('POST', path)
    canceler.onCancel(() => request.abort())
    if (!canceler.canceled) request.send(form)
  })
}

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

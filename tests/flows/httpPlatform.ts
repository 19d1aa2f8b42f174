import {
  NoAnswer,
  type HttpAnswer,
  type HttpRequest,
  type PartAnswer,
  type PartRequest,
  type UploadRequest,
} from '@/platform/Platform'
import { FileUnreadable } from '@/platform/fileFailures'
import { FakePlatform } from '../stores/support/fakePlatform'

type Sent = RequestInit & { headers: Record<string, string> }

/** The phone of a flow: sends real requests to a real server; everything else is as in the store tests. */
export class HttpPlatform extends FakePlatform {
  /** Makes all requests fail, as in a tunnel. */
  isOffline = false
  /** Time limit of a request, ms; none by default. */
  patience?: number
  private readonly cookies = new Map<string, string>()

  /** @param url of the server; may change */
  constructor(
    public url: string,
    name: 'h5' | 'weapp' = 'h5',
  ) {
    super(name)
  }

  override request = ({ method, path, headers, body, canceler }: HttpRequest): Promise<HttpAnswer> => {
    const json = { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
    return this.fetch(path, { method, ...(body === undefined ? { headers } : json) }, canceler)
  }

  /** Raw on H5, as form field `file` in the mini-program. */
  override upload = async ({ path, headers, file, onProgress, canceler }: UploadRequest): Promise<HttpAnswer> => {
    const bytes = file.source as Uint8Array<ArrayBuffer>
    const sent =
      this.name === 'h5'
        ? { headers: { 'content-type': 'application/octet-stream', ...headers }, body: bytes }
        : { headers, body: formOf(file.name, bytes) }
    const answer = await this.fetch(path, { method: 'POST', ...sent }, canceler)
    onProgress(bytes.length, bytes.length)
    return answer
  }

  override sendPart = async ({ method, path, headers, part, canceler }: PartRequest): Promise<PartAnswer> => {
    const body = part && (part.file.source as Uint8Array<ArrayBuffer>).subarray(part.from, part.to)
    if (part && body?.length !== part.to - part.from) throw new FileUnreadable()
    return this.fetch(path, { method, headers, body }, canceler)
  }

  private async fetch(path: string, init: Sent, canceler: HttpRequest['canceler']): Promise<PartAnswer> {
    const controller = new AbortController()
    canceler?.onCancel(() => controller.abort())
    const timer = this.patience === undefined ? undefined : setTimeout(() => controller.abort('timeout'), this.patience)
    const headers = {
      ...init.headers,
      ...(this.can.cookies && { cookie: [...this.cookies].map((pair) => pair.join('=')).join('; ') }),
    }
    try {
      if (this.isOffline) throw new TypeError('offline')
      const answer = await fetch(this.url + path, { ...init, headers, signal: controller.signal })
      this.keepCookies(answer.headers.getSetCookie())
      const text = await answer.text()
      const offset = answer.headers.get('upload-offset')
      return { status: answer.status, body: parsed(text), ...(offset !== null && { offset: Number(offset) }) }
    } catch (cause) {
      const { aborted, reason } = controller.signal
      throw new NoAnswer(!aborted ? 'network' : reason === 'timeout' ? 'timeout' : 'canceled', { cause })
    } finally {
      clearTimeout(timer)
    }
  }

  private keepCookies(lines: string[]) {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = pair.split('=')
      const isGone = value === '' || attributes.some((attribute) => /^max-age=0$/i.test(attribute))
      if (isGone) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }
}

function formOf(name: string, bytes: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData()
  form.set('file', new Blob([bytes]), name)
  return form
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

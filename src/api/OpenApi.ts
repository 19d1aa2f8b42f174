import type { CallName, Reply, Request } from '@/contract/api'
import type { OpenCallName, OpenItem, OpenRefusal, OpenReply, OpenRequest } from '@/contract/applications'
import type { ErrorCode } from '@/contract/errors'
import type { OpenErrorCode } from '@/contract/openErrorCodes'
import { PREVIEW_TOKEN_PERIOD } from '@/domain/previews/limits'
import { Api, type CallOptions } from './Api'
import { ApiFailure } from './ApiFailure'
import { encodeCall } from './encodeCall'
import type { Failure } from './readFailure'

/** The tokens of the users for whom the application makes its calls. */
export interface OpenIdentity {
  accessToken: string
  /** The viewer's token, if the viewer is another user; else ''. */
  previewUserToken: string
}

/**
 * The calls of an application (`/api/v2`), including the drive calls that viewers make. Refuses every other call before it is sent, so that an
 * embedded page makes no call that a session would answer.
 */
export class OpenApi extends Api {
  /** Receives each previewed file, or the failure if the file is unavailable. */
  onFile?: (found: OpenItem | ApiFailure) => void

  private readonly previewTokens = new Map<string, Promise<string>>()

  constructor(
    base: Api,
    private readonly identity: OpenIdentity,
  ) {
    super(base.deps)
    this.onTransport = (isCarried) => base.onTransport?.(isCarried)
  }

  /** One call of the open platform. @throws ApiFailure */
  async ask<K extends OpenCallName>(
    name: K,
    request: OpenRequest<K>,
    { canceler, headers }: Pick<CallOptions, 'canceler'> & { headers?: Record<string, string> } = {},
  ): Promise<OpenReply<K>> {
    const encoded = encodeCall(name as unknown as CallName, request as never)
    const { status, body } = await this.send(encoded, () =>
      this.deps.platform.request({ ...encoded, headers: { ...this.headers(), ...headers }, canceler }),
    )
    if (status === 200) return body as OpenReply<K>
    throw new ApiFailure(failureOf(status, body), { ...encoded, status })
  }

  override async call<K extends CallName>(name: K, request: Request<K>, options: CallOptions = {}): Promise<Reply<K>> {
    return (await this.answer(name, request as never, options)) as Reply<K>
  }

  override headers(): Record<string, string> {
    const { accessToken } = this.identity
    return { 'X-Requested-With': 'XMLHttpRequest', Authorization: `Bearer ${accessToken}` }
  }

  private async answer(name: CallName, request: Record<string, unknown>, options: CallOptions): Promise<unknown> {
    switch (name) {
      case 'GET /apps/files/get_info': {
        const id = Number(String(request.item_typed_id).split('_')[1])
        return { success: true, item: await this.fileOf(id, options) }
      }
      case 'GET /apps/representations/info':
        // A preview in an embedded page offers no download (1§6).
        return { ...(await this.look('POST /v2/preview/info', request, options)), success: true, download_url: null }
      case 'GET /apps/representations/pages':
        return { ...(await this.look('POST /v2/preview/pages', request, options)), success: true }
      case 'GET /apps/representations/entries':
        return { ...(await this.look('POST /v2/preview/entries', request, options)), success: true }
      default:
        throw new ApiFailure(refused('permission_denied', ''), { method: 'GET', path: name })
    }
  }

  private async fileOf(id: number, options: CallOptions): Promise<OpenItem> {
    try {
      const item = await this.ask('GET /v2/file/{id}/info', { id }, options)
      this.onFile?.(item)
      return item
    } catch (error) {
      if (error instanceof ApiFailure) this.onFile?.(error)
      throw error
    }
  }

  /** Makes a preview call with the file's preview token. Requests the token once per version, and again after the token has expired. */
  private async look(
    name: 'POST /v2/preview/info' | 'POST /v2/preview/pages' | 'POST /v2/preview/entries',
    { file_id, file_version_id, ...request }: Record<string, unknown>,
    options: CallOptions,
    isRetry = false,
  ): Promise<object> {
    const version = { file_id, ...(file_version_id !== undefined && { file_version_id }) } as { file_id: number }
    const key = JSON.stringify(version)
    const known =
      this.previewTokens.get(key) ??
      this.ask('GET /v2/file/preview_token', { ...version, period: PREVIEW_TOKEN_PERIOD }).then(
        ({ preview_token: token }) => token,
      )
    this.previewTokens.set(key, known)
    const { previewUserToken } = this.identity
    try {
      const body = { ...request, file_id, ...(previewUserToken && { preview_user_token: previewUserToken }) }
      return await this.ask(name, body as never, { ...options, headers: { 'x-preview-token': await known } })
    } catch (error) {
      this.previewTokens.delete(key)
      const isOver = error instanceof ApiFailure && error.code === 'token_invalid'
      if (!isOver || isRetry) throw error
      return this.look(name, { file_id, file_version_id, ...request }, options, true)
    }
  }
}

/** The failure of a call of the open platform. */
export function failureOf(status: number, body: unknown): Failure {
  const [error] = (body as Partial<OpenRefusal> | null)?.errors ?? []
  if (!error || status >= 500) return { kind: 'status', status }
  return refused(codes[error.code] ?? (error.code as ErrorCode), error.msg)
}

/** Our codes, by those of the open platform that the embedded screens and their pages tell apart. */
const codes: Partial<Record<string, ErrorCode>> = {
  unauthorized: 'token_invalid',
  invalid_token: 'token_invalid',
  file_not_found: 'item_not_found',
  folder_not_found: 'item_not_found',
  file_deleted: 'item_is_deleted',
  folder_deleted: 'item_is_deleted',
  file_name_conflict: 'name_taken',
  folder_name_conflict: 'name_taken',
  rate_limit: 'asked_too_often',
} satisfies Partial<Record<OpenErrorCode, ErrorCode>>

function refused(error_code: ErrorCode, error_tr_msg: string): Failure {
  return { kind: 'refused', key: 'validation_errors', entry: { error_code, error_tr_msg } }
}

import type { ErrorCode } from '@/contract/errors'
import { codeOf, type Failure } from './readFailure'

interface Circumstances {
  method: string
  path: string
  status?: number
  requestId?: string
  cause?: unknown
}

/** A failed call, with everything that an error report needs. */
export class ApiFailure extends Error {
  readonly method: string
  readonly path: string
  /** HTTP; undefined without a reply. */
  readonly status?: number
  readonly code?: ErrorCode
  /** The id in the server's log. */
  readonly requestId?: string

  constructor(
    readonly failure: Failure,
    { method, path, status, requestId, cause }: Circumstances,
  ) {
    super(`${method} ${path}: ${codeOf(failure) ?? (failure.kind === 'status' ? failure.status : failure.kind)}`)
    this.name = 'ApiFailure'
    this.method = method
    this.path = path
    this.status = status
    this.code = codeOf(failure)
    this.requestId = requestId
    if (cause !== undefined) Object.assign(this, { cause })
  }
}

/** The code of a thrown value, if it is a refusal of the server. */
export function refusalCode(error: unknown): ErrorCode | undefined {
  return error instanceof ApiFailure ? error.code : undefined
}

/** The reply, or null if the call failed. For callers that add nothing to the app's own reaction. */
export function answerOrNull<T>(call: Promise<T>): Promise<T | null> {
  return call.catch((error: unknown) => {
    if (error instanceof ApiFailure) return null
    throw error
  })
}

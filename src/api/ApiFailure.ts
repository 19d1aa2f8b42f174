import type { ErrorCode } from '@/contract/errors'
import { codeOf, type Failure } from './readFailure'

interface Circumstances {
  method: string
  path: string
  status?: number
  requestId?: string
  cause?: unknown
}

/** A call that did not succeed, with all that a report needs. */
export class ApiFailure extends Error {
  readonly method: string
  readonly path: string
  /** HTTP; undefined when no answer came. */
  readonly status?: number
  readonly code?: ErrorCode
  /** Under which the server logged it. */
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

/** The code that a thrown value carries, if it is a refusal of the server. */
export function refusalCode(error: unknown): ErrorCode | undefined {
  return error instanceof ApiFailure ? error.code : undefined
}

/** The answer, or null when the call failed: for a caller with nothing to add, since the app has reacted by then. */
export function answerOrNull<T>(call: Promise<T>): Promise<T | null> {
  return call.catch((error: unknown) => {
    if (error instanceof ApiFailure) return null
    throw error
  })
}

import type { ErrorCode, ErrorEntry, Errors, Refusal } from '@/contract/errors'

/** Why a call did not succeed. */
export type Failure =
  /** The server refused and said why (1§8). `entry` is the first one, `key` where it stood; `redirectDomain` an origin to go to instead (2§8). */
  | { kind: 'refused'; key: keyof Errors; entry: ErrorEntry; redirectDomain?: string }
  /** An HTTP status that is none of ours. */
  | { kind: 'status'; status: number }
  /** The network failed. */
  | { kind: 'network' }
  /** The time ran out, or the answer is not one of ours. */
  | { kind: 'noResponse' }
  | { kind: 'canceled' }

/** Keys in the order in which they decide: whoever must sign in need not read about a wrong field. */
const keys = [
  'login_expired',
  'security_check_failed',
  'force_two_step',
  'permission_denied',
  'validation_errors',
  'external_errors',
] as const satisfies readonly (keyof Errors)[]

/** Reads an answer: null when it succeeded, else why not. Pure; knows neither words nor screens. */
export function readFailure(status: number, body: unknown): Failure | null {
  if (status < 200 || status > 299) return { kind: 'status', status }
  if (!isObject(body) || typeof body.success !== 'boolean') return { kind: 'noResponse' }
  if (body.success) return null
  return readRefusal(body as Refusal) ?? { kind: 'noResponse' }
}

/** The id under which the server logged a failed call, where its answer tells. */
export function readRequestId(body: unknown): string | undefined {
  return isObject(body) && typeof body.request_id === 'string' ? body.request_id : undefined
}

/** The code of a refusal. */
export function codeOf(failure: Failure): ErrorCode | undefined {
  return failure.kind === 'refused' ? failure.entry.error_code : undefined
}

function readRefusal({ errors, redirect_domain: redirectDomain }: Refusal): Failure | null {
  for (const key of keys) {
    const value = errors?.[key]
    const entry = Array.isArray(value) ? value[0] : value
    if (entry) return { kind: 'refused', key, entry, ...(redirectDomain !== undefined && { redirectDomain }) }
  }
  return null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

import type { ErrorCode, ErrorEntry, Errors, Refusal } from '@/contract/errors'
import type { ShareNotice } from '@/contract/shares/notice'

/** Why a call failed. */
export type Failure =
  /**
   * The server refused with a code (1§8). `entry` is the first entry, `key` its key; `redirectDomain` is an origin to go to instead (2§8), `notice`
   * says what a link's password protects.
   */
  | { kind: 'refused'; key: keyof Errors; entry: ErrorEntry; redirectDomain?: string; notice?: ShareNotice }
  /** Any other HTTP status. */
  | { kind: 'status'; status: number }
  /** The network failed. */
  | { kind: 'network' }
  /** The time ran out, or the reply is not one of ours. */
  | { kind: 'noResponse' }
  | { kind: 'canceled' }

/** Keys in order of precedence: a user who must sign in need not see a validation error. */
const keys = [
  'login_expired',
  'security_check_failed',
  'force_two_step',
  'permission_denied',
  'validation_errors',
  'external_errors',
] as const satisfies readonly (keyof Errors)[]

/** Reads a reply: null on success, else the failure. Pure; independent of words and screens. */
export function readFailure(status: number, body: unknown): Failure | null {
  if (status < 200 || status > 299) return { kind: 'status', status }
  if (!isObject(body) || typeof body.success !== 'boolean') return { kind: 'noResponse' }
  if (body.success) return null
  return readRefusal(body as Refusal) ?? { kind: 'noResponse' }
}

/** The id of a failed call in the server's log, if the reply contains it. */
export function readRequestId(body: unknown): string | undefined {
  return isObject(body) && typeof body.request_id === 'string' ? body.request_id : undefined
}

export function codeOf(failure: Failure): ErrorCode | undefined {
  return failure.kind === 'refused' ? failure.entry.error_code : undefined
}

function readRefusal({ errors, redirect_domain: redirectDomain, share_notice: notice }: Refusal): Failure | null {
  for (const key of keys) {
    const value = errors?.[key]
    const entry = Array.isArray(value) ? value[0] : value
    if (entry)
      return {
        kind: 'refused',
        key,
        entry,
        ...(redirectDomain !== undefined && { redirectDomain }),
        ...(notice !== undefined && { notice }),
      }
  }
  return null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

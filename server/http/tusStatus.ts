import type { ErrorCode } from '@/contract/errors'
import type { Refused } from '../errors'

const statusOf: Partial<Record<ErrorCode, number>> = {
  login_expired: 401,
  account_deactivated: 401,
  collect_link_not_found: 404,
  upload_address: 404,
  item_not_found: 404,
  upload_length: 413,
  quota_exceeded: 413,
}

/** The status that tells a tus client of a refusal. The body is the usual envelope. */
export function tusStatus({ code, detail: { reason } }: Refused): number {
  return reason === 'gone' ? 410 : (statusOf[code] ?? 403)
}

import { digitsOf } from '@/domain/enterprise/phone'
import type { SharePolicy } from '@/contract/shares/policy'
import { LIMIT_COUNT_DEFAULT, LIMIT_COUNT_MAX_DIGITS } from '@/domain/limits'

export type CountKind = 'preview' | 'download'

/** The largest number of six digits (1§5). */
const LARGEST = 10 ** LIMIT_COUNT_MAX_DIGITS - 1

/** The maximum for a limit of a link. */
export function maxCount(kind: CountKind, policy: SharePolicy): number {
  const max = kind === 'preview' ? policy.share_max_preview_limit : policy.share_max_download_limit
  return Math.min(max ?? LARGEST, LARGEST)
}

/** The content of a count field after typing: only digits, without leading zeros, at most six (1§5). */
export function typedCount(text: string): string {
  return digitsOf(text)
    .replace(/^0+(?=\d)/, '')
    .slice(0, LIMIT_COUNT_MAX_DIGITS)
}

/** The count in a field; null: empty. */
export function countOfField(text: string): number | null {
  const digits = typedCount(text)
  return digits === '' ? null : Number(digits)
}

export interface LeftCount {
  count: number | null
  /** `tooLarge`: the count was lowered to `max`, and the user is notified; `tooSmall` is an error (decisions 3.21). */
  notice: 'tooLarge' | 'tooSmall' | null
  max: number
}

/** The count after leaving its field. */
export function leaveCount(count: number | null, kind: CountKind, policy: SharePolicy): LeftCount {
  const max = maxCount(kind, policy)
  if (isCountTooSmall(count)) return { count, notice: 'tooSmall', max }
  return count > max ? { count: max, notice: 'tooLarge', max } : { count, notice: null, max }
}

/** limitCountTooSmall (1§5): empty, not an integer, or below 1. */
export function isCountTooSmall(count: number | null): count is null {
  return count === null || !Number.isSafeInteger(count) || count < 1
}

/** The initial count of a limit when it is switched on: the default if there is one, else the earlier value, else 10 (1§5). */
export function countOnTurningOn(kind: CountKind, policy: SharePolicy, earlier: number | null): number {
  const preset = kind === 'preview' ? policy.share_default_preview_limit : policy.share_default_download_limit
  const count = preset ?? (isCountTooSmall(earlier) ? LIMIT_COUNT_DEFAULT : earlier)
  return Math.min(count, maxCount(kind, policy))
}

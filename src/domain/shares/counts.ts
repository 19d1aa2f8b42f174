import type { SharePolicy } from '@/contract/shares/policy'
import { LIMIT_COUNT_DEFAULT, LIMIT_COUNT_MAX_DIGITS } from '@/domain/limits'

export type CountKind = 'preview' | 'download'

/** The largest number of six digits (1§5). */
const LARGEST = 10 ** LIMIT_COUNT_MAX_DIGITS - 1

/** The most times that a link may allow something. */
export function maxCount(kind: CountKind, policy: SharePolicy): number {
  const max = kind === 'preview' ? policy.share_max_preview_limit : policy.share_max_download_limit
  return Math.min(max ?? LARGEST, LARGEST)
}

/** What a count field holds after typing: digits alone, without leading zeros, at most six of them (1§5). */
export function typedCount(text: string): string {
  return (
    text
      // A keyboard of full-width figures types them, too.
      .replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
      .replace(/\D/g, '')
      .replace(/^0+(?=\d)/, '')
      .slice(0, LIMIT_COUNT_MAX_DIGITS)
  )
}

/** The count that a field stands for; null: empty. */
export function countOfField(text: string): number | null {
  const digits = typedCount(text)
  return digits === '' ? null : Number(digits)
}

export interface LeftCount {
  count: number | null
  /** `tooLarge`: it was made `max`, which is told; `tooSmall` is an error (decisions 3.21). */
  notice: 'tooLarge' | 'tooSmall' | null
  max: number
}

/** What leaving a count field makes of it. */
export function leaveCount(count: number | null, kind: CountKind, policy: SharePolicy): LeftCount {
  const max = maxCount(kind, policy)
  if (isCountTooSmall(count)) return { count, notice: 'tooSmall', max }
  return count > max ? { count: max, notice: 'tooLarge', max } : { count, notice: null, max }
}

/** limitCountTooSmall (1§5): none, 0, below 0, no integer. */
export function isCountTooSmall(count: number | null): count is null {
  return count === null || !Number.isSafeInteger(count) || count < 1
}

/** The count that a limit has when it is turned on: the default if there is one, else the earlier value, else 10 (1§5). */
export function countOnTurningOn(kind: CountKind, policy: SharePolicy, earlier: number | null): number {
  const preset = kind === 'preview' ? policy.share_default_preview_limit : policy.share_default_download_limit
  const count = preset ?? (isCountTooSmall(earlier) ? LIMIT_COUNT_DEFAULT : earlier)
  return Math.min(count, maxCount(kind, policy))
}

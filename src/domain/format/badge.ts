import { BADGE_MAX } from '@/domain/listLimits'

/** The text of an unread badge: empty for 0, 99+ above 99 (1§2). */
export function formatBadge(count: number): string {
  if (count <= 0) return ''
  return count > BADGE_MAX ? `${BADGE_MAX}+` : String(count)
}

import { DAY } from '../format/time'

/**
 * Days until an item in a trash is purged, rounded up (decisions 52); 0 when its time is over.
 * @param deletedAt seconds since 1970
 * @param period retention in days
 * @param now seconds since 1970
 */
export function daysLeft(deletedAt: number, period: number, now: number): number {
  return Math.max(0, Math.ceil((deletedAt - now) / DAY + period))
}

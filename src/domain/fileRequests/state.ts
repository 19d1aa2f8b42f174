import type { FileRequestLink } from '@/contract/fileRequests'
import { NEVER_EXPIRES } from '@/domain/limits'

/** The present state of a collecting link: the link has also ended if its deadline passed after the fetch. @param now seconds since 1970 */
export function fileRequestStateOf(
  { state, due_time: due }: Pick<FileRequestLink, 'state' | 'due_time'>,
  now: number,
): FileRequestLink['state'] {
  return state === 'open' && due !== NEVER_EXPIRES && due <= now ? 'ended' : state
}

/** seconds between two reminders of a person about one link */
export const REMINDER_PAUSE = 3600

/** Whether a reminder may still reach somebody. @param now seconds since 1970 */
export function mayRemind(
  { remindable_count: count, reminded }: Pick<FileRequestLink, 'remindable_count' | 'reminded'>,
  now: number,
): boolean {
  return count > 0 && (reminded === null || reminded + REMINDER_PAUSE <= now)
}

/** The number of people who have handed in, and the total; `max` is null if the list is empty. */
export function fileRequestProgress({
  listed_count: listed,
  listed_done_count: listedDone,
  done_count: done,
}: Pick<FileRequestLink, 'listed_count' | 'listed_done_count' | 'done_count'>): { n: number; max: number | null } {
  return listed > 0 ? { n: listedDone, max: listed } : { n: done, max: null }
}

/** The hours offered for a deadline, in minutes of the day; the last is the end of the day. */
export const dueMinutes: readonly number[] = [8 * 60, 12 * 60, 18 * 60, 22 * 60, 24 * 60]

/** The deadline at `minutes` of the day that ends at `endOfDay` (23:59:59). Seconds since 1970. */
export function dueAt(endOfDay: number, minutes: number): number {
  return minutes === 24 * 60 ? endOfDay : endOfDay - 24 * 3600 + 1 + minutes * 60
}

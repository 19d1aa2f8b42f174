import type { ShareVisit } from '@/contract/shares/shares'

export interface VisitGroup {
  id: number
  /** Of the last of them; seconds since 1970. */
  at: number
  user: ShareVisit['user']
  /** '' for the link itself. */
  itemName: string
  device: ShareVisit['device']
  /** What was done, in the order of `visitKinds`. */
  kinds: ShareVisit['kind'][]
}

export const visitKinds: readonly ShareVisit['kind'][] = ['visit', 'preview', 'download']

/** Seconds between two visits that are still one. */
const LONGEST_PAUSE = 600

/**
 * Visits as a person tells them: opening a link and what one visitor then did with one thing, from the same kind of device and without a long
 * pause, is one; with or without an account.
 * @param visits the newest first
 */
export function groupVisits(visits: readonly ShareVisit[]): VisitGroup[] {
  const groups: (VisitGroup & { from: number; visitor: number })[] = []
  for (const { id, visitor, at, user, item_name: itemName, device, kind } of visits) {
    const last = groups[groups.length - 1]
    const isSame =
      last !== undefined &&
      last.visitor === visitor &&
      last.device === device &&
      (last.itemName === itemName || itemName === '' || last.itemName === '') &&
      last.from - at <= LONGEST_PAUSE
    if (isSame) {
      last.from = at
      last.itemName ||= itemName
      last.kinds = visitKinds.filter((each) => each === kind || last.kinds.includes(each))
    } else {
      groups.push({ id, visitor, at, from: at, user, itemName, device, kinds: [kind] })
    }
  }
  return groups.map(({ from: _from, visitor: _visitor, ...group }) => group)
}

export interface DayBar {
  /** Seconds since 1970: a moment of that day. */
  at: number
  count: number
  /** Of the highest, 0 to 1. */
  share: number
}

const DAY = 86_400

/** Visits by day as bars. @param counts the oldest first, the last is today @param now seconds since 1970 */
export function dayBars(counts: readonly number[], now: number): DayBar[] {
  const highest = Math.max(1, ...counts)
  return counts.map((count, index) => ({
    at: now - (counts.length - 1 - index) * DAY,
    count,
    share: count / highest,
  }))
}

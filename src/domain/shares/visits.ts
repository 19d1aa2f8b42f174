import type { ShareVisit } from '@/contract/shares/shares'

export interface VisitGroup {
  id: number
  /** The time of the visit's last action; seconds since 1970. */
  at: number
  user: ShareVisit['user']
  /** '' for the link itself. */
  itemName: string
  device: ShareVisit['device']
  /** The actions, in the order of `visitKinds`. */
  kinds: ShareVisit['kind'][]
}

export const visitKinds: readonly ShareVisit['kind'][] = ['visit', 'preview', 'download']

/** The longest pause in seconds within one visit. */
const LONGEST_PAUSE = 600

/**
 * Groups actions into visits: opening a link and the visitor's following actions on one item, on the same kind of device and without a long
 * pause, are one visit, with or without an account.
 * @param visits newest first
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
  /** A moment of that day; seconds since 1970. */
  at: number
  count: number
  /** Relative to the highest bar, 0 to 1. */
  share: number
}

const DAY = 86_400

/** Visits per day as bars. @param counts oldest first, today last @param now seconds since 1970 */
export function dayBars(counts: readonly number[], now: number): DayBar[] {
  const highest = Math.max(1, ...counts)
  return counts.map((count, index) => ({
    at: now - (counts.length - 1 - index) * DAY,
    count,
    share: count / highest,
  }))
}

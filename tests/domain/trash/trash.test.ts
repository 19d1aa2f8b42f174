import { expect, test } from '@jest/globals'
import { daysLeft } from '@/domain/trash/trash'

const DAY = 86_400
const at = 1_790_000_000

const table: [title: string, period: number, passed: number, left: number][] = [
  ['a new entry has all days left', 14, 0, 14],
  ['a begun day counts whole', 14, 1, 14],
  ['an entry has one day less after a day', 14, DAY, 13],
  ['an entry has one day left on its last day', 14, 14 * DAY - 1, 1],
  ['an expired entry has no day left', 14, 14 * DAY, 0],
  ['an entry that is long overdue has no negative days', 14, 90 * DAY, 0],
  ['a trash that keeps nothing has no days', 0, 1, 0],
  ['a phone whose clock is behind adds one day at most', 14, -60, 15],
]

for (const [title, period, passed, left] of table) {
  test(title, () => expect(daysLeft(at, period, at + passed)).toBe(left))
}

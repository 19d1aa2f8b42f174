import { expect, test } from '@jest/globals'
import { daysLeft } from '@/domain/trash/trash'

const DAY = 86_400
const at = 1_790_000_000

const table: [title: string, period: number, passed: number, left: number][] = [
  ['just deleted, all days are left', 14, 0, 14],
  ['a day that has begun counts whole', 14, 1, 14],
  ['a day later one is gone', 14, DAY, 13],
  ['the last day is one', 14, 14 * DAY - 1, 1],
  ['when its time is over none is left', 14, 14 * DAY, 0],
  ['what should be gone long since is no negative number', 14, 90 * DAY, 0],
  ['a trash that keeps nothing has no days', 0, 1, 0],
  ['a phone whose clock is behind gives a day more at most', 14, -60, 15],
]

for (const [title, period, passed, left] of table) {
  test(title, () => expect(daysLeft(at, period, at + passed)).toBe(left))
}

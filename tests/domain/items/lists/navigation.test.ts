import { describe, expect, test } from '@jest/globals'
import { isExpandedAtFirst, navigationEntries } from '@/domain/items/lists/navigation'

const table: [sentence: string, isPersonal: boolean, isClosed: boolean, entries: string][] = [
  [
    'frequent, departments, personal files, collaborated with me, external, trash',
    false,
    false,
    'frequent departments own collab external trash',
  ],
  [
    'personal files are hidden when the personal space is closed',
    false,
    true,
    'frequent departments collab external trash',
  ],
  [
    'departments and collaborated with me are hidden for personal-only accounts',
    true,
    false,
    'frequent own external trash',
  ],
]

describe('the navigation panel (1§2, CTX-05)', () => {
  test.each(table)('%s', (_sentence, isPersonal, isClosed, entries) => {
    const enterprise = { is_personal_user_enterprise: isPersonal, is_personal_space_closed: isClosed }
    expect(navigationEntries(enterprise).join(' ')).toBe(entries)
  })
  test('the department tree is expanded to depth 2', () => {
    expect([1, 2, 3].map(isExpandedAtFirst)).toStrictEqual([true, true, false])
  })
})

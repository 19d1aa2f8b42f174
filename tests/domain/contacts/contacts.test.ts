import { expect, test } from '@jest/globals'
import type { ContactId } from '@/contract/contacts'
import { areOnlyPeople, kindOf, peopleIn, receiversOf } from '@/domain/contacts/contacts'

const contact = (item_typed_id: ContactId, id: number, group_id: number | null = null, user_count = 1) => ({
  item_typed_id,
  id,
  group_id,
  user_count,
})

const chosen = [
  contact('contact_5', 5),
  contact('department_3', 3, 33, 18),
  contact('group_2', 2, 2, 12),
  contact('contact_2', 2),
]

test('[CONT-04] ids are prefix-id', () => {
  expect(chosen.map(({ item_typed_id }) => kindOf(item_typed_id))).toStrictEqual([
    'contact',
    'department',
    'group',
    'contact',
  ])
})

test('[CONT-04] users have their own id, departments and groups that of a group (decisions 4.17)', () => {
  expect(receiversOf(chosen)).toStrictEqual({ userIds: [5, 2], groupIds: [33, 2] })
  expect(receiversOf([])).toStrictEqual({ userIds: [], groupIds: [] })
})

test('[CONT-01] the count of people includes those of departments and groups', () => {
  expect(peopleIn(chosen)).toBe(32)
})

test('[CONT-01] a choice is one of people only without any department and any group', () => {
  const [person, department, group, colleague] = chosen
  expect([[person!, colleague!], [], [person!, department!], [group!]].map(areOnlyPeople)).toStrictEqual([
    true,
    true,
    false,
    false,
  ])
})

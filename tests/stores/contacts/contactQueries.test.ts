import { describe, expect, test } from '@jest/globals'
import type { ContactChoice } from '@/domain/contacts/contacts'
import { contactsQuery, inviteInto, membersQuery } from '@/stores/contacts/contactQueries'

/* The flags of 2§7 for each mode, from the sentences of 2§4. Invite mode disables people who are invited already and includes inactive ones;
   the other modes omit both. A mention is for people who see the item. */
describe('[CONT-05] [CONT-02] the queries of each mode', () => {
  const common = {
    include_groups: true,
    include_departments: true,
    include_users_without_department: true,
    exclude_self: true,
    page_size: 500,
  }
  const table: [ContactChoice, object][] = [
    [{ mode: 'share', typedId: 'file_12' }, { exclude_inactive: true }],
    [{ mode: 'share', typedId: 'chosen' }, { exclude_inactive: true }],
    [{ mode: 'collect' }, { exclude_inactive: true }],
    [
      { mode: 'invite', typedId: 'folder_3' },
      { exclude_inactive: false, item_typed_id: 'folder_3' },
    ],
    [
      { mode: 'mention', typedId: 'file_9' },
      { exclude_inactive: true, review_id: 9 },
    ],
  ]
  test.each(table)('%j', (choice, told) => {
    expect(contactsQuery(choice, 1, '')).toStrictEqual({ ...common, ...told, page_number: 1 })
    expect(contactsQuery(choice, 2, '王')).toStrictEqual({ ...common, ...told, search_string: '王', page_number: 2 })
  })

  test.each<[ContactChoice, object]>([
    [{ mode: 'share', typedId: 'file_12' }, { exclude_inactive: true }],
    [{ mode: 'collect' }, { exclude_inactive: true }],
    [
      { mode: 'invite', typedId: 'folder_3' },
      { exclude_inactive: false, item_typed_id: 'folder_3' },
    ],
    [{ mode: 'mention', typedId: 'file_9' }, { exclude_inactive: true }],
  ])('the people of a department, for %j, are only its own, counted with the first page', (choice, told) => {
    const asked = { department_id: 7, direct: true, exclude_self: true, page_size: 500, ...told }
    expect(membersQuery(choice, 7, 1)).toStrictEqual({ ...asked, skip_get_count: false, page_number: 1 })
    expect(membersQuery(choice, 7, 3)).toStrictEqual({ ...asked, skip_get_count: true, page_number: 3 })
  })

  test('an id that is no item, and another mode than invite, name no item in the query', () => {
    expect(inviteInto({ mode: 'invite', typedId: 'chosen' })).toStrictEqual({})
    expect(inviteInto({ mode: 'invite' })).toStrictEqual({})
    expect(inviteInto({ mode: 'share', typedId: 'folder_3' })).toStrictEqual({})
  })
})

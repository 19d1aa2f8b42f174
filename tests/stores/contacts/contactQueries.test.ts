import { describe, expect, test } from '@jest/globals'
import type { ContactChoice } from '@/domain/contacts/contacts'
import { contactsQuery, inviteInto, membersQuery } from '@/stores/contacts/contactQueries'

/* The flags of 2§7 for each mode, from the sentences of 2§4: invite mode disables who is invited already and includes the inactive, in the
 * others these are left out; a mention is for who sees the item. */
describe('[CONT-05] [CONT-02] what each mode asks for', () => {
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
  ])('the people of a department, for %j: its own, counted with the first page', (choice, told) => {
    const asked = { department_id: 7, direct: true, exclude_self: true, page_size: 500, ...told }
    expect(membersQuery(choice, 7, 1)).toStrictEqual({ ...asked, skip_get_count: false, page_number: 1 })
    expect(membersQuery(choice, 7, 3)).toStrictEqual({ ...asked, skip_get_count: true, page_number: 3 })
  })

  test('what is no item is named to nobody', () => {
    expect(inviteInto({ mode: 'invite', typedId: 'chosen' })).toStrictEqual({})
    expect(inviteInto({ mode: 'invite' })).toStrictEqual({})
    expect(inviteInto({ mode: 'share', typedId: 'folder_3' })).toStrictEqual({})
  })
})

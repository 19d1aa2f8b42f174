import type { Contact, ContactId } from '@/contract/contacts'

/** What people are chosen for. */
export type ContactMode = 'share' | 'invite' | 'mention' | 'collect'

/** What a picker of people is opened for; `typedId` is the item that it is about or a collecting link, `chosen` stands for several items. */
export interface ContactChoice {
  mode: ContactMode
  typedId?: string
}

/** Whom a request names: users by their own id, departments and groups by that of a group (decisions 4.17). */
export interface Receivers {
  userIds: number[]
  groupIds: number[]
}

/** `contact_5`, `department_3`, `group_2` (2§3). */
export function kindOf(id: ContactId): 'contact' | 'department' | 'group' {
  return id.startsWith('c') ? 'contact' : id.startsWith('d') ? 'department' : 'group'
}

/** Whom a request names when these were chosen. */
export function receiversOf(contacts: readonly Pick<Contact, 'id' | 'item_typed_id' | 'group_id'>[]): Receivers {
  const receivers: Receivers = { userIds: [], groupIds: [] }
  for (const { id, item_typed_id, group_id } of contacts) {
    if (kindOf(item_typed_id) === 'contact') receivers.userIds.push(id)
    else if (group_id !== null) receivers.groupIds.push(group_id)
  }
  return receivers
}

/** How many people these are; who is in several of them counts in each. */
export function peopleIn(contacts: Iterable<Pick<Contact, 'user_count'>>): number {
  let count = 0
  for (const { user_count } of contacts) count += user_count
  return count
}

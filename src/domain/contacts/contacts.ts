import type { Contact, ContactId } from '@/contract/contacts'

/** The purpose of choosing people. */
export type ContactMode = 'share' | 'invite' | 'mention' | 'collect'

/** The purpose of a contact picker. `typedId` is the item or collecting link in question; `chosen` stands for several items. */
export interface ContactChoice {
  mode: ContactMode
  typedId?: string
}

/** The recipients in a request: users by their own id, departments and groups by the id of a group (decisions 4.17). */
export interface Receivers {
  userIds: number[]
  groupIds: number[]
}

/** `contact_5`, `department_3`, `group_2` (2§3). */
export function kindOf(id: ContactId): 'contact' | 'department' | 'group' {
  return id.startsWith('c') ? 'contact' : id.startsWith('d') ? 'department' : 'group'
}

/** The recipients for the chosen contacts. */
export function receiversOf(contacts: readonly Pick<Contact, 'id' | 'item_typed_id' | 'group_id'>[]): Receivers {
  const receivers: Receivers = { userIds: [], groupIds: [] }
  for (const { id, item_typed_id, group_id } of contacts) {
    if (kindOf(item_typed_id) === 'contact') receivers.userIds.push(id)
    else if (group_id !== null) receivers.groupIds.push(group_id)
  }
  return receivers
}

/** Whether all contacts are single people, and none is a group or a department. */
export function areOnlyPeople(contacts: readonly Pick<Contact, 'item_typed_id'>[]): boolean {
  return contacts.every(({ item_typed_id: id }) => kindOf(id) === 'contact')
}

/** Whether confirming sends the items at once: to one person, where no form waits for the choice (AH-48). */
export function sendsAtOnce(
  { mode, typedId }: ContactChoice,
  contacts: readonly Pick<Contact, 'item_typed_id'>[],
): boolean {
  return mode === 'share' && typedId === undefined && contacts.length === 1 && areOnlyPeople(contacts)
}

/** A department's own name: the last of its path. */
export function ownPlaceOf({ place }: Pick<Contact, 'place'>): string {
  return place.slice(place.lastIndexOf(' / ') + 1).replace(/^\/ /, '')
}

/** The total number of people. A person in several contacts counts once per contact. */
export function peopleIn(contacts: Iterable<Pick<Contact, 'user_count'>>): number {
  let count = 0
  for (const { user_count } of contacts) count += user_count
  return count
}

import type { Request } from '@/contract/api'
import type { ContactChoice, ContactMode } from '@/domain/contacts/contacts'
import { CONTACT_PAGE_SIZE } from '@/domain/limits'

interface Flags {
  include_groups: boolean
  include_departments: boolean
  include_users_without_department: boolean
  exclude_self: boolean
  exclude_inactive: boolean
  /** The field that names the item that people are chosen for; null where the item does not affect the list. */
  about: 'item_typed_id' | 'review_id' | null
}

const anybody = {
  include_groups: true,
  include_departments: true,
  include_users_without_department: true,
  exclude_self: true,
  exclude_inactive: true,
  about: null,
} as const

/** 2§4, 2§7: the people that each picker lists. An invitation can wait for an inactive user, a message cannot (CONT-02, CONT-05). */
export const contactFlags: Record<ContactMode, Flags> = {
  share: anybody,
  collect: anybody,
  invite: { ...anybody, exclude_inactive: false, about: 'item_typed_id' },
  mention: { ...anybody, about: 'review_id' },
}

/** The contacts that a picker shows first, or that its search finds. @param page from 1 */
export function contactsQuery(choice: ContactChoice, page: number, words: string): Request<'GET /apps/contacts/get'> {
  const { about, ...flags } = contactFlags[choice.mode]
  return {
    ...flags,
    ...aboutItem(about, choice),
    ...(words !== '' && { search_string: words }),
    page_size: CONTACT_PAGE_SIZE,
    page_number: page,
  }
}

/** The direct members of a department, with their count. @param page from 1 */
export function membersQuery(
  choice: ContactChoice,
  departmentId: number,
  page: number,
): Request<'GET /departments/user_list'> {
  const { exclude_self, exclude_inactive } = contactFlags[choice.mode]
  return {
    department_id: departmentId,
    direct: true,
    skip_get_count: page > 1,
    exclude_self,
    exclude_inactive,
    ...inviteInto(choice),
    page_size: CONTACT_PAGE_SIZE,
    page_number: page,
  }
}

/** The folder that people are invited to. */
export function inviteInto(choice: ContactChoice): { item_typed_id?: `${'file' | 'folder'}_${number}` } {
  const { about } = contactFlags[choice.mode]
  return about === 'item_typed_id' ? aboutItem(about, choice) : {}
}

function aboutItem(about: Flags['about'], { typedId }: ContactChoice) {
  const [, type, id] = /^(file|folder)_(\d{1,15})$/.exec(typedId ?? '') ?? []
  if (!type || !id) return {}
  if (about === 'review_id') return { review_id: Number(id) }
  return about === 'item_typed_id' ? { item_typed_id: `${type as 'file' | 'folder'}_${Number(id)}` as const } : {}
}

import type { Contact } from '@/contract/contacts'
import { ownPlaceOf } from '@/domain/contacts/contacts'
import type { Words } from '@/i18n/words'

/** Labels beside a name. */
export function marksOf(contact: Contact, t: Words<'people'>): string[] {
  return [
    contact.is_group ? t('contacts.group') : '',
    contact.current_user ? t('contacts.me') : '',
    contact.disabled ? t('contacts.invited') : '',
    contact.is_active ? '' : t('contacts.inactive'),
  ].filter(Boolean)
}

/** The second line; `isFound` adds the department. */
export function detailOf(contact: Contact, isFound: boolean, t: Words<'people'>): string {
  const place = isFound ? ownPlaceOf(contact) : ''
  const own =
    contact.is_group || contact.is_department ? t('contacts.people', { n: contact.user_count }) : contact.login
  return [place, own].filter(Boolean).join(' · ')
}

import type { AdministratorRole } from '@/contract/administration/role'
import type { AuditDetail, AuditEntry } from '@/contract/audit'
import type { Role } from '@/contract/entities'
import { roles } from '@/domain/items/roles'
import type { Words } from '@/i18n/words'

type T = Words<'account'>
type Values = Record<string, unknown> | null

/** The subject and the change, such as `Lin Yi · viewer → editor`; '' where unknown. Ids replace the names of what is gone. */
export function wordChange(detail: AuditDetail | null, t: T): string {
  if (!detail) return ''
  const { user_id: user, person_name: name, group_id: group, group_name: groupName, before, after, count } = detail
  const parts = [
    name ?? (user === undefined ? '' : t('audit.person', { id: user })),
    groupName ?? (group === undefined ? '' : t('audit.group', { id: group })),
    wordStep(before, after, t),
    count === undefined ? '' : t('audit.count', { n: count }),
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

/** The name of the item that an entry concerns; of a renamed item both names. */
export function wordItem({ deed, detail, item }: AuditEntry, t: T): string {
  return (deed === 'item_renamed' && wordChange(detail, t)) || (item?.name ?? '')
}

/** '' where a side has no words: the console names every fact. */
function wordStep(before: Values | undefined, after: Values | undefined, t: T): string {
  if (before === undefined || after === undefined) return ''
  const words = { before: wordValues(before, t), after: wordValues(after, t) }
  return words.before === '' || words.after === '' ? '' : t('audit.change', words)
}

/** A person's rights, an item's place, or a name; '' for other facts. */
function wordValues(values: Values, t: T): string {
  if (!values) return t('audit.nothing')
  const {
    role,
    accepted,
    is_manager: isManager,
    is_administrator: wasAdministrator,
    administrator_role: administratorRole,
    is_active: isActive,
    folder,
    space_owner: owner,
  } = values
  const words = [
    typeof owner === 'string' ? t('audit.ownRoot', { name: owner }) : wordFolder(folder, t),
    isManager === true ? t('audit.manager') : isRole(role) ? t(`role.${role}`) : '',
    accepted === false ? t('audit.pending') : '',
    wasAdministrator === true ? t('audit.administrator') : '',
    administratorRole === undefined
      ? ''
      : t(`audit.roles.${isAdministrator(administratorRole) ? administratorRole : 'none'}`),
    isActive === undefined ? '' : t(isActive ? 'audit.active' : 'audit.inactive'),
  ]
  return words.filter((word) => word !== '').join(', ') || (typeof values.name === 'string' ? values.name : '')
}

/** The root of a space that is gone has no name. */
function wordFolder(folder: unknown, t: T): string {
  return typeof folder === 'string' ? folder || t('audit.unnamed') : ''
}

function isRole(role: unknown): role is Role {
  return (roles as readonly unknown[]).includes(role)
}

function isAdministrator(role: unknown): role is AdministratorRole {
  return role === 'owner' || role === 'people' || role === 'auditor'
}

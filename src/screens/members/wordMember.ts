import type { Collab, AccessSource } from '@/contract/members'
import type { Role } from '@/contract/entities'
import type { Words } from '@/i18n/words'
import { wordAgo } from '@/screens/app/wording'
import type { AppServices } from '@/stores/app/AppServices'

type T = Words<'members'>
type Subject = Pick<Collab['user'], 'is_group' | 'is_department' | 'is_external' | 'is_active' | 'user_count'>

/** Labels beside a name. */
export function marksOf(user: Subject, isSelf: boolean, t: T): string[] {
  const { is_group: isGroup, is_department: isDepartment, user_count: n } = user
  return [
    isSelf ? t('members.me') : '',
    isDepartment ? t('members.departmentOf', { n }) : isGroup ? t('members.groupOf', { n }) : '',
    user.is_external ? t('members.external') : '',
    user.is_active ? '' : t('members.inactive'),
  ].filter(Boolean)
}

/** The role of an entry: for an invitation the offered one, whatever role the user has already. */
export function roleIn({ invited, final_role: role, unaccepted_role: offered }: Collab): Role | null {
  return invited ? offered : role
}

/** The origin of a role in words (COLL-01). */
export function wordAccessSource(way: AccessSource, isInherited: boolean, from: Collab['from'], t: T): string {
  if (!isInherited || way === 'owner') return t(`member.way.${way}`)
  const above = from?.name ? t('access.from', { folder: from.name }) : t('access.fromAbove')
  return way === 'user' ? above : `${t(`member.way.${way}`)} · ${above}`
}

/** The second line of an entry, for observers: the time of an invitation, else the origin of the role. */
export function detailOf(app: AppServices, { invited, way, is_inherited: isInherited, from }: Collab, t: T): string {
  if (!invited) return wordAccessSource(way, isInherited, from, t)
  return invited.is_expired ? t('members.expired') : t('members.invitedAgo', { ago: wordAgo(app, invited.at, t) })
}

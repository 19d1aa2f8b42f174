import { withoutDirections } from '@/domain/items/naming'
import type { Access } from '../../policies/access/facts'
import { directRoleOf, type Member } from '../../policies/members/members'
import type { PeopleFacts } from '../../queries/applications/itemFacts'
import { presentMiniUser } from './people'

/** A member of a folder, or an invitation, as programs see it. @param counts people, by group */
export function presentOpenCollab(
  member: Member,
  { access, counts, facts }: { access: Access; counts: ReadonlyMap<number, number>; facts: PeopleFacts },
) {
  const { subject, row, role } = member
  const { id, name, login, isGroup, departmentId, enterpriseId } = subject
  const type = !isGroup ? ('user' as const) : departmentId === null ? ('group' as const) : ('department' as const)
  const [item] = access.chain
  const entryId = row?.id ?? null
  return {
    id: entryId,
    collab_id: entryId,
    accessible_by: {
      type,
      id: departmentId ?? id,
      name,
      user_count: isGroup ? (subject.userCount ?? counts.get(id) ?? 0) : null,
    },
    user: isGroup ? null : presentMiniUser({ id, name, login, enterprise_id: enterpriseId }, facts.departments.get(id)),
    role: directRoleOf(member) ?? row?.role ?? role ?? ('reset' as const),
    accepted: row === null || row.accepted,
    item: { type: 'folder' as const, id: item.id, name: withoutDirections(item.name), user_count: null },
  }
}

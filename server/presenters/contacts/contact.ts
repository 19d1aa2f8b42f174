import type { Contact, ContactDepartment } from '@/contract/contacts'
import type { Directory, DirectoryRow, ContactSetting, AlreadyInvited } from '../../policies/access/facts'
import type { GroupRow, PersonRow } from '../../queries/contacts'

/** @param userId of the viewer @param faces addresses of user pictures */
export function presentPerson(
  { directory, taken }: ContactSetting,
  person: PersonRow,
  userId: number,
  faces: ReadonlyMap<number, string>,
): Contact {
  const avatar = faces.get(person.id)
  const department = person.department_id === null ? undefined : directory.byId.get(person.department_id)
  return {
    id: person.id,
    item_typed_id: `contact_${person.id}`,
    name: person.name,
    login: person.login,
    is_department: false,
    is_group: false,
    group_id: null,
    user_count: 1,
    is_active: person.is_active,
    current_user: person.id === userId,
    disabled: taken.users.has(person.id),
    place: department ? wordPath(pathTo(directory, department)) : '',
    ...(avatar !== undefined && { avatar }),
  }
}

export function presentContactDepartment(
  { directory, taken }: ContactSetting,
  department: DirectoryRow,
): ContactDepartment {
  const path = pathTo(directory, department)
  return {
    id: department.id,
    item_typed_id: `department_${department.id}`,
    name: department.name,
    login: '',
    is_department: true,
    is_group: false,
    group_id: department.groupId,
    user_count: directory.counts.get(department.id) ?? 0,
    is_active: true,
    current_user: false,
    disabled: taken.groups.has(department.groupId),
    place: wordPath(path.slice(0, -1)),
    has_children_departments: directory.childrenOf.has(department.id),
    departments_path: path.map(({ id, name }) => ({ id, name })),
  }
}

export function presentGroup(taken: AlreadyInvited, { id, name, user_count }: GroupRow): Contact {
  return {
    id,
    item_typed_id: `group_${id}`,
    name,
    login: '',
    is_department: false,
    is_group: true,
    group_id: id,
    user_count,
    is_active: true,
    current_user: false,
    disabled: taken.groups.has(id),
    place: '',
  }
}

/** The path to a department, from the top department down. A deleted department above ends the path. */
function pathTo({ byId }: Directory, department: DirectoryRow): DirectoryRow[] {
  const path: DirectoryRow[] = []
  for (let at: DirectoryRow | undefined = department; at;) {
    path.unshift(at)
    at = at.parentId === null ? undefined : byId.get(at.parentId)
  }
  return path
}

function wordPath(path: readonly DirectoryRow[]): string {
  return path.map(({ name }) => name).join(' / ')
}

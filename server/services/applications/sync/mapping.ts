import type { UserActor } from '../../../actors/actor'
import type { Dependencies } from '../../../dependencies'
import { Refused } from '../../../errors'
import { departmentsOf } from '../../../queries/administration/people'
import {
  customIdsOf,
  idsOfCustom,
  type CustomKind,
  type NamedManager,
  type Platform,
} from '../../../queries/applications/customIds'
import { memberRoles } from '../../../queries/applications/departments'
import { administeredOrganisation } from '../administration/departments'
import { describeUsers } from '../people'

type Ports = Pick<Dependencies, 'db'>

export const platformOf = ({ enterprise }: UserActor, platformId: number): Platform => ({
  enterpriseId: enterprise.id,
  platformId,
})

/**
 * Our id of what an outer system names, or of what is named by our own id.
 * @returns 0, which nothing has, for an unknown name of the outer system
 * @throws Refused invalid_request if neither is given
 */
export async function mappedId(
  { db }: Ports,
  platform: Platform,
  kind: CustomKind,
  { customId, id }: { customId: string | undefined; id: number | undefined },
): Promise<number> {
  if (customId !== undefined) return (await idsOfCustom(db, platform, kind, [customId])).get(customId) ?? 0
  if (id === undefined) throw new Refused('invalid_request', { open: 'yfy_id_and_custom_id_not_null' })
  return id
}

/** How an outer system names one of ours; null: it does not. */
export async function customIdOf(
  { db }: Ports,
  platform: Platform,
  kind: CustomKind,
  id: number | null,
): Promise<string | null> {
  return id === null ? null : ((await customIdsOf(db, platform, kind, [id])).get(id) ?? null)
}

/** The managers of departments that an outer system names; unknown names are left out. @throws Refused permission_denied */
export async function fileManagersOf(
  { db }: Ports,
  actor: UserActor,
  platform: Platform,
  customIds: readonly string[],
): Promise<{ id: number; customId: string; managers: NamedManager[] }[]> {
  const { byId } = await administeredOrganisation(db, actor)
  const known = [...(await idsOfCustom(db, platform, 'department', customIds))].filter(([, id]) => byId.has(id))
  return Promise.all(
    known.map(async ([customId, id]) => {
      const roles = await memberRoles(db, id)
      const ids = roles.flatMap(({ isManager, user }) => (isManager ? user.id : []))
      return { id, customId, managers: await namedManagers(db, platform, ids) }
    }),
  )
}

async function namedManagers(db: Ports['db'], platform: Platform, ids: readonly number[]): Promise<NamedManager[]> {
  const [rows, memberships, names] = await Promise.all([
    describeUsers(db, ids),
    departmentsOf(db, ids),
    customIdsOf(db, platform, 'user', ids),
  ])
  const departmentIds = [...memberships.values()].flat().map((each) => each.department_id)
  const departments = await customIdsOf(db, platform, 'department', departmentIds)
  return rows.map((row) => ({
    row,
    customId: names.get(row.id) ?? null,
    departments: (memberships.get(row.id) ?? []).map(({ department_id: id, name }) => ({
      id,
      name,
      customId: departments.get(id) ?? null,
    })),
  }))
}

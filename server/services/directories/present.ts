import { setImmediate as turn } from 'node:timers/promises'
import type { Db } from '../../database/connect'
import type { DirectoryRow } from '../../database/directoryTables'
import { departmentNodes, type DepartmentNode } from '../../queries/administration/departments'
import {
  linkedDepartments,
  linkedPeople,
  loginHolders,
  type LinkedDepartment,
  type LinkedPerson,
  type LoginHolder,
} from '../../queries/directories/facts'
import { checkLogin } from '@/domain/session/logins'
import type { DirectorySnapshot } from './snapshot'

/** The organisation as it is, as far as a sync needs it. */
export interface Present {
  directory: Pick<DirectoryRow, 'id' | 'enterprise_id' | 'links_existing'>
  people: readonly LinkedPerson[]
  /** The accounts that have the logins of the snapshot, by the key of the login. */
  holders: ReadonlyMap<string, LoginHolder>
  /** The live departments of the organisation in their order. */
  nodes: ReadonlyMap<number, DepartmentNode>
  /** Those of them that any directory owns. */
  departments: readonly LinkedDepartment[]
}

/** @param nodes the departments if they are locked; else they are read */
export async function readPresent(
  db: Db,
  directory: DirectoryRow,
  snapshot: DirectorySnapshot,
  nodes?: ReadonlyMap<number, DepartmentNode>,
): Promise<Present> {
  const logins = snapshot.people.flatMap(({ login }) => checkLogin(login) ?? [])
  await turn()
  return {
    directory,
    people: await linkedPeople(db, directory.id),
    holders: await loginHolders(db, logins),
    nodes: nodes ?? (await departmentNodes(db, directory.enterprise_id)),
    departments: await linkedDepartments(db, directory.enterprise_id),
  }
}

import type { Db } from '../../database/connect'
import { ownerIds } from '../../queries/enterprise/accounts'
import { departmentOwner, giveDepartmentsTo } from '../../queries/administration/ownership'

/** Gives the folders of departments to an owner who can sign in, if their present owner left or is no owner any more. */
export async function settleOwnership(db: Db, enterpriseId: number): Promise<void> {
  const owners = await ownerIds(db, enterpriseId)
  const present = await departmentOwner(db, enterpriseId)
  const next = owners[0]
  if (next === undefined || (present !== null && owners.includes(present))) return
  await giveDepartmentsTo(db, enterpriseId, next)
}

import type { Db } from '../../../database/connect'
import { movesOwned, ownedAmong } from '../../../policies/directories'
import type { KnownPerson } from '../../../queries/administration/importedPeople'
import { departmentOwners, ownersOf, type Ownership } from '../../../queries/directories/facts'
import type { PlannedDepartment } from './places'

/** The people and departments of an organisation that directories own. */
export interface Owners {
  people: ReadonlyMap<number, Ownership>
  departments: ReadonlyMap<number, { id: number }>
}

export async function readOwners(db: Db, enterpriseId: number, people: Iterable<KnownPerson>): Promise<Owners> {
  const ids = [...people].map(({ id }) => id)
  return { people: await ownersOf(db, ids), departments: await departmentOwners(db, enterpriseId) }
}

/** The first change of a line that is the business of a directory, and the name of the directory; null: none. */
export function ownedChange(
  owners: Owners,
  known: KnownPerson,
  changes: readonly { field: string }[],
  departments: ReadonlyMap<PlannedDepartment, boolean> | null,
): { field: 'name' | 'email' | 'departments'; label: string } | null {
  const owner = owners.people.get(known.id)
  if (!owner) return null
  const { label, directoryId } = owner
  const changed = changes.map(({ field }) => field).filter((field) => field !== 'departments')
  const field = ownedAmong(owner, changed)
  if (field === 'name' || field === 'email') return { field, label }
  if (departments === null || ownedAmong(owner, ['departments']) === null) return null
  const owned = new Set([...owners.departments].filter(([, { id }]) => id === directoryId).map(([id]) => id))
  const after = [...departments.keys()].flatMap(({ id }) => id ?? [])
  return movesOwned(known.departments.keys(), after, owned) ? { field: 'departments', label } : null
}

/** The people of one department, without the departments below. */
export interface DepartmentPeople {
  id: number
  parentId: number | null
  /** all people of the department */
  count: number
  /** those of them who also belong to other departments */
  sharedIds: readonly number[]
}

/**
 * Per department: the number of people in the department and all departments below, each person once. Counts are added up the tree. Only people
 * of several departments are looked at one by one. A department whose parent is missing is a top.
 */
export function countWithin(departments: readonly DepartmentPeople[]): Map<number, number> {
  const parents = new Map(departments.map(({ id, parentId }) => [id, parentId]))
  const counts = new Map(departments.map(({ id }) => [id, 0]))
  const placesOf = new Map<number, number[]>()
  for (const { id, count, sharedIds } of departments) {
    for (const above of chainOf(id, parents)) counts.set(above, counts.get(above)! + count - sharedIds.length)
    for (const userId of sharedIds) placesOf.set(userId, [...(placesOf.get(userId) ?? []), id])
  }
  for (const places of placesOf.values()) {
    const counted = new Set(places.flatMap((id) => [...chainOf(id, parents)]))
    for (const id of counted) counts.set(id, counts.get(id)! + 1)
  }
  return counts
}

/** A department and the departments above it. */
function* chainOf(id: number, parents: ReadonlyMap<number, number | null>): Generator<number> {
  for (let at: number | null = id; at !== null && parents.has(at); at = parents.get(at)!) yield at
}

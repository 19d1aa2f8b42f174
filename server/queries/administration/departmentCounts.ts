/** People of departments. */
export interface Memberships {
  /** departments with their number of people */
  counts: readonly (readonly [departmentId: number, people: number])[]
  /** the memberships of everybody who has several */
  repeated: readonly (readonly [departmentId: number, userId: number])[]
}

interface Counts {
  /** people in the department itself */
  own: number
  /** people in the department and all departments below, each person once */
  all: number
}

/**
 * The numbers of people per department. The people of each department are added up the tree; then people of several departments are subtracted
 * where they were counted more than once. A department whose parent is missing is a top; memberships of missing departments do not count.
 */
export function countPeople(
  departments: readonly { id: number; parent_id: number | null }[],
  { counts: people, repeated }: Memberships,
): Map<number, Counts> {
  const parents = new Map(departments.map(({ id, parent_id: parentId }) => [id, parentId]))
  const counts = new Map(departments.map(({ id }): [number, Counts] => [id, { own: 0, all: 0 }]))
  for (const [id, count] of people) {
    const found = counts.get(id)
    if (!found) continue
    found.own = count
    for (const above of chainOf(id, parents)) counts.get(above)!.all += count
  }
  const placesOf = new Map<number, number[]>()
  for (const [id, userId] of repeated) if (counts.has(id)) placesOf.set(userId, [...(placesOf.get(userId) ?? []), id])
  for (const places of placesOf.values()) {
    const counted = new Set<number>()
    for (const above of places.flatMap((id) => chainOf(id, parents))) {
      if (counted.has(above)) counts.get(above)!.all -= 1
      counted.add(above)
    }
  }
  return counts
}

/** A department and the departments above it. */
function chainOf(id: number, parents: ReadonlyMap<number, number | null>): number[] {
  const chain: number[] = []
  for (let at: number | null = id; at !== null && parents.has(at); at = parents.get(at)!) chain.push(at)
  return chain
}

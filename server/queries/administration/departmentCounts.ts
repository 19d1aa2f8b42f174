/** People of departments: the nth person belongs to the nth department. */
export interface Memberships {
  departmentIds: readonly number[]
  userIds: readonly number[]
}

interface Counts {
  /** people in the department itself */
  member_count: number
  /** people in the department and all departments below, each person once */
  all_member_count: number
}

/**
 * The numbers of people per department. The people of each department are added up the tree; then people of several departments are subtracted
 * where they were counted more than once. A department whose parent is missing is a top; memberships of missing departments do not count.
 */
export function countPeople(
  departments: readonly { id: number; parentId: number | null }[],
  { departmentIds, userIds }: Memberships,
): Map<number, Counts> {
  const parents = new Map(departments.map(({ id, parentId }) => [id, parentId]))
  const counts = new Map(departments.map(({ id }): [number, Counts] => [id, { member_count: 0, all_member_count: 0 }]))
  const repeated = repeatedIn(userIds)
  const placesOf = new Map<number, number[]>()
  for (let at = 0; at < departmentIds.length; at += 1) {
    const id = departmentIds[at]!
    const count = counts.get(id)
    if (!count) continue
    count.member_count += 1
    const userId = userIds[at]!
    if (repeated.has(userId)) placesOf.set(userId, [...(placesOf.get(userId) ?? []), id])
  }
  for (const [id, { member_count: count }] of counts)
    if (count > 0) for (const above of chainOf(id, parents)) counts.get(above)!.all_member_count += count
  for (const places of placesOf.values()) {
    const counted = new Set<number>()
    for (const above of places.flatMap((id) => chainOf(id, parents))) {
      if (counted.has(above)) counts.get(above)!.all_member_count -= 1
      counted.add(above)
    }
  }
  return counts
}

/** The ids that a list contains more than once. Sorts numbers, because a map of all people takes three times as long. */
function repeatedIn(ids: readonly number[]): ReadonlySet<number> {
  const sorted = Float64Array.from(ids).sort()
  const repeated = new Set<number>()
  for (let at = 1; at < sorted.length; at += 1) if (sorted[at] === sorted[at - 1]) repeated.add(sorted[at]!)
  return repeated
}

/** A department and the departments above it. */
function chainOf(id: number, parents: ReadonlyMap<number, number | null>): number[] {
  const chain: number[] = []
  for (let at: number | null = id; at !== null && parents.has(at); at = parents.get(at)!) chain.push(at)
  return chain
}

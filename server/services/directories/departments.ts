import { nameKey } from '@/domain/items/naming'
import { FOLDER_DEPTH_LIMIT } from '@/domain/limits'
import type { LinkedDepartment } from '../../queries/directories/facts'
import { DirectoryFailure } from '../../remote/DirectoryFailure'
import { storableName } from './names'
import type { Present } from './present'
import type { SnapshotDepartment } from './snapshot'

/** A department of the snapshot and what becomes of it. */
export interface PlannedDepartment {
  externalId: string
  name: string
  parent: PlannedDepartment | null
  order: number
  /** null until it is created */
  id: number | null
  /** Whether the directory owned it before. */
  isLinked: boolean
  isRenamed: boolean
  isMoved: boolean
}

export interface DepartmentPlan {
  /** Those above first. */
  planned: PlannedDepartment[]
  byExternalId: ReadonlyMap<string, PlannedDepartment>
  /** Departments that the directory no longer has. */
  released: LinkedDepartment[]
}

/** @param syncs whether the directory owns departments at all; otherwise all are released @throws DirectoryFailure */
export function planDepartments(
  given: readonly SnapshotDepartment[],
  present: Present,
  syncs: boolean,
): DepartmentPlan {
  const { directory, nodes } = present
  const own = present.departments.filter(({ directoryId }) => directoryId === directory.id)
  const linked = new Map(own.map((each) => [each.externalId, each]))
  const free = new FreeDepartments(present)
  const planned: PlannedDepartment[] = []
  const byExternalId = new Map<string, PlannedDepartment>()
  for (const each of parentsFirst(given)) {
    const name = storableName(each.name)
    if (name === null) throw nonsense(`the department ${each.externalId} has no name`)
    const parent = each.parentExternalId === null ? null : byExternalId.get(each.parentExternalId)!
    const link = linked.get(each.externalId)
    const id = link?.id ?? free.take(parent, name)
    const isPlaced = id === null || (nodes.get(id)?.parentId ?? null) === (parent === null ? null : parent.id)
    const made: PlannedDepartment = {
      externalId: each.externalId,
      name,
      parent,
      order: each.order,
      id,
      isLinked: link !== undefined,
      isRenamed: link !== undefined && link.givenName !== name,
      isMoved: !isPlaced,
    }
    planned.push(made)
    byExternalId.set(each.externalId, made)
  }
  const released = own.filter(({ externalId }) => !syncs || !byExternalId.has(externalId))
  return { planned, byExternalId, released }
}

/** Departments that no directory owns, by their place and name. */
class FreeDepartments {
  private readonly ids = new Map<string, number>()

  constructor({ directory, nodes, departments }: Present) {
    if (!directory.links_existing) return
    const owned = new Set(departments.map(({ id }) => id))
    for (const { id, parentId, name } of nodes.values())
      if (!owned.has(id)) this.ids.set(`${parentId ?? ''}/${nameKey(name)}`, id)
  }

  /** The department at this place, which nobody else of the snapshot gets. */
  take(parent: PlannedDepartment | null, name: string): number | null {
    if (parent !== null && parent.id === null) return null
    const key = `${parent?.id ?? ''}/${nameKey(name)}`
    const found = this.ids.get(key) ?? null
    this.ids.delete(key)
    return found
  }
}

/** @throws DirectoryFailure if an id comes twice, a parent is missing, or departments lie inside themselves or too deep */
function parentsFirst(given: readonly SnapshotDepartment[]): SnapshotDepartment[] {
  const byId = new Map(given.map((each) => [each.externalId, each]))
  if (byId.size < given.length) throw nonsense('two departments have one id')
  const below = new Map<string | null, SnapshotDepartment[]>()
  for (const each of given) {
    const { parentExternalId: parent } = each
    if (parent !== null && !byId.has(parent)) throw nonsense(`the department ${each.externalId} has an unknown parent`)
    const siblings = below.get(parent)
    if (siblings) siblings.push(each)
    else below.set(parent, [each])
  }
  const sorted: SnapshotDepartment[] = []
  let level = below.get(null) ?? []
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === FOLDER_DEPTH_LIMIT) throw nonsense('departments lie too deep')
    sorted.push(...level)
    level = level.flatMap(({ externalId }) => below.get(externalId) ?? [])
  }
  if (sorted.length < given.length) throw nonsense('a department lies inside itself')
  return sorted
}

const nonsense = (message: string) => new DirectoryFailure('directory_nonsense', message)

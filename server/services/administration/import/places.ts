import { nameKey } from '@/domain/items/naming'
import { FOLDER_DEPTH_LIMIT } from '@/domain/limits'
import type { DepartmentNode } from '../../../queries/administration/departments'

/** A department or a group that lines name. `id`: null until it is created. */
export interface PlannedPlace {
  id: number | null
  name: string
}

export interface PlannedDepartment extends PlannedPlace {
  parent: PlannedDepartment | null
  /** The folder; null until it is created. */
  rootId: number | null
  below: Map<string, PlannedDepartment>
}

/** The departments of an organisation as they will be, found by paths of names. */
export class PlannedTree {
  private readonly top = new Map<string, PlannedDepartment>()
  private readonly byId = new Map<number, PlannedDepartment>()
  /** The only department at the top of the organisation, such as the school; null without one, or with several. */
  private readonly root: PlannedDepartment | null

  constructor(nodes: ReadonlyMap<number, DepartmentNode>) {
    const place = (node: DepartmentNode): PlannedDepartment => {
      const known = this.byId.get(node.id)
      if (known) return known
      const above = node.parentId === null ? undefined : nodes.get(node.parentId)
      const parent = above ? place(above) : null
      const made = { id: node.id, name: node.name, parent, rootId: node.rootId, below: new Map() }
      this.byId.set(node.id, made)
      ;(parent?.below ?? this.top).set(nameKey(node.name), made)
      return made
    }
    for (const node of nodes.values()) place(node)
    const tops = [...this.top.values()]
    this.root = tops.length === 1 ? tops[0]! : null
  }

  /**
   * The department at a path, with departments that do not exist yet. Below a single root a path may leave the root out.
   * @returns null if the path is too long
   */
  at(path: readonly string[]): PlannedDepartment | null {
    let parent = path[0] !== undefined && this.top.has(nameKey(path[0])) ? null : this.root
    if (path.length + (parent ? 1 : 0) > FOLDER_DEPTH_LIMIT) return null
    for (const name of path) {
      const level: Map<string, PlannedDepartment> = parent?.below ?? this.top
      const key = nameKey(name)
      let next = level.get(key)
      if (!next) {
        next = { id: null, name, parent, rootId: null, below: new Map() }
        level.set(key, next)
      }
      parent = next
    }
    return parent
  }

  known(id: number): PlannedDepartment | undefined {
    return this.byId.get(id)
  }

  /** Paths of departments that exist with this name, wherever they are; case and width do not matter. */
  namedLike(name: string): string[] {
    return [...this.byId.values()].filter((each) => keyOf(each.name) === keyOf(name)).map(pathOf)
  }
}

/** The groups of an organisation as they will be. */
export class PlannedGroups {
  private readonly byKey = new Map<string, PlannedPlace>()
  private readonly byId = new Map<number, PlannedPlace>()

  constructor(groups: readonly { id: number; name: string }[]) {
    for (const { id, name } of groups) {
      const group = { id, name }
      this.byKey.set(keyOf(name), group)
      this.byId.set(id, group)
    }
  }

  /** The group of a name, also one that does not exist yet. */
  named(name: string): PlannedPlace {
    const found = this.byKey.get(keyOf(name)) ?? { id: null, name }
    this.byKey.set(keyOf(name), found)
    return found
  }

  known(id: number): PlannedPlace | undefined {
    return this.byId.get(id)
  }
}

/** As the database compares names of groups. */
const keyOf = (name: string) => name.normalize('NFKC').toLowerCase()

/** The names from the top to a department. */
export function pathOf(department: PlannedDepartment): string {
  return department.parent ? `${pathOf(department.parent)}/${department.name}` : department.name
}

/** A department and those above that do not exist yet, the highest first. */
export function missingAbove(department: PlannedDepartment): PlannedDepartment[] {
  if (department.id !== null) return []
  return [...(department.parent ? missingAbove(department.parent) : []), department]
}

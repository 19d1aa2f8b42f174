import { makeAutoObservable } from 'mobx'
import type { Api } from '@/api/Api'
import type { PersonRow } from '@/contract/administration/entities'
import type { DepartmentRow, GroupRow } from '@/contract/administration/departments'
import { Answer } from './Answer'

/** A department in its tree. */
export interface DepartmentNode extends DepartmentRow {
  depth: number
  /** Names from the top to the department. */
  path: readonly string[]
  children: DepartmentNode[]
}

/** people offered for a choice */
const OFFERED = 20

/** The departments and groups of the organisation, which several places of the console choose from. */
export class DirectoryStore {
  readonly departments = new Answer<readonly DepartmentRow[]>()
  readonly groups = new Answer<readonly GroupRow[]>()

  constructor(private readonly api: Api) {
    makeAutoObservable<this, 'api'>(this, { api: false, departments: false, groups: false })
  }

  /** The departments at the top, with those below. */
  get tree(): readonly DepartmentNode[] {
    return treeOf(this.departments.value ?? [])
  }

  /** All departments in the order of the tree. */
  get nodes(): readonly DepartmentNode[] {
    return this.tree.flatMap(withChildren)
  }

  node(id: number | null): DepartmentNode | undefined {
    return this.nodes.find((node) => node.id === id)
  }

  load(): Promise<unknown> {
    return Promise.all([this.loadDepartments(), this.loadGroups()])
  }

  loadDepartments(): Promise<void> {
    const asked = this.api.call('GET /admin/departments/tree', {}, { quiet: true })
    return this.departments.take(asked.then(({ departments }) => departments))
  }

  loadGroups(): Promise<void> {
    const asked = this.api.call('GET /admin/groups/list', {}, { quiet: true })
    return this.groups.take(asked.then(({ groups }) => groups))
  }

  /** People to choose from, by a part of a name or a login. */
  async findPeople(search: string): Promise<readonly PersonRow[]> {
    const request = { search: search.trim() || undefined, limit: OFFERED, sort_by: 'name' } as const
    const { people } = await this.api.call('GET /admin/people/list', request, { quiet: true })
    return people.filter(({ state }) => state === 'active' || state === 'new')
  }
}

function treeOf(rows: readonly DepartmentRow[]): DepartmentNode[] {
  const ids = new Set(rows.map(({ id }) => id))
  const below = new Map<number | null, DepartmentRow[]>()
  for (const row of rows) {
    const parent = row.parent_id !== null && ids.has(row.parent_id) ? row.parent_id : null
    below.set(parent, [...(below.get(parent) ?? []), row])
  }
  const grow = (parent: number | null, path: readonly string[]): DepartmentNode[] =>
    (below.get(parent) ?? []).map((row) => {
      const own = [...path, row.name]
      return { ...row, depth: path.length, path: own, children: grow(row.id, own) }
    })
  return grow(null, [])
}

function withChildren(node: DepartmentNode): DepartmentNode[] {
  return [node, ...node.children.flatMap(withChildren)]
}

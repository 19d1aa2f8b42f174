import type { Department } from '@/contract/entities'
import type { DepartmentNode, DepartmentTree } from '../../policies/access/departments'

/**
 * A department with its children.
 * @param levels levels of children to include; the departments of the lowest level have no `children` (LIST-02)
 */
export function presentDepartment(tree: DepartmentTree, node: DepartmentNode, levels: number): Department {
  const { forest, visible, accessible } = tree
  const children = (forest.childrenOf.get(node.id) ?? []).filter((child) => visible?.has(child.id) ?? true)
  return {
    id: node.id,
    name: node.name,
    user_count: node.userCount,
    has_children_departments: children.length > 0,
    ...(levels > 0 && { children: children.map((child) => presentDepartment(tree, child, levels - 1)) }),
    departments_path: pathOf(forest, node).map(({ id, name }) => ({ id, name })),
    is_department: true,
    is_accessible: accessible.has(node.id),
  }
}

/** From the root to the department. */
function pathOf({ byId }: DepartmentTree['forest'], department: DepartmentNode): DepartmentNode[] {
  const path: DepartmentNode[] = []
  for (let node: DepartmentNode | undefined = department; node;) {
    path.unshift(node)
    node = node.parentId === null ? undefined : byId.get(node.parentId)
  }
  return path
}

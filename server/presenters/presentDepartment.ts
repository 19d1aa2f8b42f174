import type { Department } from '@/contract/entities'
import type { DepartmentForest, DepartmentNode } from '../policies/departments'

/**
 * A department and the levels below it.
 * @param visible what is shown of the levels below; null = everything
 * @param levels how many levels of children are told; below, `children` is absent (LIST-02)
 */
export function presentDepartment(
  forest: DepartmentForest,
  node: DepartmentNode,
  visible: ReadonlySet<number> | null,
  levels: number,
): Department {
  const children = (forest.childrenOf.get(node.id) ?? []).filter((child) => visible?.has(child.id) ?? true)
  return {
    id: node.id,
    name: node.name,
    user_count: node.userCount,
    has_children_departments: children.length > 0,
    ...(levels > 0 && { children: children.map((child) => presentDepartment(forest, child, visible, levels - 1)) }),
    departments_path: pathOf(forest, node).map(({ id, name }) => ({ id, name })),
    is_department: true,
  }
}

/** Root first, the department last. */
function pathOf({ byId }: DepartmentForest, department: DepartmentNode): DepartmentNode[] {
  const path: DepartmentNode[] = []
  for (let node: DepartmentNode | undefined = department; node;) {
    path.unshift(node)
    node = node.parentId === null ? undefined : byId.get(node.parentId)
  }
  return path
}

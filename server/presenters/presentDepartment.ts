import type { Department } from '@/contract/entities'
import { pathOfDepartment, type DepartmentForest, type DepartmentNode } from '../queries/departments'

/**
 * A department and the levels below it.
 * @param visible what the user may see; null = everything
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
    departments_path: pathOfDepartment(forest, node.id).map(({ id, name }) => ({ id, name })),
    is_department: true,
  }
}

import type { Words } from '@/i18n/words'
import type { DepartmentNode, DirectoryStore } from '@/stores/administration/DirectoryStore'
import type { Option } from '../controls/Choice'

/** The option above all departments. */
export const TOP = 'top'

/** The departments to choose from, without one and those below it. */
export function departmentOptions(
  { nodes }: Pick<DirectoryStore, 'nodes'>,
  t: Words<'admin'>,
  without?: DepartmentNode,
): Option<string>[] {
  const left = new Set<number>()
  if (without) collect(without, left)
  const options = nodes
    .filter(({ id }) => !left.has(id))
    .map(({ id, name, depth }) => ({ key: String(id), label: name, depth: depth + 1 }))
  return [{ key: TOP, label: t('admin.departments.top') }, ...options]
}

function collect(node: DepartmentNode, into: Set<number>): void {
  into.add(node.id)
  for (const child of node.children) collect(child, into)
}

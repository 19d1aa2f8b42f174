import type { NavigationRow } from '@/components/frame/NavigationPanel'
import type { ExternalEnterprise } from '@/contract/entities'
import type { NavigationEntry } from '@/domain/items/lists/navigation'
import type { Words } from '@/i18n/words'
import type { ExternalId, ListLocation } from '@/domain/addresses'
import type { ListSource } from '@/stores/items/lists/listSources'
import type { DepartmentLine, NavigationStore } from '@/stores/items/lists/NavigationStore'

/** A line of the navigation panel, and its destination. */
export interface PlaceRow extends NavigationRow {
  /** The name of the place, where the label says more. */
  name?: string
  at: ListLocation
  line?: DepartmentLine
}

const icons = { frequent: 'star', own: 'user', collab: 'users', trash: 'trash-2' } as const

/** The lines reachable from `current`, with departments as a tree (LIST-02); without the entries in `left`. */
export function placeRows(
  navigation: NavigationStore,
  current: ListSource,
  t: Words,
  left: readonly NavigationEntry[] = [],
): PlaceRow[] {
  return navigation.entries
    .filter((entry) => !left.includes(entry))
    .flatMap((entry): PlaceRow[] => {
      switch (entry) {
        case 'departments':
          return navigation.departments.map(departmentRow)
        case 'external':
          return navigation.externals.map(externalRow)
        default:
          return [rowTo({ space: entry }, { key: entry, label: t(`space.${entry}`), icon: icons[entry] })]
      }
    })

  function rowTo(
    at: ListLocation,
    { level = 0, ...row }: Omit<PlaceRow, 'at' | 'level' | 'isCurrent'> & { level?: number },
  ): PlaceRow {
    return { ...row, level, at, isCurrent: current.space === at.space && current.id === at.id }
  }

  function departmentRow(line: DepartmentLine): PlaceRow {
    const {
      department: { id, name, is_accessible: isAccessible },
      depth,
      hasChildren,
    } = line
    return rowTo(
      { space: 'dept', id },
      {
        key: `department_${id}`,
        label: name,
        level: depth - 1,
        icon: depth === 1 ? 'building-2' : undefined,
        isMuted: !isAccessible,
        ...(hasChildren && { isOpen: line.isExpanded, isLoading: line.isLoading }),
        line,
      },
    )
  }

  function externalRow({ id: number, type, name }: ExternalEnterprise): PlaceRow {
    const id: ExternalId = `${type}_${number}`
    return rowTo(
      { space: 'external', id },
      { key: id, name, label: t('navigation.external', { name }), icon: type === 'user' ? 'user' : 'building-2' },
    )
  }
}

import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { NavigationPanel, type NavigationRow } from '@/components/NavigationPanel'
import type { IconName } from '@/components/Icon'
import { useWords } from '@/components/context'
import { useApp } from '@/pages/AppContext'
import type { ListAt } from '@/stores/listSources'
import { navigationOf, type DepartmentLine } from '@/stores/NavigationStore'
import { spacePhrases } from './levels'

interface Props {
  at: ListAt
  onChoose(at: ListAt): void
  onClose(): void
}

interface PlaceRow extends NavigationRow {
  at: ListAt
  line?: DepartmentLine
}

const icons = { frequent: 'star', own: 'user', collab: 'users' } as const satisfies Record<string, IconName>

/** The spaces in which a place can be chosen, the departments as a tree (1§2). */
export const PickNavigation = observer(function PickNavigation({ at, onChoose, onClose }: Props) {
  const app = useApp()
  const t = useWords()
  const [navigation] = useState(() => navigationOf(app))
  useEffect(() => void navigation.load(), [navigation])

  const rows = navigation.entries.flatMap((entry): PlaceRow[] => {
    if (entry === 'departments') return navigation.departments.map(departmentRow)
    if (entry !== 'frequent' && entry !== 'own' && entry !== 'collab') return []
    const isCurrent = at.space === entry
    return [{ key: entry, label: t(spacePhrases[entry]), icon: icons[entry], level: 0, isCurrent, at: { space: entry } }]
  })

  function departmentRow(line: DepartmentLine): PlaceRow {
    const { department: { id, name }, depth, hasChildren } = line
    return {
      key: `department_${id}`,
      label: name,
      level: depth - 1,
      icon: depth === 1 ? 'building-2' : undefined,
      isCurrent: at.space === 'dept' && at.id === id,
      ...(hasChildren && { isOpen: line.isExpanded, isLoading: line.isLoading }),
      at: { space: 'dept', id },
      line,
    }
  }

  const rowOf = (key: string) => rows.find((row) => row.key === key)
  return (
    <NavigationPanel
      rows={rows}
      onSelect={(key) => {
        const row = rowOf(key)
        if (row) onChoose(row.at)
      }}
      onToggle={(key) => {
        const line = rowOf(key)?.line
        if (line) void navigation.toggle(line)
      }}
      onClose={onClose}
    />
  )
})

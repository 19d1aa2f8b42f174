import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { AccountBar } from '@/components/AccountBar'
import { NavigationPanel, type NavigationRow } from '@/components/NavigationPanel'
import { useWords } from '@/components/context'
import type { ExternalEnterprise } from '@/contract/entities'
import type { Place } from '@/platform/Platform'
import type { ExternalId } from '@/stores/listSources'
import { navigationOf, type DepartmentLine } from '@/stores/NavigationStore'
import { useApp } from '../AppContext'
import { useAccount } from '../useAccount'
import type { FilesOverlaysProps } from './FilesOverlays'

interface PlaceRow extends NavigationRow {
  place: Place
  line?: DepartmentLine
}

/** Every space one can go to, the departments as a tree (LIST-02). */
export const NavigationOverlay = observer(function NavigationOverlay({ list, overlays }: FilesOverlaysProps) {
  const app = useApp()
  const { navigate } = app.platform
  const [navigation] = useState(() => navigationOf(app))
  const t = useWords()
  const account = useAccount()
  useEffect(() => void navigation.load(), [navigation])

  const rows = navigation.entries.flatMap((entry): PlaceRow[] => {
    switch (entry) {
      case 'frequent':
        return [{ ...spaceRow('frequent'), icon: 'star' }]
      case 'own':
        return [{ ...spaceRow('own'), icon: 'user' }]
      case 'collab':
        return [{ ...spaceRow('collab'), icon: 'users' }]
      case 'trash':
        return [{ ...spaceRow('trash'), icon: 'trash-2' }]
      case 'external':
        return navigation.externals.map(externalRow)
      case 'departments':
        return navigation.departments.map(departmentRow)
      default:
        return []
    }
  })

  function spaceRow(space: 'frequent' | 'own' | 'collab' | 'trash'): PlaceRow {
    const isCurrent = list.at.space === space && list.at.id === undefined
    return { key: space, label: t(`space.${space}`), level: 0, isCurrent, place: { page: 'files', space } }
  }

  function departmentRow(line: DepartmentLine): PlaceRow {
    const { department: { id, name }, depth, hasChildren } = line
    return {
      key: `department_${id}`,
      label: name,
      level: depth - 1,
      icon: depth === 1 ? 'building-2' : undefined,
      isCurrent: list.at.space === 'dept' && list.at.id === id,
      ...(hasChildren && { isOpen: line.isExpanded, isLoading: line.isLoading }),
      place: { page: 'files', space: 'dept', id: String(id) },
      line,
    }
  }

  function externalRow({ id: number, type, name }: ExternalEnterprise): PlaceRow {
    const id: ExternalId = `${type}_${number}`
    return {
      key: id,
      label: t('navigation.external', { name }),
      level: 0,
      icon: type === 'user' ? 'user' : 'building-2',
      isCurrent: list.at.id === id,
      place: { page: 'files', space: 'external', id },
    }
  }

  const rowOf = (key: string) => rows.find((row) => row.key === key)
  const close = () => overlays.close('filenav')
  return (
    <NavigationPanel
      rows={rows}
      onSelect={(key) => {
        const row = rowOf(key)
        if (row?.isCurrent) void close()
        else if (row) void close().then(() => navigate.relaunch(row.place))
      }}
      onToggle={(key) => {
        const line = rowOf(key)?.line
        if (line) void navigation.toggle(line)
      }}
      onClose={() => void close()}
      foot={account && <AccountBar {...account} label={t('navigation.me')} onPress={() => void close().then(() => overlays.show('me'))} />}
    />
  )
})

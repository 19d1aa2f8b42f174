import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { NavigationPanel, type NavigationRow } from '@/components/frame/NavigationPanel'
import { useWords } from '@/components/ui/context'
import type { NavigationEntry } from '@/domain/items/lists/navigation'
import type { ListSource } from '@/stores/items/lists/listSources'
import { navigationOf } from '@/stores/items/lists/NavigationStore'
import { useApp } from '../../app/AppContext'
import { placeRows, type PlaceRow } from './placeRows'

type OtherRow = Omit<NavigationRow, 'level'> & { level?: number; onChoose(): void }

interface Props {
  current: ListSource
  /** Entries to leave out. */
  left?: readonly NavigationEntry[]
  /** The path to the present place, root first, above the spaces. */
  path?: readonly OtherRow[]
  /** Further pages, below the spaces. */
  pages?: readonly OtherRow[]
  onChoose(row: PlaceRow): void
  onClose(): void
}

/** The spaces of the drive; loads the entries that are missing (LIST-02). */
export const PlacesPanel = observer(function PlacesPanel({
  current,
  left,
  path = [],
  pages = [],
  onChoose,
  onClose,
}: Props) {
  const app = useApp()
  const t = useWords()
  const [navigation] = useState(() => navigationOf(app))
  useEffect(() => void navigation.load(), [navigation])
  const rows = placeRows(navigation, current, t, left)
  const rowOf = (key: string) => rows.find((row) => row.key === key)
  return (
    <NavigationPanel
      rows={[path.map(atTop), rows, pages.map(atTop)].flat()}
      onSelect={(key) => {
        const row = rowOf(key)
        if (row) onChoose(row)
        else [...path, ...pages].find((other) => other.key === key)?.onChoose()
      }}
      onToggle={(key) => {
        const line = rowOf(key)?.line
        if (line) void navigation.toggle(line)
      }}
      onClose={onClose}
    />
  )
})

const atTop = (row: OtherRow): NavigationRow => ({ level: 0, ...row })

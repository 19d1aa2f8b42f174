import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { ProgressBar } from '@/components/ui/ProgressBar'
import { Icon, type IconName } from '@/components/ui/Icon'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import type { Item } from '@/contract/entities'
import type { ListLocation } from '@/domain/addresses'
import { RECEIVED_ID } from '@/domain/shares/received'
import { navigationOf } from '@/stores/items/lists/NavigationStore'
import { useApp } from '@/screens/app/AppContext'
import { openPlace } from '@/screens/items/places/openPlace'
import { placeOfEntry } from '@/screens/items/places/placeOfEntry'
import { placeRows, type PlaceRow } from '@/screens/items/places/placeRows'
import { useAccount } from '@/screens/items/places/useAccount'
import type { ListStore } from '@/stores/items/lists/ListStore'
import type { SheetProps } from '../sheets/SheetProps'
import { openSheet } from './useRowActs'

type Props = Pick<SheetProps, 'list' | 'overlays'>

/** The places of the drive at the left edge, with the present one marked (AH-43, LIST-02). */
export const WideRail = observer(function WideRail({ list, overlays }: Props) {
  const app = useApp()
  const t = useWords()
  const [navigation] = useState(() => navigationOf(app))
  useEffect(() => {
    if (navigation.phase !== 'ready') void navigation.load()
  }, [navigation])
  const rows = placeRows(navigation, list.at, t)
  const present = presentOf(rows, list)
  const canAdd = list.uploadTarget !== null || list.canCreateFolder
  // As ＋ at the foot of a narrow window: where nothing can be added, a folder is chosen first.
  const asksFolder = !canAdd && list.phase === 'ready'
  const { navigate } = app.platform
  return (
    <nav className="wide-rail" aria-label={t('wide.places')}>
      <button
        type="button"
        className="wide-add"
        disabled={!canAdd && !asksFolder}
        aria-haspopup="dialog"
        onClick={() =>
          asksFolder
            ? void navigate.push({ page: 'pick', action: 'add', typedId: 'chosen' })
            : void openSheet(overlays, 'add')
        }
      >
        <Icon name="plus" size={20} />
        {t(asksFolder ? 'foot.add' : 'list.add')}
      </button>
      <div className="wide-places">
        {rows.map((row) => (
          <Place
            key={row.key}
            row={row}
            isPresent={row === present}
            onOpen={() => open(row)}
            onToggle={() => row.line && void navigation.toggle(row.line)}
          />
        ))}
        <hr className="wide-rule" />
        <Way
          icon="folder-input"
          label={t('navigation.received')}
          onPress={() => void navigate.push({ page: 'shares', id: RECEIVED_ID })}
        />
        <Way icon="share-2" label={t('navigation.shares')} onPress={() => void navigate.push({ page: 'shares' })} />
      </div>
      <Storage />
    </nav>
  )

  function open({ at: { space, id }, isCurrent, label, name = label }: PlaceRow) {
    if (!isCurrent) openPlace(app, { space, ...(id !== undefined && { id: String(id) }) }, name, 'relaunch')
  }
})

/** The spaces that are one row each. */
const spaceOf: Partial<Record<Item['space'], ListLocation['space']>> = {
  personal_space: 'own',
  collab_space: 'collab',
  external_space: 'external',
}

/** The row of the place, or of the space or department that contains the folder. */
function presentOf(rows: readonly PlaceRow[], { at, header }: ListStore): PlaceRow | undefined {
  const exact = rows.find((row) => row.isCurrent)
  if (exact || at.space !== 'folder') return exact
  const above = [...header.pathAbove].reverse().map(placeOfEntry)
  for (const place of above) {
    const row = rows.find(({ at: { space, id } }) => space === place.space && String(id ?? '') === (place.id ?? ''))
    if (row) return row
  }
  const space = header.folder && spaceOf[header.folder.space]
  return rows.find((row) => row.at.space === space)
}

interface PlaceProps {
  row: PlaceRow
  isPresent: boolean
  onOpen(): void
  onToggle(): void
}

function Place({ row, isPresent, onOpen, onToggle }: PlaceProps) {
  const t = useWords()
  const { label, level, icon, isMuted, isOpen, at } = row
  return (
    <div className={classes('wide-place', isPresent && 'wide-present')} data-drop={dropKey(row)}>
      <button
        type="button"
        className="wide-way"
        style={{ paddingLeft: `${10 + (icon ? 0 : 30) + 18 * Math.max(0, level - 1)}px` }}
        aria-current={isPresent ? (row.isCurrent ? 'page' : 'location') : undefined}
        aria-expanded={isMuted ? isOpen : undefined}
        disabled={isMuted && isOpen === undefined}
        data-place={at.space}
        onClick={isMuted ? onToggle : onOpen}
      >
        {icon ? <Icon name={icon} size={20} /> : null}
        <span className="wide-label">{label}</span>
      </button>
      {isOpen === undefined || isMuted ? null : (
        <button
          type="button"
          className={classes('wide-toggle', isOpen && 'wide-open')}
          aria-label={t(isOpen ? 'navigation.collapse' : 'navigation.expand', { name: label })}
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          <Icon name="chevron-right" size={16} />
        </button>
      )}
    </div>
  )
}

/** The target of things dropped on a place (`useDrops`); undefined where nothing can be dropped. */
function dropKey({ at, label, isMuted }: PlaceRow): string | undefined {
  if (isMuted) return undefined
  if (at.space === 'dept') return `department_${at.id}/${label}`
  if (at.space === 'own') return `folder_0/${label}`
  return at.space === 'trash' ? 'trash' : undefined
}

function Way({ icon, label, onPress }: { icon: IconName; label: string; onPress(): void }) {
  return (
    <div className="wide-place">
      <button type="button" className="wide-way" onClick={onPress}>
        <Icon name={icon} size={20} />
        <span className="wide-label">{label}</span>
      </button>
    </div>
  )
}

const Storage = observer(function Storage() {
  const account = useAccount()
  if (!account?.storage) return null
  return (
    <div className={classes('wide-storage', account.storageNotice && 'wide-warning')}>
      {account.storageNotice ?? account.storage}
      {account.storagePercent === undefined ? null : (
        <ProgressBar percent={account.storagePercent} isWarning={Boolean(account.storageNotice)} />
      )}
    </div>
  )
})

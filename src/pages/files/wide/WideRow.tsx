import { observer } from 'mobx-react'
import type { DragEvent, MouseEvent } from 'react'
import { Icon, type IconName } from '@/components/ui/Icon'
import { Tile } from '@/components/ui/Tile'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import { formatSize } from '@/domain/format/size'
import { abilities } from '@/domain/items/abilities'
import { nameParts, saysWhole } from '@/domain/items/nameParts'
import { whyNotShare } from '@/domain/items/sharing'
import { daysLeft } from '@/domain/trash/trash'
import { wordSize } from '@/i18n/format'
import { wordFrequent, wordRow } from '@/i18n/rowTexts'
import type { Words } from '@/i18n/words'
import type { AppServices } from '@/stores/app/AppServices'
import { download } from '@/stores/downloads/download'
import { abilitySubject } from '@/stores/items/abilitySubject'
import type { ListStore } from '@/stores/items/lists/ListStore'
import { itemOf, type FrequentRow, type Row } from '@/stores/items/lists/rows'
import type { SelectionStore } from '@/stores/items/lists/SelectionStore'
import { useApp } from '@/screens/app/AppContext'
import { wordAgo } from '@/screens/app/wording'
import { lockWords } from '@/screens/items/lockWords'
import { thumbnailOf } from '@/screens/items/thumbnailOf'
import { wordDeleter } from '@/screens/items/wordDeletion'
import { trashPeriod } from '../trash/TrashRow'

interface Props {
  row: Row
  index: number
  /** px from the first row */
  top: number
  /** Whether Tab leads to it. */
  isStop: boolean
  list: ListStore
  selection: SelectionStore
  onReach(row: Row): void
  onPress(row: Row, event: MouseEvent): void
  onToggle(row: Row, isRange: boolean): void
  onOpen(row: Row): void
  onMenu(row: Row): void
  onDrag(event: DragEvent, row: Row): void
}

/** One item of the table: a click selects, a double click or its name opens, a right click opens its menu (AH-43). */
export const WideRow = observer(function WideRow(props: Props) {
  const { row, index, top, isStop, list, selection, onPress, onOpen, onMenu, onDrag } = props
  const app = useApp()
  const t = useWords()
  const item = itemOf(row)
  const texts = textsOf(app, list, row, t)
  const isChosen = selection.has(row.typed_id)
  const waiting = app.lazy.waitingNames?.nameOf(row.typed_id)
  const name = waiting ?? row.name
  const { head, tail } = nameParts(name, texts.type)
  const stop = isStop ? 0 : -1
  return (
    <div
      className={classes('wide-row', isChosen && 'wide-chosen', texts.faded && 'wide-faded')}
      style={{ top: `${top}px` }}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      tabIndex={stop}
      data-drop={item?.type === 'folder' ? item.typed_id : undefined}
      draggable={item !== null}
      onDragStart={(event) => onDrag(event, row)}
      onFocus={(event) => event.target === event.currentTarget && props.onReach(row)}
      onClick={(event) => isOwn(event) && onPress(row, event)}
      onDoubleClick={(event) => isOwn(event) && onOpen(row)}
      onContextMenu={(event) => {
        event.preventDefault()
        onMenu(row)
      }}
    >
      <div className="wide-cell wide-cell-check" role="gridcell">
        {item && (
          <label className="wide-tick">
            <input
              type="checkbox"
              className="wide-check"
              aria-label={t('wide.choose', { name: row.name })}
              tabIndex={stop}
              checked={isChosen}
              onChange={(event) => props.onToggle(row, (event.nativeEvent as PointerEvent).shiftKey)}
            />
          </label>
        )}
      </div>
      <div className="wide-cell wide-cell-name" role="gridcell">
        <Tile {...texts.tile} thumbnail={item && thumbnailOf(app, item)} />
        <Name {...props} name={name} stop={stop} head={head} tail={tail} />
        {texts.lock ? (
          <span className="wide-lock" role="img" aria-label={texts.lock} title={texts.lock}>
            <Icon name="lock" size={14} />
          </span>
        ) : null}
        {texts.editing ? (
          <span className="wide-lock wide-editing" role="img" aria-label={texts.editing} title={texts.editing}>
            <Icon name="pencil" size={14} />
          </span>
        ) : null}
        {texts.marks.map(([kind, text]) => (
          <span key={kind + text} className={`row-mark row-${kind}`}>
            {text}
          </span>
        ))}
        <Acts {...props} stop={stop} />
      </div>
      <div className="wide-cell wide-cell-time" role="gridcell">
        {waiting === undefined ? texts.time : t('waiting.mark')}
      </div>
      <div className="wide-cell wide-cell-person" role="gridcell">
        {texts.person}
      </div>
      <div className="wide-cell wide-cell-size" role="gridcell">
        {texts.size}
      </div>
      <div className="wide-cell wide-cell-acts" role="gridcell">
        <Act icon="ellipsis" label={t('row.more', { name: row.name })} stop={stop} onPress={() => onMenu(row)} />
      </div>
    </div>
  )
})

/** No native button, because Firefox drags no row by one. With Ctrl or Shift a click selects, as beside the name. */
function Name(props: Props & { name: string; stop: number; head: string; tail: string }) {
  const { row, name, stop, head, tail, onOpen, onPress } = props
  return (
    <span
      role="button"
      className="wide-name"
      tabIndex={stop}
      title={name}
      onClick={(event) => {
        if (event.shiftKey || event.ctrlKey || event.metaKey) onPress(row, event)
        else onOpen(row)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        onOpen(row)
      }}
    >
      <span className="wide-stem" {...saysWhole(name)}>
        {head}
      </span>
      {tail ? (
        <span className="wide-tail" aria-hidden>
          {tail}
        </span>
      ) : null}
    </span>
  )
}

/** The actions that appear below the pointer. */
function Acts({ row, list, stop }: Props & { stop: number }) {
  const app = useApp()
  const t = useWords()
  const item = itemOf(row)
  if (!item || list.at.space === 'trash') return null
  const subject = abilitySubject(app, item)
  return (
    <span className="wide-hover">
      {whyNotShare(subject) === null && (
        <Act
          icon="share-2"
          label={`${t('menu.share')} ${item.name}`}
          stop={stop}
          onPress={() => void app.platform.navigate.push({ page: 'share', typedId: item.typed_id })}
        />
      )}
      {abilities.download(subject) === 'yes' && app.platform.can.saveByAddress && (
        <Act
          icon="download"
          label={`${t('menu.download')} ${item.name}`}
          stop={stop}
          onPress={() => void download(app, item)}
        />
      )}
    </span>
  )
}

function Act({ icon, label, stop, onPress }: { icon: IconName; label: string; stop: number; onPress(): void }) {
  return (
    <button type="button" className="wide-act" aria-label={label} title={label} tabIndex={stop} onClick={onPress}>
      <Icon name={icon} size={18} />
    </button>
  )
}

/** Whether an event is about the row itself, not about a control in it. */
function isOwn({ target }: MouseEvent): boolean {
  return !(target as Element).closest('button,label,[role=button]')
}

type Mark = readonly [kind: 'encrypted' | 'origin' | 'tag' | 'tag row-rest', text: string]

function textsOf(app: AppServices, list: ListStore, row: Row, t: Words) {
  const { space } = list.at
  const item = itemOf(row)
  if (!item) {
    const { meta, ...texts } = wordFrequent((row as FrequentRow).frequent, t)
    return { ...texts, lock: undefined, editing: undefined, marks: [] as Mark[], time: meta, person: '', size: '' }
  }
  const frequent = list.header.frequentOf(row.typed_id)
  const clock = { now: () => app.now(), zone: () => app.platform.clock.zone() }
  const { type, tile, encrypted, origin, tags, moreTags } = wordRow(item, { space, frequent, meta: '' }, clock, t)
  const marks: Mark[] = [
    ...(encrypted ? [['encrypted', encrypted] as const] : []),
    ...(origin ? [['origin', origin] as const] : []),
    ...tags.map((tag) => ['tag', tag] as const),
    ...(moreTags ? [['tag row-rest', moreTags] as const] : []),
  ]
  const deleted = space === 'trash' ? item.action_status : null
  const count = frequent?.item.item_count
  return {
    type,
    tile,
    ...lockWords(item, t),
    marks,
    faded: false,
    time: deleted
      ? deletedOf(app, list, deleted.action_time, item.department !== null, t)
      : wordAgo(app, item.modified_at, t),
    person: deleted ? wordDeleter(deleted, t) : item.updater.name,
    size: type === 'file' ? wordSize(formatSize(item.size)) : count === undefined ? '' : t('row.items', { n: count }),
  }
}

/** When an item was deleted, and the days that are left; the folder of a department does not expire (ROW-06). */
function deletedOf(app: AppServices, list: ListStore, at: number, isDepartment: boolean, t: Words): string {
  const ago = wordAgo(app, at, t)
  if (isDepartment) return ago
  const left = daysLeft(at, trashPeriod(app, list), app.now() / 1000)
  return `${ago} · ${t(left > 0 ? 'trash.daysLeft' : 'trash.overdue', { n: left })}`
}

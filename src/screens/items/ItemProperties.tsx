import { observer } from 'mobx-react'
import { useEffect } from 'react'
import { PropertiesSheet, type PropertiesProps, type PropertyLine } from '@/components/sheets/PropertiesSheet'
import { useWords } from '@/components/ui/context'
import type { Item } from '@/contract/entities'
import type { ItemDetails } from '@/contract/items/lists'
import { formatSize } from '@/domain/format/size'
import { dateParts } from '@/domain/format/time'
import { abilities } from '@/domain/items/abilities'
import type { MenuContext } from '@/domain/items/menuByContext'
import { folderKindOf, tileOf } from '@/domain/items/tiles'
import { wordSize } from '@/i18n/format'
import { wordMoment } from '@/i18n/moment'
import type { Words } from '@/i18n/words'
import type { Place } from '@/platform/Platform'
import { abilitySubject } from '@/stores/items/abilitySubject'
import { DetailsStore } from '@/stores/items/DetailsStore'
import type { AppServices } from '@/stores/app/AppServices'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { useApp } from '../app/AppContext'
import { useDisposable } from '../app/useDisposable'
import { ItemActivity } from './ItemActivity'
import { lockWords } from './lockWords'
import { placeOfEntry } from './places/placeOfEntry'
import { showVersions } from './showVersions'
import { thumbnailOf } from './thumbnailOf'
import { wordDeleter } from './wordDeletion'

interface Props {
  item: Item
  context: MenuContext
  overlays: OverlayStore
}

/** An item's place, kind, authors and times, the user's role on it, and what happened to it (ROW-05, AH-40). */
export default observer(function ItemProperties(props: Props) {
  const close = () => props.overlays.close('properties')
  return (
    <PropertiesSheet {...useProperties({ ...props, close })} onClose={() => void close()}>
      <ItemActivity item={props.item} />
    </PropertiesSheet>
  )
})

/** The properties of an item, which must not change, in words; for observers. @param close closes what shows them, before a way is taken */
export function useProperties({ item, context, overlays, close }: Props & { close(): Promise<void> }): PropertiesProps {
  const app = useApp()
  const t = useWords()
  const store = useDisposable(() => new DetailsStore(app, item))
  useEffect(() => void store.load(), [store])

  /** The item's place: not in a list, which shows it already, and not in a trash, which has no link to it. */
  const place = context === 'list' || context === 'trash' ? null : placeOf(item)
  const mayListVersions = context !== 'trash' && abilities.viewVersions(abilitySubject(app, item)) === 'yes'
  const ways: Partial<Record<string, () => void>> = {
    ...(place && { place: () => void close().then(() => app.platform.navigate.push(place)) }),
    access: () => void close().then(() => app.platform.navigate.push({ page: 'access', typedId: item.typed_id })),
    links: () => void close().then(() => app.platform.navigate.push({ page: 'shares', item: item.typed_id })),
    ...(mayListVersions && { version: () => void close().then(() => showVersions(app, overlays, item, context)) }),
  }
  const { lock, editing } = lockWords(item, t)
  return {
    tile: tileOf(item),
    thumbnail: thumbnailOf(app, item),
    name: item.name,
    lock,
    tags: [...(editing ? [editing] : []), ...item.tags.map(({ name }) => name)],
    lines: linesOf(app, item, store, t).map((line) => ({ ...line, onPress: ways[line.key] })),
  }
}

function linesOf(app: AppServices, item: Item, { details, phase }: DetailsStore, t: Words): PropertyLine[] {
  const { clock } = app.platform
  const moment = (seconds: number) => wordMoment(dateParts(seconds, clock.now() / 1000, clock.zone()), t)
  /** null while loading; no line without an answer */
  const told = (word: (details: ItemDetails) => string) =>
    phase === 'loading' ? null : details ? word(details) : undefined
  const isFile = item.type === 'file'
  const lines: Record<string, string | null | undefined> = {
    place: wordPath(item, t),
    kind: kindOf(item, t),
    size: isFile ? wordSize(formatSize(item.size)) : undefined,
    count: isFile ? undefined : told((known) => countsOf(known, t)),
    created: told(({ creator, created_at: at }) => `${creator.name} · ${moment(at)}`),
    updated: `${item.updater.name} · ${moment(item.modified_at)}`,
    original: item.original_date === null ? undefined : moment(item.original_date),
    deleted: item.action_status
      ? `${wordDeleter(item.action_status, t)} · ${moment(item.action_status.action_time)}`
      : undefined,
    version: isFile && item.version > 0 ? String(item.version) : undefined,
    links: details?.link_count ? String(details.link_count) : undefined,
    role: t(`role.${item.final_role}`),
    access: abilities.access(abilitySubject(app, item)) === 'yes' && !item.is_deleted ? '' : undefined,
  }
  return propertyKeys.flatMap((key) => {
    const value = lines[key]
    return value === undefined ? [] : [{ key, label: t(`properties.${key}`), value }]
  })
}

const propertyKeys = [
  'place',
  'kind',
  'size',
  'count',
  'created',
  'updated',
  'original',
  'deleted',
  'version',
  'links',
  'role',
  'access',
] as const

function countsOf({ item_count: items, folder_count: folders }: ItemDetails, t: Words): string {
  const counts = [t('row.items', { n: items ?? 0 })]
  if (folders) counts.push(t('row.folders', { n: folders }))
  return counts.join(' · ')
}

function kindOf(item: Item, t: Words): string {
  if (item.type === 'folder') return t(`properties.folder.${folderKindOf(item)}`)
  return item.extension ? t('properties.fileOf', { extension: item.extension.toUpperCase() }) : t('properties.file')
}

/** The visible part of the path; the own root is named by our words. */
function wordPath({ path, space }: Item, t: Words): string | undefined {
  const names = path.map(({ typed_id: id, name }) => (id === 'folder_0' ? t('space.own') : name))
  if (names.length > 0) return names.join(' / ')
  return space === 'collab_space' || space === 'external_space' ? t('space.collab') : undefined
}

/** The folder of an item; null where the user may not see it. */
function placeOf({ path, space }: Item): Place | null {
  const last = path[path.length - 1]
  if (!last) return space === 'collab_space' ? { page: 'files', space: 'collab' } : null
  return placeOfEntry(last)
}

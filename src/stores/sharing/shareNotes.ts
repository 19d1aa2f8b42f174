import type { Contact } from '@/contract/contacts'
import type { Item } from '@/contract/entities'
import type { ShareMode, ShareSettings } from '@/domain/sharing/settings'
import type { Platform } from '@/platform/Platform'

/** A share that was begun and not made (AH-27). */
export interface ShareNote {
  mode: ShareMode
  message: string
  isVersionPinned: boolean
  settings: Partial<Record<ShareMode, ShareSettings>>
  /** Being changed on the page of permissions. */
  unsaved: ShareSettings | null
  receivers: readonly Contact[]
}

type Storage = Pick<Platform['storage'], 'read' | 'write' | 'remove'>
type Notes = [key: string, note: ShareNote][]

/** The newest of them are kept. */
const MOST_NOTES = 20

/** What a note is found by: what is shared, in whatever order it was chosen. */
export function noteKeyOf(items: readonly Pick<Item, 'typed_id'>[]): string {
  return items
    .map(({ typed_id }) => typed_id)
    .sort()
    .join()
}

/** What was begun for these items by this user; undefined where nothing was. */
export function readShareNote(storage: Storage, userId: number, key: string): ShareNote | undefined {
  return notesOf(storage, userId).find(([noted]) => noted === key)?.[1]
}

export function writeShareNote(storage: Storage, userId: number, key: string, note: ShareNote): void {
  const others = notesOf(storage, userId).filter(([noted]) => noted !== key)
  storage.write(keyOf(userId), [[key, note], ...others].slice(0, MOST_NOTES))
}

export function removeShareNote(storage: Storage, userId: number, key: string): void {
  const notes = notesOf(storage, userId)
  const others = notes.filter(([noted]) => noted !== key)
  if (others.length === notes.length) return
  if (others.length > 0) storage.write(keyOf(userId), others)
  else storage.remove(keyOf(userId))
}

/** Settings as they were kept, on top of those of today: a build before this one may have kept fewer or other fields. */
export function restoredSettings(start: ShareSettings, kept: ShareSettings | undefined): ShareSettings {
  if (!kept) return start
  const settings = { ...start }
  for (const field of Object.keys(start) as (keyof ShareSettings)[]) {
    const isCount = field === 'preview_limit' || field === 'download_limit_v2'
    const isSame = isCount ? isCountOrNull(kept[field]) : typeof kept[field] === typeof start[field]
    if (isSame) Object.assign(settings, { [field]: kept[field] })
  }
  return settings
}

function isCountOrNull(value: unknown): boolean {
  return value === null || typeof value === 'number'
}

function notesOf(storage: Storage, userId: number): Notes {
  const kept = storage.read<unknown>(keyOf(userId))
  return Array.isArray(kept) ? (kept as Notes).filter((entry) => Array.isArray(entry) && entry.length === 2) : []
}

function keyOf(userId: number): string {
  return `shares.${userId}`
}

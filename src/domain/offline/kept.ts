import type { Item } from '@/contract/entities'
import { tileOf, type Tile } from '../items/tiles'

/** Chosen files and folders at once */
export const KEPT_MOST = 100
/** Files of one folder, and folders below it, that are kept */
export const FOLDER_FILES = 500
export const FOLDER_FOLDERS = 100
/** ms without an answer of the server after which files are no longer shown: their right may have ended */
export const KEPT_TIME = 30 * 86_400_000

/** `room`: the phone is full; `size`: too large for the phone; `changed`: the server sent other bytes than it announced. */
export type KeptFault = 'room' | 'size' | 'changed'

/** A file as the server last described it. */
export interface ListedFile {
  id: number
  name: string
  /** The folders between the chosen folder and the file, such as `Reports/May`; '' for none. */
  folder: string
  /** Lower case, without the dot. */
  extension: string
  tile: Tile
  /** Bytes. */
  size: number
  versionId: number
  versionKey: string
}

export interface KeptFile extends ListedFile {
  /** The bytes on the phone, which may be those of an earlier version. `at`: ms when they were stored. */
  stored?: { versionId: number; size: number; at: number }
}

/** A file or folder that the user chose. */
export interface KeptItem {
  typedId: string
  id: number
  departmentId?: number
  name: string
  tile: Tile
  /** The file itself, or the files of the folder. Empty before the first answer. */
  files: readonly KeptFile[]
  /** Files of the folder that are not kept: too many, too large, or without the right. */
  leftOut: number
  /** ms when the server last confirmed the right; 0 before the first answer. */
  checkedAt: number
  fault?: KeptFault
}

/** All that a user keeps on a phone. */
export interface KeptIndex {
  userId: number
  items: readonly KeptItem[]
}

/** The contents of a chosen item, as the server describes them. */
export interface Listing {
  name: string
  tile: Tile
  files: readonly ListedFile[]
  leftOut: number
}

/** `changed`: an earlier version is on the phone. */
export type KeptState = 'waiting' | 'kept' | 'changed' | 'failed'

export function keptItemOf(item: Item): KeptItem {
  return {
    typedId: item.typed_id,
    id: item.id,
    ...(item.department && { departmentId: item.department.id }),
    name: item.name,
    tile: tileOf(item),
    files: [],
    leftOut: 0,
    checkedAt: 0,
  }
}

/** null for an item without bytes. */
export function listedFileOf(item: Item, folder: string): ListedFile | null {
  const { id, name, size, file_version_id: versionId, file_version_key: versionKey } = item
  if (item.type !== 'file' || versionId === null || versionKey === null) return null
  return { id, name, folder, extension: item.extension.toLowerCase(), tile: tileOf(item), size, versionId, versionKey }
}

export function stateOf({ files, fault, checkedAt }: KeptItem): KeptState {
  if (fault) return 'failed'
  if (checkedAt === 0 || files.some(({ stored }) => !stored)) return 'waiting'
  return files.every(isCurrent) ? 'kept' : 'changed'
}

export function isCurrent({ stored, versionId }: KeptFile): boolean {
  return stored?.versionId === versionId
}

/** The name of the bytes of a file's version on the phone. */
export function bytesKey(
  userId: number,
  { id, extension }: Pick<ListedFile, 'id' | 'extension'>,
  versionId: number,
): string {
  return `${userId}_${id}_${versionId}${/^[a-z0-9]{1,8}$/.test(extension) ? `.${extension}` : ''}`
}

/** The names of all bytes that are, or will be, part of an index. */
export function keysOf({ userId, items }: KeptIndex): Set<string> {
  return new Set(
    items.flatMap(({ files }) =>
      files.flatMap((file) => [
        bytesKey(userId, file, file.versionId),
        ...(file.stored ? [bytesKey(userId, file, file.stored.versionId)] : []),
      ]),
    ),
  )
}

/** Bytes on the phone; a file of two chosen folders counts once. */
export function bytesOf(items: readonly KeptItem[]): number {
  const sizes = new Map(items.flatMap(({ files }) => files.map(({ id, stored }) => [id, stored?.size ?? 0] as const)))
  return [...sizes.values()].reduce((sum, size) => sum + size, 0)
}

/** The next file to fetch. An item that failed waits for the next answer of the server. */
export function nextMissing({ items }: KeptIndex): { typedId: string; file: KeptFile } | null {
  for (const { typedId, files, fault } of items) {
    const file = fault ? undefined : files.find((each) => !isCurrent(each))
    if (file) return { typedId, file }
  }
  return null
}

export function withItem(index: KeptIndex, item: KeptItem): KeptIndex {
  return { ...index, items: [item, ...withoutItem(index, item.typedId).items] }
}

export function withoutItem(index: KeptIndex, typedId: string): KeptIndex {
  return { ...index, items: index.items.filter((item) => item.typedId !== typedId) }
}

/** Takes the server's answer about an item; bytes that are on the phone stay. @param at ms */
export function withListing(index: KeptIndex, typedId: string, listing: Listing, at: number): KeptIndex {
  const stored = new Map(index.items.flatMap(({ files }) => files.map((file) => [file.id, file.stored] as const)))
  return edited(index, typedId, ({ fault: _, ...item }) => ({
    ...item,
    ...listing,
    files: listing.files.map((file) => ({ ...file, ...(stored.has(file.id) && { stored: stored.get(file.id) }) })),
    checkedAt: at,
  }))
}

/** The bytes of a version are whole on the phone. @param at ms */
export function withStored(index: KeptIndex, { id, versionId, size }: ListedFile, at: number): KeptIndex {
  return withFiles(index, (file) => (file.id === id ? { ...file, stored: { versionId, size, at } } : file))
}

/** The bytes of a file, or of all files, are no longer on the phone. */
export function withoutBytes(index: KeptIndex, id?: number): KeptIndex {
  return withFiles(index, ({ stored, ...file }) =>
    stored && id !== undefined && file.id !== id ? { ...file, stored } : file,
  )
}

/** The server withholds a file. */
export function withoutFile(index: KeptIndex, id: number): KeptIndex {
  return {
    ...index,
    items: index.items.flatMap((item) => {
      const files = item.files.filter((file) => file.id !== id)
      if (files.length === item.files.length) return item
      return item.typedId === `file_${id}` ? [] : { ...item, files, leftOut: item.leftOut + 1 }
    }),
  }
}

export function withFault(index: KeptIndex, typedId: string, fault: KeptFault): KeptIndex {
  return edited(index, typedId, (item) => ({ ...item, fault }))
}

/** Forgets the bytes of items whose right nobody has confirmed for KEPT_TIME. @param now ms */
export function withoutExpired(index: KeptIndex, now: number): KeptIndex {
  const isOver = ({ checkedAt }: KeptItem) => checkedAt > 0 && now - checkedAt > KEPT_TIME
  if (!index.items.some(isOver)) return index
  return { ...index, items: index.items.map((item) => (isOver(item) ? { ...item, files: [], checkedAt: 0 } : item)) }
}

function edited(index: KeptIndex, typedId: string, edit: (item: KeptItem) => KeptItem): KeptIndex {
  return { ...index, items: index.items.map((item) => (item.typedId === typedId ? edit(item) : item)) }
}

function withFiles(index: KeptIndex, edit: (file: KeptFile) => KeptFile): KeptIndex {
  return { ...index, items: index.items.map((item) => ({ ...item, files: item.files.map(edit) })) }
}

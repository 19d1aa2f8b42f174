import type { Item } from '@/contract/entities'
import { extensionOf } from '@/domain/items/extension'
import { categoryOf, fileTileOf } from '@/domain/items/kinds'
import type { FileTile } from '@/domain/items/tiles'

/** A file in an archive: its number there, and what is known of it without a look. */
export interface EntryInArchive {
  entry: number
  name: string
  /** bytes */
  size: number
}

/** A place gone into inside an archive, in the order they were gone into; the last may be a file. */
export interface ArchiveLevel {
  /** Names with slashes between. */
  folder: string
  file: EntryInArchive | null
}

/** A file in an archive as an item, with the rights that its archive has. */
export function itemInArchive(archive: Item, { name, size }: EntryInArchive): Item {
  const extension = extensionOf(name)
  return {
    ...archive,
    name,
    size,
    extension,
    extension_category: categoryOf(extension),
    type_icon: fileTileOf(extension).group as FileTile,
    thumbnail: null,
    small_thumbnail_generated: false,
    median_thumbnail_generated: false,
  }
}

/** The path of what lies in a folder. */
export function pathIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

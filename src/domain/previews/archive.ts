import type { Item } from '@/contract/entities'
import { extensionOf } from '@/domain/items/extension'
import { categoryOf, fileTileOf } from '@/domain/items/kinds'
import type { FileTile } from '@/domain/items/tiles'

/** A file in an archive: its number, and the facts known before a preview. */
export interface EntryInArchive {
  entry: number
  name: string
  /** bytes */
  size: number
}

/** A folder or file opened inside an archive. Levels are in the order of opening; only the last may be a file. */
export interface ArchiveLevel {
  /** Folder names separated by slashes. */
  folder: string
  file: EntryInArchive | null
}

/** A file in an archive as an item, with the rights of the archive. */
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

/** The path of a name in a folder. */
export function pathIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

import type { Item } from '@/contract/entities'

export type FolderKind = 'folder' | 'department' | 'owned_collab' | 'invited_collab' | 'external_collab'
export type FileTile = 'pdf' | 'doc' | 'xls' | 'ppt' | 'text' | 'image' | 'video' | 'audio' | 'zip' | 'cad' | 'other'

/** The tile of a row. `group` chooses its colour or folder picture and is the `type_icon` on the wire; `label` is empty for a folder. */
export interface Tile {
  group: FileTile | FolderKind
  label: string
}

type FolderFlags = Pick<
  Item,
  'department' | 'is_owned_collab_folder' | 'is_invited_collab_folder' | 'is_external_collab_folder'
>

/** These groups show their own label for every extension. Other groups show the extension if it is short enough. */
const families: readonly FileTile[] = ['pdf', 'doc', 'xls', 'ppt']
const groupLabels: Record<FileTile, string> = {
  pdf: 'PDF',
  doc: 'DOC',
  xls: 'XLS',
  ppt: 'PPT',
  text: 'TXT',
  image: 'IMG',
  video: 'VID',
  audio: 'AUD',
  zip: 'ZIP',
  cad: 'CAD',
  other: 'FILE',
}
const LABEL_MAX_LENGTH = 3

/** The tile of a file or folder (ROW-01). A file's group is the `type_icon` on the wire, so that a list needs no table of extensions. */
export function tileOf(item: Pick<Item, 'type' | 'extension' | 'type_icon'> & FolderFlags): Tile {
  if (item.type === 'folder') return { group: folderKindOf(item), label: '' }
  return labelled(item.type_icon in groupLabels ? (item.type_icon as FileTile) : 'other', item.extension)
}

/** The tile of a group, with its label for an extension. */
export function labelled(group: FileTile, extension: string): Tile {
  const isShort = extension.length > 0 && extension.length <= LABEL_MAX_LENGTH
  return { group, label: isShort && !families.includes(group) ? extension.toUpperCase() : groupLabels[group] }
}

/** The picture of a folder (ROW-01). The root of a department takes precedence over shared folders. */
export function folderKindOf(folder: FolderFlags): FolderKind {
  if (folder.department !== null) return 'department'
  if (folder.is_external_collab_folder) return 'external_collab'
  if (folder.is_owned_collab_folder) return 'owned_collab'
  if (folder.is_invited_collab_folder) return 'invited_collab'
  return 'folder'
}

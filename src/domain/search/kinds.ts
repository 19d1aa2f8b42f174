import type { SearchKind } from '@/contract/items/lists'
import { extensionsOf, fileTileOf } from '@/domain/items/kinds'
import type { FileTile } from '@/domain/items/tiles'

/** The tiles of a kind's files: a user recognises a kind by them. */
const tiles: Record<Exclude<SearchKind, 'folder'>, FileTile> = {
  document: 'doc',
  sheet: 'xls',
  slides: 'ppt',
  pdf: 'pdf',
  text: 'text',
  image: 'image',
  video: 'video',
  audio: 'audio',
  zip: 'zip',
}

/** The extensions of the files of a kind (AH-41). */
export function extensionsOfKind(kind: Exclude<SearchKind, 'folder'>): string[] {
  const all = Object.values(extensionsOf).flatMap((extensions) => extensions.split(' '))
  return all.filter((extension) => fileTileOf(extension).group === tiles[kind])
}

import type { ShareLink } from '@/contract/shares/shares'
import { tileOf, type Tile } from '@/domain/items/tiles'

/** The tile of the shared item. The wire does not contain the kind of a folder. */
export function linkTile({ item }: Pick<ShareLink, 'item'>): Tile {
  return tileOf({
    ...item,
    department: null,
    is_owned_collab_folder: false,
    is_invited_collab_folder: false,
    is_external_collab_folder: false,
  })
}

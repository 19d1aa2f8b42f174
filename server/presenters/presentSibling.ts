import type { Item } from '@/contract/entities'
import type { Sibling } from '@/contract/siblings'
import { actorKey, type Actor } from '../actor'
import { renditionAddress } from '../previews/previewFiles'
import type { ItemDetail } from '../queries/items'
import type { Signer } from '../signing'

/** A picture of the gallery, with the address of what it shows. */
export function presentSibling(row: ItemDetail, item: Item, { actor, sign }: { actor: Actor; sign: Signer }): Sibling {
  const hasPicture = item.thumbnail !== null && row.version_key !== null
  return {
    ...item,
    preview_url: hasPicture
      ? renditionAddress(sign, 'image_1024', { fileId: row.id, versionKey: row.version_key! }, actorKey(actor))
      : null,
  }
}

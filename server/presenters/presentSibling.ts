import type { Item } from '@/contract/entities'
import type { Sibling } from '@/contract/siblings'
import { actorKey, type Actor } from '../actor'
import { renditionAddress } from '../previews/previewFiles'
import type { Signer } from '../signing'

/** A picture of the gallery, with the address of what it shows. */
export function presentSibling(item: Item, { actor, sign }: { actor: Actor; sign: Signer }): Sibling {
  const { id, thumbnail, file_version_key: versionKey } = item
  const hasPicture = thumbnail !== null && versionKey !== null
  return {
    ...item,
    preview_url: hasPicture ? renditionAddress(sign, 'image_1024', { fileId: id, versionKey }, actorKey(actor)) : null,
  }
}

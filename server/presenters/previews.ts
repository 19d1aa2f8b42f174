import type { Item } from '@/contract/entities'
import type { Sibling } from '@/contract/previews/siblings'
import { actorKey, type Actor } from '../actors/actor'
import { renditionAddress } from '../previews/previewFiles'
import type { Signer } from '../crypto/signing'

interface Asker {
  actor: Actor
  sign: Signer
}

/** An image in the gallery, with the address of its picture. */
export function presentSibling(item: Item, asker: Asker): Sibling {
  return { ...item, preview_url: pictureOf(item, asker) }
}

/** The address of an item's picture in the gallery; null if no picture can be made. */
export function pictureOf(
  { id, thumbnail, file_version_key: versionKey }: Item,
  { actor, sign }: Asker,
): string | null {
  if (thumbnail === null || versionKey === null) return null
  return renditionAddress(sign, 'image_1024', { fileId: id, versionKey }, actorKey(actor))
}

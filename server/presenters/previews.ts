import type { Item } from '@/contract/entities'
import type { Sibling } from '@/contract/previews/siblings'
import { actorKey, type Actor } from '../actors/actor'
import { renditionAddress } from '../previews/previewFiles'
import type { Signer } from '../crypto/signing'

interface Asker {
  actor: Actor
  sign: Signer
}

/** A picture of the gallery, with the address of what it shows. */
export function presentSibling(item: Item, asker: Asker): Sibling {
  return { ...item, preview_url: pictureOf(item, asker) }
}

/** Where the picture is had that the gallery shows; null where none can be made. */
export function pictureOf(
  { id, thumbnail, file_version_key: versionKey }: Item,
  { actor, sign }: Asker,
): string | null {
  if (thumbnail === null || versionKey === null) return null
  return renditionAddress(sign, 'image_1024', { fileId: id, versionKey }, actorKey(actor))
}

import type { ArchiveEntry as Row } from '@/contract/previews/previews'
import { extensionOf } from '@/domain/items/extension'
import { categoryOf } from '@/domain/items/kinds'
import type { ArchiveRow } from '../converters/task'

/** An entry of an archive's folder in the form of the contract. */
export function archiveRow({ name, entry, size, modifiedAt, isEncrypted }: ArchiveRow): Row {
  const extension = entry === null ? '' : extensionOf(name)
  return {
    type: entry === null ? 'folder' : 'file',
    name,
    entry,
    extension,
    extension_category: categoryOf(extension),
    size,
    modified_at: modifiedAt,
    is_encrypted: isEncrypted,
  }
}

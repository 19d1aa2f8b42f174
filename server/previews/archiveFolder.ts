import type { ArchiveEntry as Row } from '@/contract/preview'
import { extensionOf } from '@/domain/items/extension'
import { categoryOf } from '@/domain/items/kinds'
import type { ArchiveEntry } from './convert/task'

/**
 * What lies directly in a folder of an archive, folders first; also those that only the names of files tell of. Of two files of one
 * name both are there.
 * @param entries in the order that is kept
 * @param folder names with slashes between; empty: the archive itself
 */
export function inFolder(entries: readonly ArchiveEntry[], folder: string): Row[] {
  const head = folder === '' ? '' : `${folder}/`
  const folders = new Map<string, Row>()
  const files: Row[] = []
  for (const { path, isFolder, entry, size, modifiedAt, isEncrypted } of entries) {
    if (!path.startsWith(head) || path.length === head.length) continue
    const [name = '', ...below] = path.slice(head.length).split('/')
    if (isFolder || below.length > 0) {
      const known = folders.get(name)
      const time = isFolder && below.length === 0 ? modifiedAt : null
      folders.set(name, { ...rowOf('folder', name), modified_at: time ?? known?.modified_at ?? null })
    } else {
      files.push({ ...rowOf('file', name), entry, size, modified_at: modifiedAt, is_encrypted: isEncrypted })
    }
  }
  return [...folders.values(), ...files]
}

function rowOf(type: Row['type'], name: string): Row {
  const extension = type === 'folder' ? '' : extensionOf(name)
  return {
    type,
    name,
    entry: null,
    extension,
    extension_category: categoryOf(extension),
    size: 0,
    modified_at: null,
    is_encrypted: false,
  }
}
